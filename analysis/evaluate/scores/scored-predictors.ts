/** Compares several predictors of the same outcomes score by score: which is best, and with what standard error. */

import { mean, variance } from '../../../statistics/moments.ts';
import { EvaluationError } from '../evaluation-error.ts';
import {
  auroc,
  aurocDifference,
  brierLosses,
  decomposeBrier,
  expectedCalibrationError,
  scorePredictions,
} from './binary-scores.ts';
import { areBinary, type Predictions } from './predictions.ts';

/** The outcomes and each predictor's probabilities for the held-out rows of one part of a split. */
export interface ScoredPart {
  readonly outcomes: ArrayLike<number>;
  readonly probabilities: Readonly<Record<string, ArrayLike<number>>>;
  /** The number of training rows. */
  readonly training: number;
}

/** The scores that are compared. */
export const SCORES = [
  'brier',
  'calibration',
  'refinement',
  'logScore',
  'auroc',
  'calibrationError',
] as const;
export type Score = (typeof SCORES)[number];

/** Whether a lower number is better. */
export const BETTER: Readonly<Record<Score, 'lower' | 'higher'>> = {
  brier: 'lower',
  calibration: 'lower',
  refinement: 'lower',
  logScore: 'higher',
  auroc: 'higher',
  calibrationError: 'lower',
};

/** One predictor by one score. */
export interface ComparedScore {
  /** The score, or its mean over the parts; null if it is undefined for a part. */
  readonly value: number | null;
  readonly standardError: number | null;
  readonly isBest: boolean;
  /** The difference from the best predictor; null if it is undefined. */
  readonly difference: number | null;
  readonly differenceError: number | null;
}

export type Comparison = Readonly<Record<Score, Readonly<Record<string, ComparedScore>>>>;

/**
 * Compares the predictors that all parts have. Scores of several parts are averaged, with the corrected error of
 * `resampledMean`. For a single part, the Brier score has a standard error from the losses of the rows and AUROC has
 * DeLong's; the other scores have none.
 *
 * @throws RangeError without parts; EvaluationError as `scorePredictions` does
 */
export function comparePredictions(parts: readonly ScoredPart[]): Comparison {
  const names = Object.keys(parts[0]!.probabilities).filter((name) =>
    parts.every(({ probabilities }) => probabilities[name] !== undefined),
  );
  const scored = parts.map(({ outcomes, probabilities }) =>
    Object.fromEntries(
      names.map((name) => [name, scoresOf({ outcomes, probabilities: probabilities[name]! })]),
    ),
  );
  return Object.fromEntries(
    SCORES.map((score) => [
      score,
      parts.length === 1
        ? compareOnePart(score, names, parts[0]!, scored[0]!)
        : compareParts(score, names, parts, scored),
    ]),
  ) as Comparison;
}

/** Each score of one predictor; null if it is undefined. */
type Scores = Readonly<Record<Score, number | null>>;

/**
 * Shares between 0 and 1 have a squared error with its parts (thesis on common sense, 5.2.1), but are not ranked, and have
 * no log score: that would be of their density. Throws as `scorePredictions` does.
 */
function scoresOf(predictions: Predictions): Scores {
  if (areBinary(predictions.outcomes)) return scorePredictions(predictions);
  const { brier, calibration, refinement, bins } = decomposeBrier(predictions);
  const calibrationError = expectedCalibrationError(bins);
  return { brier, calibration, refinement, calibrationError, logScore: null, auroc: null };
}

