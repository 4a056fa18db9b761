/** Random rows that an accepted layout may be given. */
import type {
  Category,
  Demand,
  Observation,
  TypedExpression,
  TypedLayout,
} from '../../compiler/check/typed-layout.ts';
import { gradesOf, outcomeDefinition, trialsOf } from '../../compiler/families/outcomes.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { stackTables } from '../../host/row-tables.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { Random } from './random.ts';

const ROWS = 7;
/** Levels that a category has at most. */
const MAX_LEVELS = 3;

function demandValue({ domain, isCount }: Demand, random: Random): number {
  if (domain.kind === 'set') return random.pick(domain.values);
  const { lo, hi } = domain.kind === 'range' ? domain : { lo: -Infinity, hi: Infinity };
  const from = Math.max(lo, isCount ? 0 : lo === -Infinity ? Math.min(hi, 10) - 20 : lo);
  const to = Math.min(hi, from + Math.max(20, Math.abs(from)));
  // Each value several times, the ends among them, so that rows repeat.
  const share = random.below(5) / 4;
  const value = from * (1 - share) + to * share;
  return isCount ? Math.min(Math.ceil(value), Math.floor(to)) : Math.min(Math.max(value, from), to);
}

/** A value that the distribution has; `trials` of a count is what it is out of. */
function outcomeValue(observation: Observation, trials: number, random: Random): number {
  switch (outcomeDefinition(observation).values) {
    case 'flag':
      return random.below(2);
    case 'count':
      return Math.min(random.below(Math.min(trials, 1e6) + 1), trials);
    case 'tally':
      return random.below(9);
    case 'share':
      return (1 + random.below(9)) / 10;
    case 'closedShare':
      return random.below(11) / 10;
    case 'line':
      return random.below(9) - 4;
    case 'positive':
      return 2 ** (random.below(9) - 4);
    case 'grade':
      return 1 + random.below(gradesOf(observation));
  }
}

function mostLevels({ levels }: Category): number {
  return Math.min(levels?.length ?? MAX_LEVELS, MAX_LEVELS);
}

/** Each before the one that it lies within, whose levels follow from its own. */
function innerFirst(categories: readonly Category[]): readonly Category[] {
  const depth = ({ within }: Category): number =>
    within === null ? 0 : 1 + depth(categories.find(({ name }) => name === within)!);
  return [...categories].sort((a, b) => depth(b) - depth(a));
}

/** The values with that of a level's first row in all of its rows. */
function sameInLevel(values: ArrayLike<number>, levels: Float64Array): Float64Array {
  return levels.map((level) => values[levels.indexOf(level)]!);
}

/** How many levels of a category the rows have, of those up to the last one. */
export function levelCount({ columns }: Category, data: Data): number {
  return 1 + Math.max(...columns.flatMap((name) => Array.from(data.columns[name]!)));
}

/** Rows within every domain, or null where there can be none. Each table of a layout with several has as many. */
export function randomData(layout: TypedLayout, manifest: Manifest, random: Random): Data | null {
  const columns: Record<string, Float64Array> = Object.create(null);
  for (const demand of layout.demands) {
    columns[demand.name] = Float64Array.from({ length: ROWS }, () => demandValue(demand, random));
  }
  let column = 0;
  for (const category of layout.categories) {
    const levels = mostLevels(category);
    for (const name of category.columns) {
      const rowsPerLevel = 1 + (column++ % MAX_LEVELS);
      columns[name] = Float64Array.from(
        { length: ROWS },
        (_, row) => Math.floor(row / rowsPerLevel) % levels,
      );
    }
  }
  for (const { name, within } of innerFirst(layout.categories)) {
    if (within === null) continue;
    const outer = layout.categories.find((category) => category.name === within)!;
    columns[within] = columns[name]!.map((level) => level % mostLevels(outer));
  }
  for (const { name, index } of layout.demands) {
    if (index !== null) columns[name] = sameInLevel(columns[name]!, columns[index]!);
  }
  for (const observation of layout.observations) {
    const trials = trialsOf<TypedExpression>(observation);
    const most = (row: number) =>
      trials?.kind === 'number' ? trials.value : trials?.kind === 'column' ? columns[trials.name]![row]! : 0;
    columns[observation.outcome] = Float64Array.from({ length: ROWS }, (_, row) =>
      outcomeValue(observation, most(row), random),
    );
  }
  const isSound = Object.values(columns).every((column) => column.every(Number.isFinite));
  if (!isSound) return null;
  return layout.tables.length === 0 ? { rows: ROWS, columns } : inTables(layout, manifest, columns);
}

/** The rows of all tables as the module takes them, each with the columns that it has. */
function inTables(
  layout: TypedLayout,
  manifest: Manifest,
  columns: Readonly<Record<string, Float64Array>>,
): Data {
  const levels = new Map(
    layout.categories.flatMap((category) => {
      const names = Array.from({ length: mostLevels(category) }, (_, level) => `level ${level}`);
      return category.columns.map((name) => [name, category.levels ?? names] as const);
    }),
  );
  const ofTables = new Set(layout.tables.flatMap((table) => table.columns));
  const main = Object.keys(columns).filter((name) => !ofTables.has(name));
  const parts = [main, ...layout.tables.map((table) => [...table.shared, ...table.columns])].map((names) => ({
    columns: new Map(names.flatMap((name) => (name in columns ? [[name, columns[name]!] as const] : []))),
    levels,
  }));
  const { columns: whole } = stackTables(manifest, parts);
  return { rows: ROWS * parts.length, columns: Object.fromEntries(whole) };
}
