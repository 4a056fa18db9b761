/** The area under the receiver operating characteristic: how often a success is held more probable than a failure. */
import { mean, variance } from '../../../statistics/moments.ts';
import { countRows, type Predictions } from './predictions.ts';

export interface Auroc {
  /** From 0 to 1, 0.5 for predictions that tell nothing. Of a difference, from −1 to 1. */
  readonly area: number;
  /** Its standard error; null where successes or failures are fewer than two. */
  readonly standardError: number | null;
}

/**
 * The share of pairs of a success and a failure in which the success was held more probable, a pair of equals counting a half
 * (Mann & Whitney 1947), with the standard error of DeLong, DeLong & Clarke-Pearson (1988), Comparing the areas under
 * two or more correlated receiver operating characteristic curves, Biometrics 44, 837–845, by ranks (Sun & Xu 2014).
 * Null where all outcomes are the same, which leaves no pair. Throws as `countRows` does.
 */
export function auroc(predictions: Predictions): Auroc | null {
  countRows(predictions);
  return areaOf(placements(predictions));
}

/**
 * The area of the first less that of the second, two predictions of the same rows, with the standard error of the difference (DeLong et
 * al. 1988, eq. 5): what makes a row hard for both falls out. Null and throws as `auroc`; a RangeError when outcomes differ.
 */
export function aurocDifference(first: Predictions, second: Predictions): Auroc | null {
  const rows = countRows(first);
  if (countRows(second) !== rows) throw new RangeError('the rows of two predictions differ');
  for (let row = 0; row < rows; row++) {
    if (first.outcomes[row] !== second.outcomes[row])
      throw new RangeError('the outcomes of two predictions differ');
  }
  const [ofFirst, ofSecond] = [placements(first), placements(second)];
  const less = (values: Float64Array, others: Float64Array) =>
    values.map((value, place) => value - others[place]!);
  return areaOf({
    successes: less(ofFirst.successes, ofSecond.successes),
    failures: less(ofFirst.failures, ofSecond.failures),
  });
}

/** Of each row, in the order of rows, the share of the other outcome's rows that it is on the right side of. */
interface Placements {
  readonly successes: Float64Array;
  readonly failures: Float64Array;
}

function placements({ probabilities, outcomes }: Predictions): Placements {
  const ofOutcome = (wanted: number) =>
    Float64Array.from(Array.from(probabilities).filter((_, row) => outcomes[row] === wanted));
  const [successes, failures] = [ofOutcome(1), ofOutcome(0)];
  const [sortedSuccesses, sortedFailures] = [successes.slice().sort(), failures.slice().sort()];
  return {
    successes: successes.map((value) => shareBelow(value, sortedFailures)),
    failures: failures.map((value) => 1 - shareBelow(value, sortedSuccesses)),
  };
}

function areaOf({ successes, failures }: Placements): Auroc | null {
  if (successes.length === 0 || failures.length === 0) return null;
  const standardError =
    successes.length < 2 || failures.length < 2
      ? null
      : Math.sqrt(variance(successes) / successes.length + variance(failures) / failures.length);
  return { area: mean(successes), standardError };
}

/** The share of values that are below, equals counting a half. */
function shareBelow(value: number, sorted: Float64Array): number {
  const below = countWhile(sorted, (other) => other < value);
  const notAbove = countWhile(sorted, (other) => other <= value);
  return (below + notAbove) / 2 / sorted.length;
}

/** How many of the first values have what no later one has again once one has not, by bisection. */
function countWhile(sorted: Float64Array, has: (value: number) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (has(sorted[middle]!)) from = middle + 1;
    else to = middle;
  }
  return from;
}
