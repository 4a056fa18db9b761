/** Summaries of many draws of one number, for each of many rows: mean, standard deviation and an interval. */

import { highestDensityInterval } from '../../statistics/highest-density.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';

export type IntervalKind = 'equal-tailed' | 'highest-density';

/** One number per row in each array, or a single one for a derived node that is the same in all rows. */
export interface RowSummaries {
  readonly mean: Float64Array;
  /** With divisor n - 1; NaN for one draw. */
  readonly sd: Float64Array;
  /** The ends of the interval; NaN if a draw is NaN. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Memory for the summaries of `rows` rows. */
export function emptySummaries(rows: number): RowSummaries {
  const room = () => new Float64Array(rows);
  return { mean: room(), sd: room(), lower: room(), upper: room() };
}

/** Summarises the draws of one row, and reorders them. */
export function summariseRow(
  into: RowSummaries,
  row: number,
  draws: Float64Array,
  probability: number,
  kind: IntervalKind,
): void {
  into.mean[row] = mean(draws);
  into.sd[row] = Math.sqrt(variance(draws));
  const [lower, upper] = intervalOf(draws, probability, kind);
  into.lower[row] = lower;
  into.upper[row] = upper;
}

function intervalOf(
  draws: Float64Array,
  probability: number,
  kind: IntervalKind,
): readonly [lower: number, upper: number] {
  if (draws.some(Number.isNaN)) return [Number.NaN, Number.NaN];
  if (kind === 'highest-density') return highestDensityInterval(draws.sort(), probability);
  const tails = [(1 - probability) / 2, (1 + probability) / 2] as const;
  let ordered = 0;
  for (const tail of tails) {
    // The two order statistics between which a quantile lies.
    const below = Math.floor((draws.length - 1) * tail);
    for (const place of [below, Math.min(below + 1, draws.length - 1)]) {
      if (place < ordered) continue;
      selectInPlace(draws, place, ordered);
      ordered = place;
    }
  }
  return [quantile(draws, tails[0]), quantile(draws, tails[1])];
}

/**
 * Moves to `place` the value that sorting would put there, with no larger value before it and no smaller one after it
 * (Hoare 1961, Algorithm 65: find, Communications of the ACM 4, 321–322). Values before `from` must not be larger than
 * those after it. No value may be NaN.
 */
export function selectInPlace(values: Float64Array, place: number, from = 0): void {
  let [low, high] = [from, values.length - 1];
  while (low < high) {
    const pivot = middleOf(values[low]!, values[(low + high) >> 1]!, values[high]!);
    let [left, right] = [low, high];
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const value = values[left]!;
      values[left++] = values[right]!;
      values[right--] = value;
    }
    // All values between the two equal the pivot.
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else return;
  }
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
