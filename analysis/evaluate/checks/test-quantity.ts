/** Test quantities: statistics of the outcomes of some rows, computed for observed outcomes and for replicated ones. */
import { type DemandLevel, levelsOfDemand } from '../scores/success-by-level.ts';

/** `slope` is the slope of the least-squares line over a demand; `least` and `greatest` are the extremes. */
export type QuantityKind = 'mean' | 'slope' | 'sd' | 'least' | 'greatest';

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
  /** Whether means at pairs of levels of two columns are compared too. */
  readonly pairs: boolean;
}

/** Number of levels per column in a pair: few, so that each cell has some rows. */
const LEVELS_OF_PAIR = 3;

/**
 * The mean over all rows and at each level of each column, and the slope over each demand. For an outcome that is not
 * binary also the standard deviation and the extremes. A level that contains all rows, or no outcome, is left out.
 *
 * @throws RangeError when the lengths of a column and of the outcomes differ
 */
export function testQuantities({ columns, outcomes, isBinary, pairs }: QuantityPlan): TestQuantity[] {
  for (const { name, values } of columns) {
    if (values.length !== outcomes.length) {
      throw new RangeError(`\`${name}\` has ${values.length} rows where outcomes have ${outcomes.length}`);
    }
  }
  const isThere = (row: number) => !Number.isNaN(outcomes[row]!);
  const all = Array.from({ length: outcomes.length }, (_, row) => row).filter(isThere);
  if (all.length === 0) return [];
  const others: readonly QuantityKind[] = isBinary || all.length < 2 ? [] : ['sd', 'least', 'greatest'];
  const meanAt = (places: readonly CheckedPlace[], rows: readonly number[]): TestQuantity[] => {
    const there = rows.filter(isThere);
    if (there.length === 0 || there.length === all.length) return [];
    return [meanOf(places, there)];
  };
  return [
    meanOf([], all),
    ...others.map((kind) => ({ kind, places: [], along: null, rows: all, weights: null })),
    ...columns.flatMap((column) => [
      ...slopeOver(column, all),
      ...placesOf(column).flatMap(({ place, rows }) => meanAt([place], rows)),
    ]),
    ...(pairs
      ? pairsOf(columns).flatMap(([first, second]) =>
          placesOf(first, LEVELS_OF_PAIR).flatMap((one) =>
            placesOf(second, LEVELS_OF_PAIR).flatMap((other) => {
              const both = new Set(other.rows);
              return meanAt(
                [one.place, other.place],
                one.rows.filter((row) => both.has(row)),
              );
            }),
          ),
        )
      : []),
  ];
}

function meanOf(places: readonly CheckedPlace[], rows: readonly number[]): TestQuantity {
  return { kind: 'mean', places, along: null, rows, weights: null };
}

/** Empty for a category, and for a demand that is constant. */
function slopeOver({ name, values, levels }: CheckedColumn, all: readonly number[]): TestQuantity[] {
  const rows = all.filter((row) => !Number.isNaN(values[row]!));
  if (levels !== null || rows.length < 2) return [];
  const centre = rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;
  const squares = rows.reduce((sum, row) => sum + (values[row]! - centre) ** 2, 0);
  if (!(squares > 0)) return [];
  const weights = Float64Array.from(rows, (row) => (values[row]! - centre) / squares);
  return [{ kind: 'slope', places: [], along: name, rows, weights }];
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
  { kind, rows, weights }: TestQuantity,
  outcomes: ArrayLike<number>,
  replications: number,
): Float64Array {
  const found = new Float64Array(replications);
  const each = (use: (outcome: number, replication: number, index: number) => void) => {
    for (const [index, row] of rows.entries()) {
      for (let replication = 0; replication < replications; replication++)
        use(outcomes[row * replications + replication]!, replication, index);
    }
  };
  switch (kind) {
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
        const term = weights![index]! * (outcome - outcomes[first + replication]!);
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
