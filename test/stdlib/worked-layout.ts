/** A worked layout with levels: that its prior draws the table that comes with it, and that a fit finds what was drawn. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDemands } from '../../analysis/simulate/design.ts';
import { type Simulation, simulateLayout } from '../../analysis/simulate/simulate.ts';
import { layoutOfMain } from '../../compiler/check/row-tables.ts';
import { prepare } from '../../compiler/compile.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { partOf, stackTables, withoutOutcomes } from '../../host/row-tables.ts';
import { encodeLevels } from '../../module/levels.ts';
import { type Manifest, TABLE_COLUMN } from '../../module/manifest.ts';
import type { NamedColumns } from '../../module/to-columns.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { triesAll } from '../random-cases.ts';

export interface WorkedLayout {
  /** The folder in `stdlib-layouts`; that of the layout's own name unless several share one. */
  readonly folder?: string;
  readonly table: string;
  readonly design: Parameters<typeof makeDemands>[1];
  readonly seed: bigint;
  /** Whether its fit takes several seconds: it is then among the slow tests. */
  readonly isLong?: true;
  /** Demands that are given and not drawn, by level or, without `of`, by row: of those the ranges are open. */
  readonly given?: Readonly<Record<string, { readonly of?: string; at(index: number): number }>>;
  /** Outcomes of levels of a category, such as what is noted of each task: only the first row of a level has them. */
  readonly once?: { readonly of: string; readonly outcomes: readonly string[] };
  /** The levels that each row of a table beside the main one names, by the name of the table, whose file is called so too. */
  readonly tables?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** What the layout is for beyond its latents, held to the fit's summary. */
  readonly says?: (
    summary: Readonly<Record<string, ParameterSummary>>,
    profile: Simulation['profile'],
  ) => void;
}

const textOf = (name: string, folder = name) => readFileSync(`stdlib-layouts/${folder}/${name}.ml`, 'utf8');

/** The table and the profile that the prior draws. */
export function simulateWorked(
  name: string,
  worked: WorkedLayout,
  text: string = textOf(name, worked.folder),
): Simulation {
  const { design, seed, given = {}, once, tables } = worked;
  const { layout: whole, manifest } = prepare({ name: `${name}.ml`, text });
  const layout = layoutOfMain(whole);
  const drawn = layout.demands.filter((demand) => given[demand.name] === undefined);
  const { columns, levels } = makeDemands({ ...layout, demands: drawn }, design, seed);
  const demands = new Map(columns);
  const { length } = columns.values().next().value!;
  for (const [demand, { of, at }] of Object.entries(given))
    demands.set(
      demand,
      of === undefined ? Float64Array.from({ length }, (_, row) => at(row)) : columns.get(of)!.map(at),
    );
  const pairs = layout.categories.filter(({ pairOf }) => pairOf !== null).map(({ name: pair }) => pair);
  for (const pair of pairs) demands.delete(pair);
  // Names such as model07, and families by letters, unless the layout lists them.
  const named = new Map(
    [...levels]
      .filter(([category]) => !pairs.includes(category))
      .map(([category, names]) => [
        category,
        layout.categories.some((each) => each.name === category && each.levels !== null)
          ? names
          : names.map((_, level) => nameOf(ownerOf(layout, category), level)),
      ]),
  );
  const main = { columns: demands, levels: named };
  const stacked = tables === undefined ? main : withTables(manifest, main, tables);
  const simulation = simulateLayout(whole, {
    ...{ demands: stacked.columns, levels: stacked.levels },
    ...{ profile: 'prior', seed },
  });
  return once === undefined ? simulation : { ...simulation, columns: notedOnce(simulation.columns, once) };
}

/** The rows of all tables, whose levels are given by name. */
function withTables(
  manifest: Manifest,
  main: NamedColumns,
  tables: NonNullable<WorkedLayout['tables']>,
): NamedColumns {
  const parts = Object.values(tables).map((columns) => {
    const encoded = Object.entries(columns).map(([name, names]) => [name, encodeLevels(names)] as const);
    return {
      columns: new Map(encoded.map(([name, { codes }]) => [name, codes])),
      levels: new Map(encoded.map(([name, { levels }]) => [name, levels])),
    };
  });
  return stackTables(withoutOutcomes(manifest), [main, ...parts]);
}

/** The simulation of the rows of one table alone. @param table its number, 0 for the main one */
function ofTable(simulation: Simulation, manifest: Manifest, table: number): Simulation {
  const numbers = simulation.columns.get(TABLE_COLUMN);
  if (numbers === undefined) return simulation;
  const own = partOf(manifest, table).columns.map(({ name }) => name);
  const columns = own.map((name) => {
    const values = simulation.columns.get(name)!.filter((_, row) => numbers[row] === table);
    return [name, values] as const;
  });
  return { ...simulation, columns: new Map(columns) };
}

