/** What is compared between observed outcomes and those that a model makes: a statistic of the outcomes of some rows. */
import { type DemandLevel, levelsOfDemand } from '../scores/success-by-level.ts';

/** `slope` is that of the least-squares line over a demand; `least` and `greatest` are the extremes. */
export type QuantityKind = 'mean' | 'slope' | 'sd' | 'least' | 'greatest';

/** Rows of a column: with values in [lower, upper], or of one level of a category. */
export interface CheckedPlace {
  readonly column: string;
  readonly lower: number;
  readonly upper: number;
  /** Of a category the name of its level; else null. */
  readonly level: string | null;
}

export interface TestQuantity {
  readonly kind: QuantityKind;
  /** Which rows it is of: those in all of these places; of all rows where there are none. */
  readonly places: readonly CheckedPlace[];
  /** The demand that a slope is over; else null. */
  readonly along: string | null;
  /** The rows that have the outcome, from 0, ascending. */
  readonly rows: readonly number[];
  /** Of a slope, which is the sum of the outcomes by their weights, one for each of these rows; else null. */
  readonly weights: Float64Array | null;
}

/** A demand or a category, by which rows are told apart. */
export interface CheckedColumn {
  readonly name: string;
  /** One number per row; of a category the numbers of its levels. */
  readonly values: ArrayLike<number>;
  /** The names of a category's levels; null of a demand. */
  readonly levels: readonly string[] | null;
}

export interface QuantityPlan {
  readonly columns: readonly CheckedColumn[];
  /** NaN where missing. */
  readonly outcomes: ArrayLike<number>;
  /** Whether the outcomes are 0 and 1, of which the mean says all. */
  readonly isBinary: boolean;
  /** Whether also means at the levels of two columns together are compared. */
  readonly pairs: boolean;
}

/** Levels of each column of a pair, so that they leave some rows to each cell. */
const LEVELS_OF_PAIR = 3;

/**
 * The mean of all rows, and of those at each level of each column; the slope over each demand; of outcomes that are not 0 and 1 also
 * their standard deviation and extremes. A level that has all rows is left out, and so is one without outcomes.
 *
 * @throws RangeError when a column has another number of rows than the outcomes
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

/** Nothing of a category, and of a demand that is the same in all rows. */
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

/** The quantity of the outcomes that were observed. */
export function observedQuantity(quantity: TestQuantity, outcomes: ArrayLike<number>): number {
  return replicatedQuantity(quantity, outcomes, 1)[0]!;
}

/**
 * The quantity of each replication.
 *
 * @param outcomes one row after another, of each as many outcomes as there are replications, as `predict` draws them
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
      // The sum first: that of whole numbers is exact, so that equal rates are equal.
      each((outcome, replication) => {
        found[replication]! += outcome;
      });
      return found.map((sum) => sum / rows.length);
    case 'slope': {
      // Computed from differences to the first row, so that the slope of equal values is exactly 0.
      const first = rows[0]! * replications;
      const sizes = new Float64Array(replications);
      each((outcome, replication, index) => {
        const term = weights![index]! * (outcome - outcomes[first + replication]!);
        found[replication]! += term;
        sizes[replication]! += Math.abs(term);
      });
      // Slopes that differ by the order of their sums alone are equal, and those that it alone keeps from 0 are 0.
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
