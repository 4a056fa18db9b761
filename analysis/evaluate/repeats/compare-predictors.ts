/** Several predictors of the same rows or splits, the best of them, and how sure that is. */
import { type MeanWithError, meanWithError, pairedDifferences, resampledMean } from './mean-with-error.ts';

export interface PredictorScores {
  readonly name: string;
  /** One number for each row or for each split, the same ones for all predictors. */
  readonly scores: ArrayLike<number>;
}

export interface ComparisonPlan {
  /** Whether a lower score is better, as of Brier scores, or a higher one, as of log scores and areas. */
  readonly better: 'lower' | 'higher';
  /** Where scores are of splits of the same rows, test rows over training rows of each; null where they are of rows that no fit has seen. */
  readonly testOverTraining: number | null;
}

export interface RankedPredictor extends MeanWithError {
  readonly name: string;
  /** Whether this predictor's mean is the best; several may tie. */
  readonly isBest: boolean;
  /** Score by score, this one less the best, with the error of that; null where a score is infinite for both. */
  readonly difference: MeanWithError | null;
}

/**
 * In the order given. Errors are those of `meanWithError`, or of `resampledMean` for splits. The best is the first of equals, and its
 * difference from itself 0.
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
