/** The scores of predictions of the rows that a fit did not see, as they are kept: numbers that JSON can hold. */

import { scorePredictions } from '../evaluate/scores/binary-scores.ts';
import type { Predictions } from '../evaluate/scores/predictions.ts';
import { SCORES, type Score } from '../evaluate/scores/scored-predictors.ts';

/** Of one outcome by one predictor. */
export interface HeldOutScores extends Readonly<Record<Score, number | null>> {
  /** Rows held out that have the outcome. */
  readonly rows: number;
  readonly brier: number;
  /** Null where it is −∞, since what was held impossible came. */
  readonly logScore: number | null;
  /** Null where all outcomes are the same. */
  readonly auroc: number | null;
}

/** Throws as `scorePredictions` does. */
export function heldOutScores(predictions: Predictions): HeldOutScores {
  const scores = scorePredictions(predictions);
  return {
    rows: scores.rows,
    ...(Object.fromEntries(SCORES.map((score) => [score, scores[score]])) as Record<Score, number>),
    auroc: scores.auroc,
    logScore: scores.impossible > 0 ? null : scores.logScore,
  };
}

/** The score as a number, which of a log score may be −∞; null where it is not defined. */
export function scoreValue(scores: HeldOutScores, score: Score): number | null {
  return scores[score] ?? (score === 'logScore' ? Number.NEGATIVE_INFINITY : null);
}
