/** The mean of scores and how far it may be off. */
import { mean, variance } from '../../../statistics/moments.ts';
import { EvaluationError } from '../evaluation-error.ts';

export interface MeanWithError {
  readonly mean: number;
  /** Null of fewer than two values, and where a value is infinite. */
  readonly standardError: number | null;
  readonly count: number;
}

/** sd/√n: right where the values are independent, such as the losses of rows that one fit did not see. Throws a RangeError for no values. */
export function meanWithError(values: ArrayLike<number>): MeanWithError {
  return withVarianceFactor(values, 1 / values.length);
}

/**
 * The mean of a score over random splits of the same rows, with the corrected resampled variance (1/J + test/training) s² of
 * Nadeau & Bengio (2003), Inference for the generalization error, Machine Learning 52, 239–281, section 3.1: splits share rows, so
 * that their scores are not independent, and sd/√J is too small however many there are. For r repeats of k folds give all r k
 * scores, of which each has test/training = 1/(k − 1) (Bouckaert & Frank 2004, Evaluating the replicability of significance
 * tests for comparing learning algorithms, section 3.3).
 *
 * @param values one score a split
 * @param testOverTraining how many rows are tested for each that is trained on, above 0
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
  if (count === 0) throw new RangeError('no values have no mean');
  const centre = mean(values);
  const isSure = count > 1 && Number.isFinite(centre);
  return { mean: centre, standardError: isSure ? Math.sqrt(factor * variance(values)) : null, count };
}

/**
 * first − second, value by value: the scores of two predictors on the same rows, or on the same splits. What makes both high or both
 * low at once so cancels. Hand the result to `meanWithError` or `resampledMean`.
 *
 * @throws RangeError when the lengths differ
 * @throws EvaluationError where both are infinite, which leaves no difference
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
