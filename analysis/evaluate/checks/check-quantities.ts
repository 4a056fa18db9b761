/** Predictive checks: an observed statistic beside those of replicated data, one by one and many at once. */
import { mean, variance } from '../../../statistics/moments.ts';
import { quantile } from '../../../statistics/quantile.ts';
import { observedQuantity, replicatedQuantity, type TestQuantity } from './test-quantity.ts';

export interface CheckedQuantity extends PredictiveCheck {
  readonly quantity: TestQuantity;
  /**
   * Whether this check fails on its own: its two-sided p value is below `chance`. If the model is right, about k ·
   * chance of k checks fail, or fewer.
   */
  readonly isOutside: boolean;
  /**
   * The probability, if the model is right, that any of these checks is as extreme as this one, measured in standard
   * deviations of the replications. This is the single-step maxT procedure of Westfall & Young (1993), Resampling-based
   * multiple testing, section 2.3. The replications serve as resamples, so that dependence between checks is taken into
   * account. One is added to numerator and denominator (Phipson & Smyth 2010, Permutation p-values should never be
   * zero), so that the value is at least 1/(replications + 1).
   */
  readonly adjustedPValue: number;
  /**
   * Whether it still fails once the number of checks is taken into account: its adjusted p value is below `chance`, and
   * the observed value lies outside of the interval of the replications. A right model has any such failure with at most
   * that probability. The second condition matters for statistics of few rows. If one row succeeds with a probability of
   * 4 %, its success is many standard deviations from the mean, but the interval from 0 to 100 % holds it.
   */
  readonly fails: boolean;
}

/**
 * @param families the number of such sets of checks on the same data, such as one set per outcome; adjusted p values
 *   are multiplied by it
 * @param observed NaN where missing
 * @param replicated in the order that `replicatedQuantity` expects
 * @throws RangeError when the lengths do not match, or a replicated outcome is not finite in a row with an observed
 *   outcome
 */
export function checkQuantities(
  quantities: readonly TestQuantity[],
  observed: ArrayLike<number>,
  replicated: ArrayLike<number>,
  { chance = 0.05, families = 1 }: { readonly chance?: number; readonly families?: number } = {},
): CheckedQuantity[] {
  const replications = replicated.length / observed.length;
  if (!(Number.isInteger(replications) && replications >= 2)) {
    throw new RangeError(`${replicated.length} outcomes are not replications of ${observed.length} rows`);
  }
  const farthest = new Float64Array(replications);
  const checked = quantities.map((quantity) => {
    const values = replicatedQuantity(quantity, replicated, replications);
    const check = predictiveCheck(observedQuantity(quantity, observed), values);
    const distance = distanceFrom(values, effectOfOneRow(quantity));
    for (const [index, value] of values.entries())
      farthest[index] = Math.max(farthest[index]!, distance(value));
    return { quantity, check, distance: distance(check.observed) };
  });
  return checked.map(({ quantity, check, distance }) => {
    const farther = farthest.reduce((count, far) => count + (far >= distance ? 1 : 0), 0);
    const adjustedPValue = Math.min(1, (families * (1 + farther)) / (replications + 1));
    return {
      quantity,
      ...check,
      isOutside: isSurprising(check, chance),
      adjustedPValue,
      fails: adjustedPValue < chance && (check.observed < check.lower || check.observed > check.upper),
    };
  });
}

/**
 * How much one row more with its value changes a share, or the slope of a share: the root mean square over its rows. 0
 * for other quantities.
 */
function effectOfOneRow({ value, rows, weights }: TestQuantity): number {
  if (value === null) return 0;
  if (weights === null) return 1 / rows.length;
  return Math.sqrt(weights.reduce((sum, weight) => sum + weight ** 2, 0) / rows.length);
}

/**
 * The distance of a value from the mean of `values`, in standard deviations, or in `leastSd` if that is greater; infinite
 * if both are 0 and this value differs.
 *
 * @param leastSd of a share the effect of one row. Of many values at many levels most are rare, and the few data sets that
 *   have a rare one at all would be many standard deviations from the rest: so would the observed rows be, more often
 *   than once in twenty tables, and real misfits could not stand out. A floor of this kind is the constant s0 of Tusher,
 *   Tibshirani & Chu (2001, Significance analysis of microarrays applied to the ionizing radiation response).
 */
function distanceFrom(values: Float64Array, leastSd: number): (value: number) => number {
  // If all values are equal, rounding may make their mean differ from them.
  const isOne = values.every((value) => value === values[0]);
  const centre = isOne ? values[0]! : mean(values);
  const sd = Math.max(leastSd, isOne ? 0 : Math.sqrt(variance(values)));
  return (value) => (value === centre && isOne ? 0 : Math.abs(value - centre) / sd);
}

export interface PredictiveCheck {
  readonly observed: number;
  /** Mean, 2.5 % and 97.5 % quantile of the replications. */
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
  readonly replications: number;
  /**
   * The share of replications above the observed value; ties count one half. Near 0 or 1 if the model does not produce
   * such data.
   */
  readonly pValue: number;
}

/**
 * A posterior predictive check if the replications come from posterior draws (Gelman, Meng & Stern 1996, Posterior
 * predictive assessment of model fitness via realized discrepancies; Gelman et al. 2013, section 6.3), or a prior
 * predictive check if they come from prior draws (Box 1980). Since the model was fitted to the same data, p values of a
 * posterior check are closer to 0.5 than uniform ones: the check is conservative.
 *
 * @param replicated the statistic of each replication
 * @throws RangeError without replications, or when a number is not finite
 */
export function predictiveCheck(observed: number, replicated: ArrayLike<number>): PredictiveCheck {
  const sorted = Float64Array.from(replicated).sort();
  if (sorted.length === 0) throw new RangeError('there are no replications');
  if (!Number.isFinite(observed) || !sorted.every(Number.isFinite)) {
    throw new RangeError('statistics must be finite');
  }
  const above = sorted.filter((value) => value > observed).length;
  const equal = sorted.filter((value) => value === observed).length;
  return {
    observed,
    mean: mean(sorted),
    lower: quantile(sorted, 0.025),
    upper: quantile(sorted, 0.975),
    replications: sorted.length,
    pValue: (above + equal / 2) / sorted.length,
  };
}

/**
 * Whether a check fails: its two-sided p value, 2 min(p, 1 − p), is below `chance`. If the model is right, about k ·
 * chance of k checks fail, or fewer.
 */
export function isSurprising({ pValue }: PredictiveCheck, chance = 0.05): boolean {
  return 2 * Math.min(pValue, 1 - pValue) < chance;
}
