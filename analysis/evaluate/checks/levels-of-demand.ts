/** The levels of a demand, within which successes are counted. */
import { quantile } from '../../../statistics/quantile.ts';

/** Rows with demands in [lower, upper], or of one value, which both are then. */
export interface DemandLevel {
  readonly lower: number;
  readonly upper: number;
  /** The numbers of the rows, from 0, ascending. */
  readonly rows: readonly number[];
}

/** Up to this many different values, each is a level of its own. */
const MAX_LEVELS = 10;

/**
 * Each value of a demand that has at most `most` different ones; otherwise `most` bins between quantiles, with about equally many rows, of
 * which fewer are left where a value is so frequent that it fills several. A value on an edge belongs to the bin below it. Bins are
 * given by the smallest and largest value in them, in the demand's unit. Rows without the demand (NaN) are in none.
 *
 * @throws RangeError for `most` below 1
 */
export function levelsOfDemand(values: ArrayLike<number>, most: number = MAX_LEVELS): DemandLevel[] {
  if (!(Number.isInteger(most) && most >= 1)) throw new RangeError(`there cannot be ${most} levels`);
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (sorted.length === 0) return [];
  const different = [...new Set(sorted)];
  const edges =
    different.length <= most
      ? different
      : Array.from({ length: most }, (_, bin) => quantile(sorted, (bin + 1) / most));
  const levels: number[][] = edges.map(() => []);
  for (let row = 0; row < values.length; row++) {
    const level = edges.findIndex((edge) => values[row]! <= edge);
    if (level >= 0) levels[level]!.push(row);
  }
  return levels
    .filter((rows) => rows.length > 0)
    .map((rows) => ({
      lower: rows.reduce((least, row) => Math.min(least, values[row]!), Infinity),
      upper: rows.reduce((largest, row) => Math.max(largest, values[row]!), -Infinity),
      rows,
    }));
}