function compareParts(
  score: Score,
  names: readonly string[],
  parts: readonly ScoredPart[],
  scored: readonly Readonly<Record<string, Scores>>[],
): Record<string, ComparedScore> {
  const defined = names.filter((name) => scored.every((part) => part[name]![score] !== null));
  if (defined.length === 0) return Object.fromEntries(names.map((name) => [name, UNDEFINED]));
  const test = parts.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const training = parts.reduce((sum, part) => sum + part.training, 0);
  const ranked = comparePredictors(
    defined.map((name) => ({ name, scores: scored.map((part) => part[name]![score]!) })),
    { better: BETTER[score], testOverTraining: test / training },
  );
  const byName = new Map(ranked.map((each) => [each.name, each]));
  return Object.fromEntries(
    names.map((name) => {
      const found = byName.get(name);
      if (found === undefined) return [name, UNDEFINED];
      return [
        name,
        {
          value: found.mean,
          standardError: found.standardError,
          isBest: found.isBest,
          difference: found.difference?.mean ?? null,
          differenceError: found.difference?.standardError ?? null,
        },
      ];
    }),
  );
}

const UNDEFINED: ComparedScore = {
  ...{ value: null, standardError: null, isBest: false, difference: null, differenceError: null },
};

function compareOnePart(
  score: Score,
  names: readonly string[],
  { outcomes, probabilities }: ScoredPart,
  scored: Readonly<Record<string, Scores>>,
): Record<string, ComparedScore> {
  const sign = BETTER[score] === 'lower' ? 1 : -1;
  const known = names.filter((name) => scored[name]![score] !== null);
  const scoreOf = (name: string) => scored[name]![score]!;
  const predictionsOf = (name: string) => ({ outcomes, probabilities: probabilities[name]! });
  const best = [...known].sort((a, b) => sign * (scoreOf(a) - scoreOf(b)))[0];
  return Object.fromEntries(
    names.map((name): [string, ComparedScore] => {
      if (best === undefined || !known.includes(name)) return [name, UNDEFINED];
      const difference = scoreOf(name) - scoreOf(best);
      return [
        name,
        {
          value: scoreOf(name),
          isBest: scoreOf(name) === scoreOf(best),
          // If both scores are infinite there is no difference.
          difference: Number.isNaN(difference) ? null : difference,
          ...errorsOf(score, predictionsOf(name), predictionsOf(best)),
        },
      ];
    }),
  );
}

/** The standard errors of a score for one set of rows, and of its difference from the best. */
function errorsOf(
  score: Score,
  own: Predictions,
  best: Predictions,
): Pick<ComparedScore, 'standardError' | 'differenceError'> {
  if (score === 'brier') {
    const losses = brierLosses(own);
    return {
      standardError: meanWithError(losses).standardError,
      differenceError: meanWithError(pairedDifferences(losses, brierLosses(best))).standardError,
    };
  }
  if (score === 'auroc') {
    return {
      standardError: auroc(own)?.standardError ?? null,
      differenceError: aurocDifference(own, best)?.standardError ?? null,
    };
  }
  return { standardError: null, differenceError: null };
}

interface PredictorScores {
  readonly name: string;
  /** One number per row or per split, the same rows or splits for all predictors. */
  readonly scores: ArrayLike<number>;
}

interface ComparisonPlan {
  /** Whether a lower score is better (Brier score) or a higher one (log score, AUROC). */
  readonly better: 'lower' | 'higher';
  /** If scores are per split of the same rows: the ratio of test to training rows. Null if scores are per row. */
  readonly testOverTraining: number | null;
}

interface RankedPredictor extends MeanWithError {
  readonly name: string;
  /** Whether this predictor's mean is the best; several may tie. */
  readonly isBest: boolean;
  /** The mean paired difference from the best, with its error; null if a score is infinite for both. */
  readonly difference: MeanWithError | null;
}

/**
 * Results are in the order given. Errors are those of `meanWithError`, or of `resampledMean` for splits. Of equals, the
 * first is the best.
 *
 * @throws RangeError without predictors or scores, or when their numbers differ
 */
export function comparePredictors(
  predictors: readonly PredictorScores[],
  { better, testOverTraining }: ComparisonPlan,
): RankedPredictor[] {
  const first = predictors[0];
  if (first === undefined) throw new RangeError('there is nothing to compare');
  const averaged = (scores: ArrayLike<number>) =>
    testOverTraining === null ? meanWithError(scores) : resampledMean(scores, testOverTraining);
  const means = predictors.map(({ scores }) => averaged(scores));
  const sign = better === 'lower' ? 1 : -1;
  const best = means.reduce(
    (place, { mean }, index) => (sign * mean < sign * means[place]!.mean ? index : place),
    0,
  );
  return predictors.map(({ name, scores }, index) => ({
    name,
    ...means[index]!,
    isBest: means[index]!.mean === means[best]!.mean,
    difference: differenceOf(scores, predictors[best]!.scores, averaged),
  }));
}

