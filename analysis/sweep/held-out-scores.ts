/** The scores of predictions of the rows that a fit did not see, as they are kept: numbers that JSON can hold. */

import { scorePredictions } from '../evaluate/scores/binary-scores.ts';
import type { Predictions } from '../evaluate/scores/predictions.ts';
import type { Score } from '../evaluate/scores/scored-predictors.ts';

/** Of one outcome by one predictor. */
export interface HeldOutScores extends Readonly<Record<Score, number | '-inf' | null>> {
  /** Rows held out that have the outcome. */
  readonly rows: number;
  readonly brier: number;
  readonly calibration: number;
  readonly refinement: number;
  /** The text is −∞: an outcome was observed that had probability 0. */
  readonly logScore: number | '-inf';
  /** Null where all outcomes are the same. */
  readonly auroc: number | null;
  readonly calibrationError: number;
}

/** Throws as `scorePredictions` does. */
export function heldOutScores(predictions: Predictions): HeldOutScores {
  const { rows, brier, calibration, refinement, logScore, impossible, auroc, calibrationError } =
    scorePredictions(predictions);
  return {
    ...{ rows, brier, calibration, refinement },
    logScore: impossible > 0 ? '-inf' : logScore,
    ...{ auroc, calibrationError },
  };
}
