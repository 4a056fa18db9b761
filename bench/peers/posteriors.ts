/**
 * The posteriors on which samplers are compared by whole fits: a layout with its table, a Stan program of the same name
 * in the folder `posteriors`, and a model of that name in `numpyro_models.py`.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Source } from '../../grammar/source.ts';
import { encodeLevels } from '../../module/levels.ts';
import { navigation, objectPermanence, ocr } from '../battery.ts';
import type { LoopColumns } from '../loops/loop.ts';
import { raschLoop, twoParameterLoop } from '../loops/population.ts';
import { PACKAGE, REFERENCE } from '../package-files.ts';
import { complete, drift, RASCH, TWO_PARAMETERS } from '../populations.ts';
import { type PosteriorName, posteriordb } from '../posteriordb.ts';
import { uniformNumbers } from '../uniform.ts';

/** One posterior: the layout that Theodolite fits, and the name of the program that the others fit. */
export interface PeerPosterior {
  readonly name: string;
  readonly source: Source;
  readonly columns: LoopColumns;
  /** Columns of categories: numbers of levels, from 0. */
  readonly categories: readonly string[];
  /** The Stan program and the NumPyro model. */
  readonly program: string;
}

const OPEN: Readonly<Record<string, () => Omit<PeerPosterior, 'name'>>> = {
  ocr: () => ({ ...ocr(), categories: [], program: 'ocr' }),
  'object-permanence': () => ({ ...objectPermanence(), categories: [], program: 'object-permanence' }),
  navigation: () => ({ ...navigation(), categories: [], program: 'navigation' }),
  drift: () => ({ ...drift(100, 200), categories: ['step'], program: 'drift' }),
  'rasch-50x500': () => irt(50, 500, 0),
  'rasch-200x1000': () => irt(200, 1000, 0),
  '2pl-50x500': () => irt(50, 500, 1),
  '2pl-200x1000': () => irt(200, 1000, 1),
  population: thirtyAgents,
  'eight-schools': () => fromPosteriordb('eight-schools', ['school']),
  kidiq: () => fromPosteriordb('kidiq', []),
  sblri: () => fromPosteriordb('sblri', []),
  'irt-2pl': () => fromPosteriordb('irt-2pl', ['person', 'item']),
  radon,
  funnel: () => ({
    ...layoutHere('funnel'),
    columns: new Map([['y', new Float64Array(1)]]),
    categories: [],
  }),
  autoregression,
  compute,
};

export const PEER_POSTERIORS = Object.keys(OPEN);

/** Reads or simulates one of `PEER_POSTERIORS`. Throws an Error if its table is not beside this checkout. */
export function peerPosterior(name: string): PeerPosterior {
  const open = OPEN[name];
  if (open === undefined) throw new Error(`there is no posterior \`${name}\`: ${PEER_POSTERIORS.join(', ')}`);
  return { ...open(), name };
}

/**
 * The data of a posterior as its Stan program declares them: `N` rows, every column under its own name, and for each
 * category `n_NAME` levels, numbered from 1.
 */
export function stanData({ columns, categories }: PeerPosterior): Record<string, number | readonly number[]> {
  const [first] = columns.values();
  const data: Record<string, number | readonly number[]> = { N: first!.length };
  for (const [name, values] of columns) {
    if (!categories.includes(name)) {
      data[name] = Array.from(values);
      continue;
    }
    data[name] = Array.from(values, (level) => level + 1);
    data[`n_${name}`] = values.reduce((most, level) => Math.max(most, level), 0) + 1;
  }
  return data;
}

function irt(persons: number, items: number, sharpnesses: 0 | 1): Omit<PeerPosterior, 'name'> {
  const text = sharpnesses === 0 ? RASCH : TWO_PARAMETERS;
  const loop = sharpnesses === 0 ? raschLoop : twoParameterLoop;
  const { source, columns } = complete('', text, loop, persons, items, sharpnesses);
  const program = sharpnesses === 0 ? 'rasch' : 'two-parameters';
  return { source: { ...source, name: program }, columns, categories: ['person', 'item'], program };
}