function differenceOf(
  scores: ArrayLike<number>,
  best: ArrayLike<number>,
  averaged: (values: ArrayLike<number>) => MeanWithError,
): MeanWithError | null {
  const bothInfinite = Array.from(scores).some(
    (score, index) => score === best[index] && !Number.isFinite(score),
  );
  return bothInfinite ? null : averaged(pairedDifferences(scores, best));
}

export interface MeanWithError {
  readonly mean: number;
  /** Null for fewer than two values, or an infinite one. */
  readonly standardError: number | null;
  readonly count: number;
}

/**
 * The mean with the standard error sd/√n, which is right for independent values such as the losses of held-out rows.
 * Throws a RangeError for no values.
 */
export function meanWithError(values: ArrayLike<number>): MeanWithError {
  return withVarianceFactor(values, 1 / values.length);
}

/**
 * The mean of a score over random splits of the same rows, with the corrected resampled variance (1/J + test/training)
 * s² of Nadeau & Bengio (2003), Inference for the generalization error, Machine Learning 52, 239–281, section 3.1:
 * splits share rows, so that their scores are dependent and sd/√J is too small. For r repeats of k folds pass all r k
 * scores, with test/training = 1/(k − 1) (Bouckaert & Frank 2004, Evaluating the replicability of significance tests
 * for comparing learning algorithms, section 3.3).
 *
 *
 * @param values one score per split
 * @param testOverTraining the ratio of test to training rows, above 0
 *
 * @throws RangeError for no values or another share
 */
export function resampledMean(values: ArrayLike<number>, testOverTraining: number): MeanWithError {
  if (!(testOverTraining > 0 && Number.isFinite(testOverTraining))) {
    throw new RangeError(`test rows over training rows are above 0, not ${testOverTraining}`);
  }
  return withVarianceFactor(values, 1 / values.length + testOverTraining);
}

function withVarianceFactor(values: ArrayLike<number>, factor: number): MeanWithError {
  const count = values.length;
  if (count === 0) throw new RangeError('there are no values');
  const centre = mean(values);
  const isSure = count > 1 && Number.isFinite(centre);
  return { mean: centre, standardError: isSure ? Math.sqrt(factor * variance(values)) : null, count };
}

/**
 * first − second, value by value, for the scores of two predictors on the same rows or splits, so that what affects
 * both cancels. Pass the result to `meanWithError` or `resampledMean`.
 *
 * @throws RangeError when the lengths differ
 * @throws EvaluationError when both are infinite, so that there is no difference
 */
export function pairedDifferences(first: ArrayLike<number>, second: ArrayLike<number>): Float64Array {
  if (first.length !== second.length) {
    throw new RangeError(`${first.length} values cannot be paired with ${second.length}`);
  }
  return Float64Array.from(first, (value, index) => {
    const difference = value - second[index]!;
    if (Number.isNaN(difference)) {
      throw new EvaluationError(
        `The scores numbered ${index + 1} have no difference: they are ${value} and ${second[index]}.`,
        'Compare another score, such as the Brier score, which is always finite.',
      );
    }
    return difference;
  });
}

/** The names of predictors in tables and JSON, the layout first. */
export const PREDICTORS = [
  'layout',
  'aggregate',
  'logistic regression',
  'boosted trees',
  'random forest',
] as const;
export type Predictor = (typeof PREDICTORS)[number];

/** The predictors that do not know the layout. They are the same for all layouts. */
export const BASELINES = ['aggregate', 'logistic regression', 'boosted trees', 'random forest'] as const;
export type Baseline = (typeof BASELINES)[number];
