/**
 * The worked layouts mean what the Stan programs beside them say: the log densities of both differ by one constant, on the tables that come with
 * the layouts. Skipped if Python has no stanli and bridgestan, which bench/peers/install.sh installs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { prepare } from '../../../compiler/compile.ts';
import { interpret, type Point } from '../../../compiler/interpret/interpret.ts';
import { toRows } from '../../../host/row-tables.ts';
import type { Manifest } from '../../../module/manifest.ts';
import { readLayout } from '../../interpret/read-layout.ts';
import { hasPython, runPythonFile } from '../../python.ts';
import { type Context, factOf, latent, PROGRAMS, type Program } from './stan-programs.ts';

interface Declared {
  readonly name: string;
  readonly type: string;
  readonly sizes: readonly string[];
  readonly constraint: string;
}

/** What a block of a Stan program declares. */
function declarations(stan: string, block: 'data' | 'parameters'): Declared[] {
  const body = new RegExp(`^${block} \\{$([^]*?)^\\}$`, 'm').exec(stan)![1]!;
  return [...body.matchAll(/^\s*(?:array\[([^\]]*)\] )?(\w+)(?:<([^>]*)>)?(?:\[([^\]]*)\])? (\w+);$/gm)].map(
    ([, array = '', type, constraint = '', size = '', name]) => ({
      ...{ name: name!, type: type!, constraint },
      sizes: [array, size].filter((each) => each !== '').flatMap((each) => each.split(', ')),
    }),
  );
}

/** The data of a Stan program in a layout's table. */
function stanData(
  declared: readonly Declared[],
  context: Omit<Context, 'point'>,
  program: Program,
  rows: readonly number[],
) {
  const given = program.data?.(context) ?? {};
  const { columns, levels } = context.table;
  const columnOf = (name: string) =>
    [name, name.replace(/_(of|model)$/, ''), name === 'rated' ? 'task' : name].find((each) =>
      columns.has(each),
    )!;
  const categoryOf = (column: string) =>
    context.layout.categories.find((category) => category.columns.includes(column))?.name;
  const categoryOfCount = (count: string) =>
    categoryOf(columnOf(declared.find(({ constraint }) => constraint.endsWith(`upper=${count}`))!.name))!;
  const starts = rows.map((_, table) => rows.slice(0, table).reduce((sum, each) => sum + each, 0));
  const rowsOf: Readonly<Record<string, number>> = { N: 0, ratings: 1 };
  const value = ({ name, sizes: [size] }: Declared): unknown => {
    if (name in given) return given[name];
    if (size === undefined)
      return name in rowsOf ? rows[rowsOf[name]!] : levels!.get(categoryOfCount(name))!.length;
    const column = columnOf(name);
    const isCategory = categoryOf(column) !== undefined;
    if (!(size in rowsOf))
      return factOf(context.table, column, categoryOfCount(size)).map((each) => each + Number(isCategory));
    const from = starts[rowsOf[size]!]!;
    return [...columns.get(column)!.subarray(from, from + rows[rowsOf[size]!]!)].map(
      (each) => each + Number(isCategory),
    );
  };
  return Object.fromEntries(declared.map((each) => [each.name, value(each)]));
}

