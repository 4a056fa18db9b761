/** Designs: demands for a simulation, as a factorial grid or as independent draws within the declared domains. */
import type { Demand, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { unitText } from '../../compiler/check/units.ts';
import { withPairs } from '../../host/pairs.ts';
import type { Levels } from '../../module/levels.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { crossLevels, drawLevels, type LevelNumbers, namesOfLevels } from './level-design.ts';
import { SimulationError } from './simulation-error.ts';

export const DESIGNS = ['grid', 'random'] as const;

/**
 * - `grid`: all combinations of evenly spaced values, with as many values per demand as `rows` allow; sets and flags
 *   have all their values. There are at most `rows` rows.
 * - `random`: `rows` rows, in which each demand is uniform over its declared domain, independently of the others.
 * - `crossed`: every combination of levels of categories once, in at most `rows` rows, with random demands.
 *
 * With levels of categories a grid has all combinations of those too, and random rows have random levels. A demand of
 * levels has a random value for each; those of one by which levels are ordered increase from level to level.
 */
export interface Design {
  readonly kind: (typeof DESIGNS)[number] | 'crossed';
  /** At least 1. */
  readonly rows: number;
  /** How many levels each category has; absent for a layout without categories. */
  readonly levels?: LevelNumbers;
}

/** A larger table would not fit in memory. */
export const MAX_ROWS = 10_000_000;

/** Demands and categories by name, in the order of declaration. */
export interface DemandTable {
  /** A layout may have no demands. */
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Float64Array>;
  /** The names of the levels of each category. */
  readonly levels: Levels;
}

/** @throws SimulationError for a demand without a finite range, a category, or a grid that needs more rows. */
export function makeDemands(
  layout: TypedLayout,
  { kind, rows, levels: numbers = {} }: Design,
  seed: bigint,
): DemandTable {
  if (!Number.isInteger(rows) || rows < 1 || rows > MAX_ROWS) {
    throw new SimulationError(
      `A design of ${rows} rows cannot be made.`,
      `Give a whole number from 1 to ${MAX_ROWS}.`,
    );
  }
  const [table] = layout.tables;
  if (table !== undefined) {
    throw new SimulationError(
      `The layout has a table \`${table.name}\` beside the main one, and a design makes the rows of one table.`,
      `Give the rows: a table of demands, and --table ${table.name}=FILE.`,
    );
  }
  const { demands } = layout;
  const ranges = demands.map(rangeOf);
  const levels = namesOfLevels(layout, numbers);
  if (layout.categories.length === 0) {
    return kind === 'grid' ? grid(demands, ranges, rows) : randomRows(demands, ranges, rows, seed);
  }
  const leveled =
    kind === 'random' ? drawLevels(layout, levels, rows, seed) : crossLevels(layout, levels, rows);
  return withDemands(layout, { ...leveled, levels }, kind === 'grid' ? rows : null, seed);
}

/**
 * Adds demands to rows with levels: random ones, or all of a grid to each of the rows.
 *
 * @param most how many rows there may be with a grid; null for random demands
 */
function withDemands(
  { demands, categories }: TypedLayout,
  { rows, columns, levels }: DemandTable,
  most: number | null,
  seed: bigint,
): DemandTable {
  const ofRows = demands.filter(({ index }) => index === null);
  const gridded = most === null ? null : grid(ofRows, ofRows.map(rangeOf), Math.floor(most / rows));
  const times = gridded?.rows ?? 1;
  const repeated = (column: Float64Array) =>
    Float64Array.from({ length: rows * times }, (_, row) => column[Math.floor(row / times)]!);
  const made = demands.map((demand, place): [string, Float64Array] => {
    const { name, index } = demand;
    const random = openStream(seed, 'demand', place);
    const draw = () => within(rangeOf(demand), random.uniform());
    const given = gridded?.columns.get(name);
    if (given !== undefined) {
      return [name, Float64Array.from({ length: rows * times }, (_, row) => given[row % times]!)];
    }
    if (index === null) return [name, Float64Array.from({ length: rows }, draw)];
    const count = levels.get(index)!.length;
    const ofLevels = categories.some(({ orderedBy }) => orderedBy === name)
      ? increasing(demand, count, draw)
      : Array.from({ length: count }, draw);
    return [name, repeated(columns.get(index)!.map((level) => ofLevels[level]!))];
  });
  const ofCategories = [...columns].map(([name, column]) => [name, repeated(column)] as const);
  const whole = { columns: new Map([...made, ...ofCategories]), levels };
  return { rows: rows * times, ...withPairs({ columns: categories }, whole) };
}

/**
 * Different values for the levels that they order, in that order.
 *
 * @throws SimulationError when there are not so many
 */
function increasing(demand: Demand, count: number, draw: () => number): number[] {
  const most = countOf(rangeOf(demand));
  if (most < count) {
    throw new SimulationError(
      `The category \`${demand.index}\` has ${count} levels, and the demand \`${demand.name}\`, by which they are ordered, only ${most} values.`,
      `Make at most ${most} levels, or widen what the layout declares for \`${demand.name}\`.`,
    );
  }
  const values = new Set<number>();
  while (values.size < count) values.add(draw());
  return [...values].sort((a, b) => a - b);
}

/** @throws SimulationError when the layout has categories, which a design cannot make. */
export function expectNoCategories({ categories }: TypedLayout): void {
  const [category] = categories;
  if (category !== undefined) {
    throw new SimulationError(
      `A design does not say which rows belong to which level of the category \`${category.name}\`.`,
      'Give a table of demands with a column that does.',
    );
  }
}

/** The possible values of a demand: a list, or an interval of real or whole numbers. */
type Range =
  | { readonly kind: 'values'; readonly values: readonly number[] }
  | { readonly kind: 'between'; readonly lo: number; readonly hi: number; readonly isWhole: boolean };

function rangeOf({ name, type, domain, isCount }: Demand): Range {
  if (domain.kind === 'set') return { kind: 'values', values: domain.values };
  const [lo, hi] = domain.kind === 'any' ? [isCount ? 0 : -Infinity, Infinity] : [domain.lo, domain.hi];
  const ends = isCount ? { lo: Math.max(0, Math.ceil(lo)), hi: Math.floor(hi) } : { lo, hi };
  if (Number.isFinite(ends.lo) && Number.isFinite(ends.hi))
    return { kind: 'between', ...ends, isWhole: isCount };
  const unit = type.kind === 'real' ? unitText(type.unit) : '';
  const words = [...(isCount ? ['count'] : []), ...(unit === '' ? [] : [unit])];
  const after = words.length === 0 ? '' : ` : ${words.join(' ')}`;
  throw new SimulationError(
    `The demand \`${name}\` has no finite range for its values.`,
    `Declare one, such as \`demand ${name}${after} in [0, 10]\`, or give a table of demands.`,
  );
}

function grid(demands: readonly Demand[], ranges: readonly Range[], rows: number): DemandTable {
  const levels = levelsOf(ranges, rows);
  const total = product(levels);
  // The first demand varies slowest.
  let repeats = total;
  const columns = new Map(
    demands.map(({ name }, index) => {
      const values = evenly(ranges[index]!, levels[index]!);
      repeats /= values.length;
      const each = repeats;
      const column = Float64Array.from(
        { length: total },
        (_, row) => values[Math.floor(row / each) % values.length]!,
      );
      return [name, column];
    }),
  );
  return { rows: total, columns, levels: new Map() };
}

/**
 * The number of values of each demand. It begins with all values of a set and two of a range, and then adds one at a
 * time to the range that has fewest, as long as the grid has at most `rows` rows.
 *
 * @throws SimulationError when even the first grid has more rows.
 */
function levelsOf(ranges: readonly Range[], rows: number): number[] {
  const most = ranges.map((range) => countOf(range));
  const levels = ranges.map((range, index) =>
    range.kind === 'values' ? range.values.length : Math.min(2, most[index]!),
  );
  if (product(levels) > rows) {
    throw new SimulationError(
      `A grid of these demands has at least ${product(levels)} rows, more than ${rows}.`,
      'Allow so many, or take random demands.',
    );
  }
  for (;;) {
    const next = ranges
      .map((_, index) => index)
      .filter((index) => levels[index]! < most[index]!)
      .filter((index) => (product(levels) / levels[index]!) * (levels[index]! + 1) <= rows)
      .sort((a, b) => levels[a]! - levels[b]!)[0];
    if (next === undefined) return levels;
    levels[next]!++;
  }
}

function countOf(range: Range): number {
  if (range.kind === 'values') return range.values.length;
  const { lo, hi, isWhole } = range;
  if (lo === hi) return 1;
  return isWhole ? hi - lo + 1 : Infinity;
}

/** `count` values of a range, evenly spaced from end to end. */
function evenly(range: Range, count: number): readonly number[] {
  if (range.kind === 'values') return range.values;
  const { lo, hi, isWhole } = range;
  return Array.from({ length: count }, (_, i) => {
    const share = count === 1 ? 0 : i / (count - 1);
    const value = share === 1 ? hi : lo + (hi - lo) * share;
    return isWhole ? Math.round(value) : value;
  });
}

function randomRows(
  demands: readonly Demand[],
  ranges: readonly Range[],
  rows: number,
  seed: bigint,
): DemandTable {
  const columns = new Map(
    demands.map(({ name }, index) => {
      const random = openStream(seed, 'demand', index);
      const range = ranges[index]!;
      return [name, Float64Array.from({ length: rows }, () => within(range, random.uniform()))];
    }),
  );
  return { rows, columns, levels: new Map() };
}

/** Maps a number between 0 and 1 to a value of a range. */
function within(range: Range, u: number): number {
  if (range.kind === 'values') return range.values[Math.floor(u * range.values.length)]!;
  const { lo, hi, isWhole } = range;
  if (isWhole) return Math.min(hi, lo + Math.floor(u * (hi - lo + 1)));
  return Math.min(hi, lo + (hi - lo) * u);
}

function product(factors: readonly number[]): number {
  return factors.reduce((a, b) => a * b, 1);
}
