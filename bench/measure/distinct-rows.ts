/**
 * Ten million rows of eight demands, all distinct or with twenty levels each: seconds to bind, memory per row, and cost
 * of a gradient.
 */
import { addRows, bind, compileAndLoad, type ModuleExports, openInstance } from '../bound-module.ts';
import { alone, type Result } from '../results.ts';
import { median } from '../rounds.ts';
import { uniformNumbers } from '../uniform.ts';

const ROWS = 1e7;
const DEMANDS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8'];
const LEVELS = 20;
const HIGHEST = 10;
const SUCCESSES = 0.3;
const SEED = 3;
const GRADIENTS = 5;

const LAYOUT = `layout EightDemands
demand ${DEMANDS.join(', ')} in [0, ${HIGHEST}]
capability ${DEMANDS.map((name) => `c${name}`).join(', ')} ~ uniform(0, 20)
observe y ~ bernoulli(${DEMANDS.map((name) => `margin(c${name}, ${name})`).join(' and ')})
`;

/** Both kinds of rows, one after the other: each takes two gigabytes, with its columns. */
export async function measureDistinctRows(): Promise<Result[]> {
  return [...(await measure('no two alike', null)), ...(await measure(`${LEVELS} levels each`, LEVELS))];
}

/** The number of levels per demand, evenly spread; null if each row has its own value. */
async function measure(kind: string, levels: number | null): Promise<Result[]> {
  const distinct = (columns: readonly string[]) =>
    levels === null ? ROWS : Math.min(ROWS, levels ** columns.length);
  const source = { name: 'eight-demands.ml', text: LAYOUT };
  const loaded = await compileAndLoad(source, { rows: ROWS, distinct });
  const exports = await openInstance(loaded);
  const columns = simulate(levels);
  const began = performance.now();
  addRows(
    exports,
    loaded.manifest.columns.map(({ name }) => columns.get(name)!),
  );
  bind(exports);
  const seconds = (performance.now() - began) / 1000;
  const what = `ten million rows of eight demands, ${kind}`;
  return [
    alone(`binding, ${what}`, 's', seconds),
    alone(`memory, ${what}`, 'bytes a row', exports.memory.buffer.byteLength / ROWS),
    alone(`gradient, ${what}`, 'ms', gradientMilliseconds(exports)),
  ];
}

function gradientMilliseconds(exports: ModuleExports): number {
  const bytes = 8 * DEMANDS.length;
  const position = exports.allocate(2 * bytes);
  const times = Array.from({ length: GRADIENTS }, () => {
    const began = performance.now();
    exports.log_density_unconstrained(position, position + bytes);
    return performance.now() - began;
  });
  return median(times);
}

function simulate(levels: number | null): ReadonlyMap<string, Float64Array> {
  const uniform = uniformNumbers(SEED);
  const demand = () => {
    const place = uniform();
    return HIGHEST * (levels === null ? place : Math.floor(place * levels) / levels);
  };
  const column = (value: () => number) => {
    const values = new Float64Array(ROWS);
    for (let row = 0; row < ROWS; row++) values[row] = value();
    return values;
  };
  return new Map([
    ...DEMANDS.map((name) => [name, column(demand)] as const),
    ['y', column(() => (uniform() < SUCCESSES ? 1 : 0))],
  ]);
}