/** Σ ln |∂ a parameter / ∂ Stan's unconstrained number|, less what is the same everywhere. */
function logJacobian(
  { type, constraint, sizes }: Declared,
  values: readonly number[],
  known: (name: string) => number,
): number {
  if (type === 'ordered') {
    const width = Number(sizes.at(-1));
    return sum(values.map((each, place) => (place % width === 0 ? 0 : Math.log(each - values[place - 1]!))));
  }
  const bounds = new Map(
    constraint
      .split(', ')
      .filter((each) => each !== '')
      .map((each) => each.split('=') as [string, string]),
  );
  const bound = (name: string) => known(bounds.get(name)!);
  if (bounds.has('multiplier')) return values.length * Math.log(bound('multiplier'));
  return sum(
    values.map(
      (each) =>
        (bounds.has('lower') ? Math.log(each - bound('lower')) : 0) +
        (bounds.has('upper') ? Math.log(bound('upper') - each) : 0),
    ),
  );
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

/** Numbers in arrays of these sizes, row by row. */
function shaped(values: readonly number[], sizes: readonly number[]): unknown {
  if (sizes.length === 0) return values[0];
  const [, ...inner] = sizes;
  const step = values.length / sizes[0]!;
  return Array.from({ length: sizes[0]! }, (_, place) =>
    shaped(values.slice(place * step, (place + 1) * step), inner),
  );
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The columns of a table, of which the values that a layout names are numbers, from 1. */
function columnsOf(path: string, { observations }: Context['layout']): Record<string, (string | number)[]> {
  const records: Record<string, string>[] = parse(readFileSync(path), { columns: true });
  const cell = (column: string, text: string) => {
    const named = observations.find(({ outcome }) => outcome === column)?.values;
    if (named) return named.indexOf(text) + 1;
    if (text === '') return Number.NaN;
    return Number.isNaN(Number(text)) ? text : Number(text);
  };
  return Object.fromEntries(
    Object.keys(records[0]!).map((name) => [name, records.map((record) => cell(name, record[name]!))]),
  );
}

const POINTS = 4;
const scratch = mkdtempSync(join(tmpdir(), 'stan-densities-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The log densities of both at the same points. */
function densities(name: string, program: Program): { readonly ours: number[]; readonly stan: number[] } {
  const [stem] = name.split(' ') as [string];
  const path = `stdlib-layouts/${program.folder ?? stem}`;
  const text = readFileSync(`${path}/${stem}.ml`, 'utf8');
  const layout = readLayout(text, program.choose);
  const manifest: Manifest = prepare({ name: `${stem}.ml`, text }, program.choose).manifest;
  const main = columnsOf(`${path}/${program.table}`, layout);
  const others = Object.entries(program.tables ?? {}).map(
    ([table, file]) => [table, columnsOf(`${path}/${file}`, layout)] as const,
  );
  const table = toRows(manifest, main, Object.fromEntries(others));
  const rows = [main, ...others.map(([, columns]) => columns)].map(
    (columns) => Object.values(columns)[0]!.length,
  );
  const meaning = interpret(layout, { rows: sum(rows), columns: Object.fromEntries(table.columns) });
  const declared = declarations(readFileSync(`test/stdlib/stan/${stem}.stan`, 'utf8'), 'parameters');
  const data = stanData(
    declarations(readFileSync(`test/stdlib/stan/${stem}.stan`, 'utf8'), 'data'),
    { layout, table },
    program,
    rows,
  );

  const starts: number[] = [];
  const sizes = layout.latents.map(({ index }) => (index === null ? 1 : table.levels!.get(index)!.length));
  for (const [place, size] of sizes.entries())
    starts.push(...new Array<number>(size).fill(program.around?.[layout.latents[place]!.name] ?? 0));
  const ours: number[] = [];
  const jacobians: number[] = [];
  const points: Record<string, unknown>[] = [];
  for (let at = 0; at < POINTS; at++) {
    const point = meaning.constrain(
      starts.map((start, place) => start + 0.6 * Math.sin(1 + at * 1.7 + place * 2.3)),
    );
    ours.push(meaning.logDensity(point as Point));
    const read = new Map(
      declared.map((each) => [
        each.name,
        (program.parameters?.[each.name] ?? latent(camelCase(each.name)))({ layout, point, table }),
      ]),
    );
    const known = (word: string) => {
      const found = Number.isNaN(Number(word))
        ? (program.constants?.[word] ?? read.get(word)?.values[0])
        : Number(word);
      if (found === undefined) throw new Error(`${stem}: what is ${word}?`);
      return found;
    };
    jacobians.push(
      sum(
        declared.map((each) => {
          const { values, logSlopes } = read.get(each.name)!;
          return (
            sum(logSlopes) + (each.type === 'cholesky_factor_corr' ? 0 : logJacobian(each, values, known))
          );
        }),
      ),
    );
    const sizeOf = (size: string) => (size in data ? (data[size] as number) : Number(size));
    points.push(
      Object.fromEntries(
        declared.map(({ name: parameter, type, sizes }) => {
          const dims = sizes.map(sizeOf);
          return [
            parameter,
            shaped(
              read.get(parameter)!.values,
              type === 'cholesky_factor_corr' ? [dims[0]!, dims[0]!] : dims,
            ),
          ];
        }),
      ),
    );
  }
  const job = join(scratch, `${name}.json`);
  writeFileSync(job, JSON.stringify({ program: `test/stdlib/stan/${stem}.stan`, data, points }));
  const stan = runPythonFile('test/slow/stdlib/stan-density.py', job) as number[];
  return { ours: ours.map((each, at) => each + jacobians[at]!), stan };
}

describe('the Stan programs beside the worked layouts', () => {
  it('are each compared', () => {
    const compared = new Set(Object.keys(PROGRAMS).map((name) => `${name.split(' ')[0]}.stan`));
    expect([...compared].sort()).toEqual(readdirSync('test/stdlib/stan').sort());
  });

  describe.skipIf(!hasPython(['stanli', 'bridgestan'], 'the densities of Stan programs'))('with Stan', () => {
    it.each(Object.entries(PROGRAMS))(
      '%s: both have the same density, but for a constant',
      (name, program) => {
        const { ours, stan } = densities(name, program);
        for (let at = 1; at < POINTS; at++) {
          const [wanted, found] = [stan[at]! - stan[0]!, ours[at]! - ours[0]!];
          expect(Math.abs(wanted), 'the points differ').toBeGreaterThan(0.01);
          const bound = (program.precision ?? 1e-10) * Math.max(Math.abs(stan[at]!), Math.abs(stan[0]!), 1);
          expect(Math.abs(found - wanted), `${found}, not ${wanted}`).toBeLessThanOrEqual(bound);
        }
      },
    );
  });
});