/** The columns with these outcomes missing in all rows of a level but the first. */
export function notedOnce(
  columns: ReadonlyMap<string, Float64Array>,
  { of, outcomes }: NonNullable<WorkedLayout['once']>,
): Map<string, Float64Array> {
  const levels = columns.get(of)!;
  const kept = (values: Float64Array) =>
    values.map((value, row) => (levels.indexOf(levels[row]!) === row ? value : Number.NaN));
  return new Map(
    [...columns].map(([name, values]) => [name, outcomes.includes(name) ? kept(values) : values]),
  );
}

function ownerOf({ categories }: Parameters<typeof makeDemands>[0], column: string): string {
  return categories.find(({ columns }) => columns.includes(column))?.name ?? column;
}

function nameOf(category: string, level: number): string {
  return category === 'family'
    ? `family${'ABCDEFGH'[level]}`
    : `${category}${String(level + 1).padStart(2, '0')}`;
}

/** The name in a profile of a latent of a simulation, such as `theta[Ada, verbal]` of `theta.verbal`. */
function nameInProfile(latent: string, ...level: readonly string[]): string {
  const [name, ...parts] = latent.split('.');
  const inside = [...level, ...parts];
  return inside.length === 0 ? latent : `${name}[${inside.join(', ')}]`;
}

/** Large numbers with an exponent; nothing for a missing value. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return '';
  return value >= 1e15 ? value.toExponential().replace('+', '') : String(Number(value.toPrecision(6)));
}

/** The names of the values of a layout's outcomes, if they have any. */
function valuesOf(name: string, folder?: string): ReadonlyMap<string, readonly string[] | null> {
  const { layout } = prepare({ name: `${name}.ml`, text: textOf(name, folder) });
  return new Map(layout.observations.map(({ outcome, values }) => [outcome, values]));
}

/**
 * The simulated table as CSV.
 *
 * @param values the names of the values of outcomes
 */
export function tableText(
  { columns, levels }: Simulation,
  values: ReadonlyMap<string, readonly string[] | null> = new Map(),
): string {
  const rows = columns.values().next().value!.length;
  // Pairs of levels have no column of their own.
  const written = [...columns].filter(([name]) => !(name.includes('.') && levels.has(name)));
  const line = (row: number) =>
    written.map(
      ([column, numbers]) =>
        levels.get(column)?.[numbers[row]!] ??
        values.get(column)?.[numbers[row]! - 1] ??
        numberText(numbers[row]!),
    );
  const lines = [written.map(([name]) => name), ...Array.from({ length: rows }, (_, row) => line(row))];
  return `${lines.map((cells) => cells.join(',')).join('\n')}\n`;
}

/** The tests of worked layouts, by their names. */
export function testWorked(layouts: Readonly<Record<string, WorkedLayout>>): void {
  describe.each(Object.entries(layouts))('%s', (name, worked) => {
    it('has a table that its prior draws', async () => {
      const simulation = simulateWorked(name, worked);
      const { manifest } = prepare({ name: `${name}.ml`, text: textOf(name, worked.folder) });
      const folder = `../../stdlib-layouts/${worked.folder ?? name}`;
      const files = [worked.table, ...Object.keys(worked.tables ?? {}).map((table) => `${table}.csv`)];
      for (const [table, file] of files.entries()) {
        const text = tableText(ofTable(simulation, manifest, table), valuesOf(name, worked.folder));
        await expect(text).toMatchFileSnapshot(`${folder}/${file}`);
      }
    });

    it.skipIf(worked.isLong && !triesAll())('is fitted to what was drawn, and finds it again', async () => {
      const { columns, levels, profile } = simulateWorked(name, worked);
      const { bytes } = await compileToFit({ name: `${name}.ml`, text: textOf(name, worked.folder) });
      const { summary, verdict } = await fitOnce(await loadModule(bytes), columns, {
        levels,
        ...{ chains: 2, warmup: 400, draws: 500, scouts: 0, pool: openThisThread() },
      });
      expect(verdict.status).not.toBe('failed');
      const distance = (parameter: string, truth: number) => {
        const { mean, sd } = summary[parameter]!;
        return (mean! - truth) / sd!;
      };
      const single: number[] = [];
      const ofLevels: number[] = [];
      for (const [latent, value] of Object.entries(profile)) {
        if (typeof value === 'number') single.push(distance(nameInProfile(latent), value));
        else
          for (const [level, each] of Object.entries(value))
            ofLevels.push(distance(nameInProfile(latent, level), each));
      }
      for (const each of single) expect(Math.abs(each)).toBeLessThan(3);
      const square = ofLevels.reduce((sum, each) => sum + each ** 2, 0) / ofLevels.length;
      expect(square).toBeGreaterThan(0.4);
      expect(square).toBeLessThan(1.8);
      worked.says?.(summary, profile);
    });
  });
}
