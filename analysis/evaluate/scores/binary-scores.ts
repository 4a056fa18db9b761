/** All scores of predictions of outcomes that are 0 or 1, as one row of a table. */
import { auroc } from './auroc.ts';
import { BINS, type Bin } from './bins.ts';
import { decomposeBrier, expectedCalibrationError } from './decomposition.ts';
import { logScore } from './log-score.ts';
import type { Predictions } from './predictions.ts';

export interface BinaryScores {
  readonly rows: number;
  readonly successes: number;
  readonly brier: number;
  readonly calibration: number;
  readonly refinement: number;
  /** brier − calibration − refinement: what the means of the bins hide; see `BrierDecomposition`. */
  readonly withinBins: number;
  /** In nats a row; −Infinity where `impossible` is not 0. */
  readonly logScore: number;
  /** In how many rows what came was held impossible. */
  readonly impossible: number;
  /** Null where all outcomes are the same. */
  readonly auroc: number | null;
  readonly aurocError: number | null;
  readonly calibrationError: number;
  readonly bins: readonly Bin[];
}

/** Throws as `binPredictions` does. */
export function scorePredictions(predictions: Predictions, bins: number = BINS): BinaryScores {
  const parts = decomposeBrier(predictions, bins);
  const log = logScore(predictions);
  const ranking = auroc(predictions);
  const { outcomes } = predictions;
  return {
    rows: outcomes.length,
    successes: Array.from(outcomes).reduce((sum, outcome) => sum + outcome, 0),
    brier: parts.brier,
    calibration: parts.calibration,
    refinement: parts.refinement,
    withinBins: parts.withinVariance - 2 * parts.withinCovariance,
    logScore: log.mean,
    impossible: log.impossible,
    auroc: ranking?.area ?? null,
    aurocError: ranking?.standardError ?? null,
    calibrationError: expectedCalibrationError(parts.bins),
    bins: parts.bins,
  };
}
