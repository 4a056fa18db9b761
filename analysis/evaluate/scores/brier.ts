/** The Brier score: the mean squared distance of a prediction from what came. */
import { mean } from '../../../statistics/moments.ts';
import { countRows, type Predictions } from './predictions.ts';

/** (p − o)² for each row: what is compared between two predictors of the same rows. Throws as `countRows` does. */
export function brierLosses(predictions: Predictions): Float64Array {
  const { probabilities, outcomes } = predictions;
  return Float64Array.from(
    { length: countRows(predictions) },
    (_, row) => (probabilities[row]! - outcomes[row]!) ** 2,
  );
}

/**
 * The mean of (p − o)², from 0 to 1, lower is better (Brier 1950, Verification of forecasts expressed in terms of
 * probability, in the form for two classes that counts one of them). Throws as `countRows` does.
 */
export function brierScore(predictions: Predictions): number {
  return mean(brierLosses(predictions));
}
