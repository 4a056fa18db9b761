/** Many draws of one number, for each of many rows, in short: mean, standard deviation and an interval. */
import { highestDensityInterval } from '../diagnose/highest-density.ts';
import { mean, variance } from '../diagnose/moments.ts';
import { quantile } from '../diagnose/quantile.ts';

export type IntervalKind = 'equal-tailed' | 'highest-density';

/** One number a row in each array; one in all of a derived node that is the same in all rows. */
export interface RowSummaries {
  readonly mean: Float64Array;
  /** With divisor n - 1; NaN of one draw. */
  readonly sd: Float64Array;
  /** The ends of the interval. NaN where a draw is. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Room for the summaries of so many rows. */
export function emptySummaries(rows: number): RowSummaries {
  const room = () => new Float64Array(rows);
  return { mean: room(), sd: room(), lower: room(), upper: room() };
}

/** Sums the draws of one row up; they are put in order. */
export function summariseRow(
  into: RowSummaries,
  row: number,
  draws: Float64Array,
  probability: number,
  kind: IntervalKind,
): void {
  into.mean[row] = mean(draws);
  into.sd[row] = Math.sqrt(variance(draws));
  // NaN is sorted to the end.
  draws.sort();
  const isWhole = !Number.isNaN(draws[draws.length - 1]);
  const tail = (1 - probability) / 2;
  const [lower, upper] = !isWhole
    ? [Number.NaN, Number.NaN]
    : kind === 'equal-tailed'
      ? [quantile(draws, tail), quantile(draws, 1 - tail)]
      : highestDensityInterval(draws, probability);
  into.lower[row] = lower;
  into.upper[row] = upper;
}
