/** All scores of predictions of outcomes that are 0 or 1, as one row of a table. */

import { auroc } from './auroc.ts';
import type { Bin } from './bins.ts';
import { BINS } from './bins.ts';
import { decomposeBrier, expectedCalibrationError } from './decomposition.ts';
import type { Predictions } from './predictions.ts';
import { countRows } from './predictions.ts';

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

interface LogScore {
  /**
   * The mean of ln p of the outcomes observed, in nats: at most 0, higher is better. −Infinity where an outcome was
   * observed that had probability 0.
   */
  readonly mean: number;
  /** In how many rows what came was held impossible. Nothing is clipped: it is they that make the mean −Infinity. */
  readonly impossible: number;
}

/** ln p of the outcome observed in each row; −Infinity where p is 0. Throws as `countRows` does. */
function logScores(predictions: Predictions): Float64Array {
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
