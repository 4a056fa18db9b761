/** The area under the receiver operating characteristic: how often a success is held more probable than a failure. */
import { variance } from '../../host/diagnose/moments.ts';
import { countRows, type Predictions } from './predictions.ts';

export interface Auroc {
  /** From 0 to 1, 0.5 for predictions that tell nothing. */
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
  const { probabilities, outcomes } = predictions;
  const ofOutcome = (wanted: number) =>
    Float64Array.from(Array.from(probabilities).filter((_, row) => outcomes[row] === wanted));
  const successes = ofOutcome(1).sort();
  const failures = ofOutcome(0).sort();
  if (successes.length === 0 || failures.length === 0) return null;
  // Of each row, the share of the other outcome's rows that it is on the right side of.
  const ofSuccesses = sharesBelow(successes, failures);
  const ofFailures = sharesBelow(failures, successes).map((below) => 1 - below);
  const area = ofSuccesses.reduce((sum, share) => sum + share, 0) / successes.length;
  const standardError =
    successes.length < 2 || failures.length < 2
      ? null
      : Math.sqrt(variance(ofSuccesses) / successes.length + variance(ofFailures) / failures.length);
  return { area, standardError };
}

/** For each of `values` the share of `others` below it, equals counting a half. Both ascend. */
function sharesBelow(values: Float64Array, others: Float64Array): Float64Array {
  let below = 0;
  let notAbove = 0;
  return values.map((value) => {
    while (below < others.length && others[below]! < value) below++;
    while (notAbove < others.length && others[notAbove]! <= value) notAbove++;
    return (below + notAbove) / 2 / others.length;
  });
}
