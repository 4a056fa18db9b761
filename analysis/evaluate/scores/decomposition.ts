/** The Brier score and its parts: how well predictions are calibrated, and how far they tell outcomes apart. */

import { mean } from '../../../statistics/moments.ts';
import { BINS, type Bin, binPredictions } from './bins.ts';
import { countRows, type Predictions } from './predictions.ts';

/**
 * brier = calibration + refinement + withinVariance − 2 withinCovariance, to rounding.
 *
 * Calibration and refinement add up to the score only where the predictions within each bin are equal, as all are of a
 * predictor that says the same for every row. Otherwise the last two are what a bin's mean hides.
 */
export interface BrierDecomposition {
  readonly brier: number;
  /** Σ n (p̄ − ō)² / N over the bins, 0 where each bin's predictions are right on average. */
  readonly calibration: number;
  /** Σ n ō (1 − ō) / N, 0 where all outcomes of a bin are the same. */
  readonly refinement: number;
  /** Σ Σ (p − p̄)² / N over the rows of each bin. */
  readonly withinVariance: number;
  /** Σ Σ (p − p̄)(o − ō) / N. */
  readonly withinCovariance: number;
  /** ō (1 − ō) of all rows: the refinement of a predictor that says the same for each row. */
  readonly uncertainty: number;
  /** How far the bins' success rates lie apart: uncertainty − refinement. */
  readonly resolution: number;
  readonly bins: readonly Bin[];
}

/**
 * Calibration and refinement are those of Murphy (1973), A new vector partition of the probability score, on bins of equal
 * width (Blattenberger & Lad 1985; thesis on common sense, eq. 5.2). The two parts within bins are those of Stephenson,
 * Coelho & Jolliffe (2008), Two extra components in the Brier score decomposition, Weather and Forecasting 23, 752–757.
 * Throws as `binPredictions` does.
 */
export function decomposeBrier(predictions: Predictions, bins: number = BINS): BrierDecomposition {
  const binned = binPredictions(predictions, bins);
  const rows = binned.reduce((sum, bin) => sum + bin.rows, 0);
  const meanOverRows = (ofBin: (bin: Bin) => number) =>
    binned.reduce((sum, bin) => sum + (bin.rows === 0 ? 0 : ofBin(bin)), 0) / rows;
  const rate = meanOverRows((bin) => bin.rows * bin.successRate!);
  return {
    brier: brierScore(predictions),
    calibration: meanOverRows((bin) => bin.rows * (bin.meanPrediction! - bin.successRate!) ** 2),
    refinement: meanOverRows((bin) => bin.rows * bin.successRate! * (1 - bin.successRate!)),
    withinVariance: meanOverRows((bin) => bin.predictionSquares),
    withinCovariance: meanOverRows((bin) => bin.products),
    uncertainty: rate * (1 - rate),
    resolution: meanOverRows((bin) => bin.rows * (bin.successRate! - rate) ** 2),
    bins: binned,
  };
}

/**
 * The expected calibration error: Σ n |p̄ − ō| / N over bins of equal width, from 0 to 1 (Naeini, Cooper & Hauskrecht
 * 2015, Obtaining well calibrated probabilities using Bayesian binning, eq. 3).
 */
export function expectedCalibrationError(binned: readonly Bin[]): number {
  let sum = 0;
  let rows = 0;
  for (const bin of binned) {
    if (bin.rows === 0) continue;
    sum += bin.rows * Math.abs(bin.meanPrediction! - bin.successRate!);
    rows += bin.rows;
  }
  return sum / rows;
}

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
