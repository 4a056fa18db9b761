/** The log score: how probable the prediction held what came. */
import { countRows, type Predictions } from './predictions.ts';

export interface LogScore {
  /** The mean of ln p of what came, in nats, at most 0, higher is better. −Infinity where anything came that was held impossible. */
  readonly mean: number;
  /** In how many rows what came was held impossible. Nothing is clipped: it is they that make the mean −Infinity. */
  readonly impossible: number;
}

/** ln p of what came, for each row; −Infinity where p is 0. Throws as `countRows` does. */
export function logScores(predictions: Predictions): Float64Array {
  const { probabilities, outcomes } = predictions;
  return Float64Array.from({ length: countRows(predictions) }, (_, row) =>
    outcomes[row] === 1 ? Math.log(probabilities[row]!) : Math.log1p(-probabilities[row]!),
  );
}

/** The mean log score (Good 1952, Rational decisions; Gneiting & Raftery 2007, section 4.1). Throws as `countRows` does. */
export function logScore(predictions: Predictions): LogScore {
  const scores = logScores(predictions);
  return {
    mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    impossible: scores.reduce((count, score) => count + (score === -Infinity ? 1 : 0), 0),
  };
}