function fromPosteriordb(name: PosteriorName, categories: readonly string[]): Omit<PeerPosterior, 'name'> {
  const { source, columns } = posteriordb(name);
  return { source, columns: columns as LoopColumns, categories, program: name };
}

/** The thirty agents of the object-permanence battery as draws from one population. */
function thirtyAgents(): Omit<PeerPosterior, 'name'> {
  const demands = [
    ...['timeUnderOcclusion', 'numPositions', 'goalDistance', 'goalSize', 'side'],
    ...['occluder', 'lava', 'platform', 'ramp'],
  ];
  const agents = Array.from({ length: 30 }, (_, index) => `agent${index + 1}`);
  const rows = records('stdlib-layouts/object-permanence/battery.csv').filter(
    ({ split }) => split === 'train',
  );
  const stacked = (value: (row: Record<string, string>, agent: string, index: number) => number) =>
    Float64Array.from(agents.flatMap((agent, index) => rows.map((row) => value(row, agent, index))));
  return {
    source: layoutAt('stdlib-layouts/population/population.ml'),
    columns: new Map([
      ['agent', stacked((_, __, index) => index)],
      ...demands.map((demand) => [demand, stacked((row) => Number(row[demand]))] as const),
      ['success', stacked((row, agent) => Number(row[agent]))],
    ]),
    categories: ['agent'],
    program: 'population',
  };
}

function radon(): Omit<PeerPosterior, 'name'> {
  if (REFERENCE === null) throw new Error('the data of radon are not beside this checkout');
  const rows = records(new URL('posteriordb/radon_mn.csv', REFERENCE));
  const column = (name: string) => Float64Array.from(rows, (row) => Number(row[name]));
  return {
    ...layoutHere('radon'),
    columns: new Map([
      ['county', encodeLevels(rows.map((row) => row.county!)).codes],
      ['floor', column('floor')],
      ['y', column('y')],
    ]),
    categories: ['county'],
  };
}

const SEED = 2028;

/** A hidden autoregression of 100 steps with coefficient 0.9, one row for each step. */
function autoregression(): Omit<PeerPosterior, 'name'> {
  const normal = normalNumbers(SEED);
  const step = Float64Array.from({ length: 100 }, (_, index) => index);
  let hidden = 0;
  const y = step.map(() => {
    hidden = 0.9 * hidden + 0.5 * normal();
    return hidden + 0.5 * normal();
  });
  return {
    ...layoutHere('autoregression'),
    columns: new Map([
      ['step', step],
      ['y', y],
    ]),
    categories: ['step'],
  };
}

/** 100 systems on 40 tasks; every system attempted every task. */
function compute(): Omit<PeerPosterior, 'name'> {
  const [systems, tasks] = [100, 40];
  const [normal, uniform] = [normalNumbers(SEED), uniformNumbers(SEED + 1)];
  const logCompute = Array.from({ length: systems }, () => 10 * uniform());
  const skill = logCompute.map((amount) => -1 + 0.3 * amount + 0.5 * normal());
  const hard = Array.from({ length: tasks }, normal);
  const rows = Array.from(
    { length: systems * tasks },
    (_, row) => [Math.floor(row / tasks), row % tasks] as const,
  );
  return {
    ...layoutHere('compute'),
    columns: new Map([
      ['system', Float64Array.from(rows, ([system]) => system)],
      ['task', Float64Array.from(rows, ([, task]) => task)],
      ['logCompute', Float64Array.from(rows, ([system]) => logCompute[system]!)],
      ['score', Float64Array.from(rows, ([system, task]) => skill[system]! - hard[task]! + 0.8 * normal())],
    ]),
    categories: ['system', 'task'],
  };
}

function layoutHere(name: string): { readonly source: Source; readonly program: string } {
  return { source: layoutAt(`bench/peers/posteriors/${name}.ml`), program: name };
}

function layoutAt(name: string): Source {
  return { name, text: readFileSync(new URL(name, PACKAGE), 'utf8') };
}

function records(file: string | URL): Record<string, string>[] {
  return parse(readFileSync(new URL(file, PACKAGE)), { columns: true });
}

function normalNumbers(seed: number): () => number {
  const uniform = uniformNumbers(seed);
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
