/** Test quantities: statistics of the outcomes of some rows, computed for observed outcomes and for replicated ones. */
import { type DemandLevel, levelsOfDemand } from '../scores/success-by-level.ts';

/**
 * `share` is the share of rows that have one value; `slope` is the slope of the least-squares line over a demand, of the
 * outcome or of whether it has one value; `least` and `greatest` are the extremes.
 */
export type QuantityKind = 'mean' | 'share' | 'slope' | 'sd' | 'least' | 'greatest';

/** A value of an outcome whose values have no order. */
export interface CheckedValue {
  readonly number: number;
  /** As tables have it: its name, or its number. */
  readonly name: string;
}

/** A condition on a column: values in [lower, upper], or one level of a category. */
export interface CheckedPlace {
  readonly column: string;
  readonly lower: number;
  readonly upper: number;
  /** The name of a category's level; null for a demand. */
  readonly level: string | null;
}

export interface TestQuantity {
  readonly kind: QuantityKind;
  /** The value whose share, or the slope of whose share, is taken; null for a statistic of the numbers themselves. */
  readonly value: CheckedValue | null;
  /** The rows must be in all of these places; an empty list means all rows. */
  readonly places: readonly CheckedPlace[];
  /** The demand over which a slope is taken; otherwise null. */
  readonly along: string | null;
  /** The rows that have the outcome: numbers from 0, ascending. */
  readonly rows: readonly number[];
  /** For a slope, one weight per row: the slope is the weighted sum of the outcomes. Otherwise null. */
  readonly weights: Float64Array | null;
}

/** A demand or a category by which rows are grouped. */
export interface CheckedColumn {
  readonly name: string;
  /** One number per row; level numbers for a category. */
  readonly values: ArrayLike<number>;
  /** The names of a category's levels; null for a demand. */
  readonly levels: readonly string[] | null;
}

export interface QuantityPlan {
  readonly columns: readonly CheckedColumn[];
  /** NaN where missing. */
  readonly outcomes: ArrayLike<number>;
  /** Whether the outcomes are binary, so that the mean says everything. */
  readonly isBinary: boolean;
  /** All values of an outcome whose values have no order, so that the mean of their numbers says nothing; absent otherwise. */
  readonly nominal?: readonly CheckedValue[];
  /** Whether means at pairs of levels of two columns are compared too. */
  readonly pairs: boolean;
}

/** Number of levels per column in a pair: few, so that each cell has some rows. */
const LEVELS_OF_PAIR = 3;

/**
 * The mean over all rows and at each level of each column, and the slope over each demand. For an outcome that is not
 * binary also the standard deviation and the extremes. For one without an order none of these, but the share of each
 * value in place of the mean, and its slopes; of two values only the second, since the first has the other rows. A level
 * that contains all rows, or no outcome, is left out.
 *
 * @throws RangeError when the lengths of a column and of the outcomes differ
 */
export function testQuantities({
  columns,
  outcomes,
  isBinary,
  nominal,
  pairs,
}: QuantityPlan): TestQuantity[] {
  for (const { name, values } of columns) {
    if (values.length !== outcomes.length) {
      throw new RangeError(`\`${name}\` has ${values.length} rows where outcomes have ${outcomes.length}`);
    }
  }
  const isThere = (row: number) => !Number.isNaN(outcomes[row]!);
  const all = Array.from({ length: outcomes.length }, (_, row) => row).filter(isThere);
  if (all.length === 0) return [];
  const others: readonly QuantityKind[] =
    isBinary || nominal !== undefined || all.length < 2 ? [] : ['sd', 'least', 'greatest'];
  const values = nominal === undefined ? [null] : nominal.length === 2 ? nominal.slice(1) : nominal;
  const meansAt = (places: readonly CheckedPlace[], rows: readonly number[]): TestQuantity[] => {
    const there = rows.filter(isThere);
    if (there.length === 0 || there.length === all.length) return [];
    return values.map((value) => meanOf(value, places, there));
  };
  return [
    ...values.map((value) => meanOf(value, [], all)),
    ...others.map((kind) => ({ kind, value: null, places: [], along: null, rows: all, weights: null })),
    ...columns.flatMap((column) => [
      ...slopesOver(column, values, all),
      ...placesOf(column).flatMap(({ place, rows }) => meansAt([place], rows)),
    ]),
    ...(pairs
      ? pairsOf(columns).flatMap(([first, second]) =>
          placesOf(first, LEVELS_OF_PAIR).flatMap((one) =>
            placesOf(second, LEVELS_OF_PAIR).flatMap((other) => {
              const both = new Set(other.rows);
              return meansAt(
                [one.place, other.place],
                one.rows.filter((row) => both.has(row)),
              );
            }),
          ),
        )
      : []),
  ];
}

