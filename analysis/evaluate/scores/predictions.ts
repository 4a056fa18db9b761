/** Probabilistic predictions of outcomes that are 0 or 1, and what every score asks of them. */
import { EvaluationError } from '../evaluation-error.ts';

/** What was said before and what came, one number per row. */
export interface Predictions {
  /** The probability of a 1, in [0, 1]. */
  readonly probabilities: ArrayLike<number>;
  /** 0 or 1. Rows whose outcome is missing are left out before. */
  readonly outcomes: ArrayLike<number>;
}

/**
 * The number of rows.
 *
 * @throws RangeError when the lengths differ
 * @throws EvaluationError when there are no rows, a probability is outside [0, 1], or an outcome is neither 0 nor 1
 */
export function countRows({ probabilities, outcomes }: Predictions): number {
  const rows = outcomes.length;
  if (probabilities.length !== rows) {
    throw new RangeError(`${probabilities.length} probabilities do not belong to ${rows} outcomes`);
  }
  if (rows === 0) {
    throw new EvaluationError('There are no rows to score.', 'Give at least one row with an outcome.');
  }
  for (let row = 0; row < rows; row++) {
    const p = probabilities[row]!;
    if (!(p >= 0 && p <= 1)) {
      throw new EvaluationError(
        `The prediction of row ${row + 1} is ${p}, which is no probability.`,
        'Give numbers from 0 to 1.',
      );
    }
    const outcome = outcomes[row]!;
    if (outcome !== 0 && outcome !== 1) {
      throw new EvaluationError(
        `The outcome of row ${row + 1} is ${outcome}, which is neither 0 nor 1.`,
        'Leave out rows without an outcome; only outcomes that are 0 or 1 have these scores.',
      );
    }
  }
  return rows;
}
