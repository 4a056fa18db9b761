/** Scores of predicted probabilities: the Brier score and its parts, the log score, AUROC and the calibration error. */

import { mean, variance } from '../../../statistics/moments.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { areBinary, BINS, type Bin, binPredictions, countRows, type Predictions } from './predictions.ts';

export interface BinaryScores {
  readonly rows: number;
  readonly successes: number;
  readonly brier: number;
  readonly calibration: number;
  readonly refinement: number;
  /** brier − calibration − refinement: the part of the score within bins; see `BrierDecomposition`. */
  readonly withinBins: number;
  /** In nats per row; −Infinity if `impossible` is not 0. */
  readonly logScore: number;
  /** The number of rows whose outcome was predicted to be impossible. */
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

/** The number of rows, whose outcomes must be 0 or 1. Throws as `countRows` does, and an EvaluationError for a share between. */
function countBinary(predictions: Predictions): number {
  const rows = countRows(predictions);
  if (areBinary(predictions.outcomes)) return rows;
  throw new EvaluationError(
    'Some outcomes are shares between 0 and 1, which have no log score and no AUROC.',
    'Compare Brier scores.',
  );
}

interface LogScore {
  /**
   * The mean of ln p of the observed outcomes, in nats: at most 0, higher is better. −Infinity if an observed outcome
   * had probability 0.
   */
  readonly mean: number;
  /**
   * The number of rows whose outcome was predicted to be impossible. Probabilities are not clipped: such rows make the
   * mean −Infinity.
   */
  readonly impossible: number;
}

/** ln p of the observed outcome of each row; −Infinity if p is 0. Throws as `countRows` does. */
function logScores(predictions: Predictions): Float64Array {
  const { probabilities, outcomes } = predictions;
  return Float64Array.from({ length: countBinary(predictions) }, (_, row) =>
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

/**
 * brier = calibration + refinement + withinVariance − 2 withinCovariance, to rounding.
 *
 * Calibration and refinement add up to the score only if the predictions within each bin are equal, as for a predictor
 * that predicts the same for every row. The last two terms account for differences within bins.
 */
export interface BrierDecomposition {
  readonly brier: number;
  /** Σ n (p̄ − ō)² / N over the bins; 0 if the predictions of each bin are right on average. */
  readonly calibration: number;
  /** Σ n ō (1 − ō) / N; 0 if all outcomes within each bin are equal. */
  readonly refinement: number;
  /** Σ Σ (p − p̄)² / N over the rows of each bin. */
  readonly withinVariance: number;
  /** Σ Σ (p − p̄)(o − ō) / N. */
  readonly withinCovariance: number;
  /** ō (1 − ō) over all rows: the refinement of a constant predictor. */
  readonly uncertainty: number;
  /** How far the success rates of the bins are apart: uncertainty − refinement. */
  readonly resolution: number;
  readonly bins: readonly Bin[];
}

/**
 * Calibration and refinement are those of Murphy (1973), A new vector partition of the probability score, on bins of
 * equal width (Blattenberger & Lad 1985; thesis on common sense, eq. 5.2). The two terms within bins are those of
 * Stephenson, Coelho & Jolliffe (2008), Two extra components in the Brier score decomposition, Weather and Forecasting
 * 23, 752–757. Throws as `binPredictions` does.
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

/** (p − o)² for each row, which can be compared between predictors of the same rows. Throws as `countRows` does. */
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

export interface Auroc {
  /** From 0 to 1; 0.5 for uninformative predictions. A difference is from −1 to 1. */
  readonly area: number;
  /** Null if there are fewer than two successes or two failures. */
  readonly standardError: number | null;
}

/**
 * The share of pairs of a success and a failure in which the success had the higher predicted probability; ties count
 * one half (Mann & Whitney 1947), with the standard error of DeLong, DeLong & Clarke-Pearson (1988), Comparing the
 * areas under two or more correlated receiver operating characteristic curves, Biometrics 44, 837–845, by ranks (Sun &
 * Xu 2014). Null if all outcomes are equal, so that there are no pairs. Throws as `countRows` does.
 */
export function auroc(predictions: Predictions): Auroc | null {
  countBinary(predictions);
  return areaOf(placements(predictions));
}

/**
 * The difference of the areas of two predictions of the same rows (first − second), with its standard error (DeLong et
 * al. 1988, eq. 5), which takes the correlation of the two into account. Null and throws as `auroc`, and a RangeError
 * when the outcomes differ.
 */
export function aurocDifference(first: Predictions, second: Predictions): Auroc | null {
  const rows = countBinary(first);
  if (countBinary(second) !== rows)
    throw new RangeError('the two predictions have different numbers of rows');
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

/** For each row, in order, the share of rows with the other outcome that it is ranked correctly against. */
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

/** The share of values below; ties count one half. */
function shareBelow(value: number, sorted: Float64Array): number {
  const below = countWhile(sorted, (other) => other < value);
  const notAbove = countWhile(sorted, (other) => other <= value);
  return (below + notAbove) / 2 / sorted.length;
}

/** The number of leading values for which `has` holds, by bisection; it must hold for a prefix only. */
function countWhile(sorted: Float64Array, has: (value: number) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (has(sorted[middle]!)) from = middle + 1;
    else to = middle;
  }
  return from;
}