function meanOf(
  value: CheckedValue | null,
  places: readonly CheckedPlace[],
  rows: readonly number[],
): TestQuantity {
  return { kind: value === null ? 'mean' : 'share', value, places, along: null, rows, weights: null };
}

/** One for each of `of`; none for a category, and for a demand that is constant. */
function slopesOver(
  { name, values, levels }: CheckedColumn,
  of: readonly (CheckedValue | null)[],
  all: readonly number[],
): TestQuantity[] {
  const rows = all.filter((row) => !Number.isNaN(values[row]!));
  if (levels !== null || rows.length < 2) return [];
  const centre = rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;
  const squares = rows.reduce((sum, row) => sum + (values[row]! - centre) ** 2, 0);
  if (!(squares > 0)) return [];
  const weights = Float64Array.from(rows, (row) => (values[row]! - centre) / squares);
  return of.map((value) => ({ kind: 'slope', value, places: [], along: name, rows, weights }));
}

function placesOf(
  { name, values, levels }: CheckedColumn,
  most?: number,
): { readonly place: CheckedPlace; readonly rows: readonly number[] }[] {
  const found: readonly DemandLevel[] = levelsOfDemand(values, levels === null ? most : levels.length);
  return found.map(({ lower, upper, rows }) => ({
    place: { column: name, lower, upper, level: levels === null ? null : (levels[lower] ?? String(lower)) },
    rows,
  }));
}

function pairsOf<T>(values: readonly T[]): (readonly [T, T])[] {
  return values.flatMap((first, index) => values.slice(index + 1).map((second) => [first, second] as const));
}

/** The quantity for the observed outcomes. */
export function observedQuantity(quantity: TestQuantity, outcomes: ArrayLike<number>): number {
  return replicatedQuantity(quantity, outcomes, 1)[0]!;
}

/**
 * The quantity for each replication.
 *
 * @param outcomes row by row, with `replications` values per row, as `predict` draws them
 */
export function replicatedQuantity(
  { kind, value, rows, weights }: TestQuantity,
  outcomes: ArrayLike<number>,
  replications: number,
): Float64Array {
  const found = new Float64Array(replications);
  const read = (place: number) =>
    value === null ? outcomes[place]! : outcomes[place] === value.number ? 1 : 0;
  const each = (use: (outcome: number, replication: number, index: number) => void) => {
    for (const [index, row] of rows.entries()) {
      for (let replication = 0; replication < replications; replication++)
        use(read(row * replications + replication), replication, index);
    }
  };
  switch (kind) {
    case 'share': {
      // Without a call per outcome, since there is a share for each of many values.
      const { number } = value!;
      for (const row of rows) {
        const first = row * replications;
        for (let replication = 0; replication < replications; replication++)
          if (outcomes[first + replication] === number) found[replication]!++;
      }
      return found.map((count) => count / rows.length);
    }
    case 'mean':
      // Sum first and divide last: sums of whole numbers are exact, so that equal rates compare as equal.
      each((outcome, replication) => {
        found[replication]! += outcome;
      });
      return found.map((sum) => sum / rows.length);
    case 'slope': {
      // Use differences from the first row, so that the slope of equal values is exactly 0.
      const first = rows[0]! * replications;
      const sizes = new Float64Array(replications);
      each((outcome, replication, index) => {
        const term = weights![index]! * (outcome - read(first + replication));
        found[replication]! += term;
        sizes[replication]! += Math.abs(term);
      });
      // Round away the effect of summation order: slopes that differ only by it become equal, or 0.
      return found.map((slope, replication) =>
        Math.abs(slope) < 1e-12 * sizes[replication]! ? 0 : Number(slope.toPrecision(12)),
      );
    }
    case 'sd': {
      const means = new Float64Array(replications);
      each((outcome, replication) => {
        means[replication]! += outcome / rows.length;
      });
      each((outcome, replication) => {
        found[replication]! += (outcome - means[replication]!) ** 2 / (rows.length - 1);
      });
      return found.map(Math.sqrt);
    }
    case 'least':
    case 'greatest': {
      const choose = kind === 'least' ? Math.min : Math.max;
      found.fill(kind === 'least' ? Infinity : -Infinity);
      each((outcome, replication) => {
        found[replication] = choose(found[replication]!, outcome);
      });
      return found;
    }
  }
}
