/** Predictive checks: an observed statistic beside those of replicated data, one by one and many at once. */
import { mean, variance } from '../../../statistics/moments.ts';
import { quantile } from '../../../statistics/quantile.ts';
import { observedQuantity, replicatedQuantity, type TestQuantity } from './test-quantity.ts';

export interface CheckedQuantity extends PredictiveCheck {
  readonly quantity: TestQuantity;
  /** Whether it fails by itself: its two-sided p value is below the chance. Of k checks of a right model about k · chance do, or fewer. */
  readonly isOutside: boolean;
  /**
   * The probability that of a right model any of these checks is as far out as this one, in standard deviations of the replications:
   * the single-step maxT procedure of Westfall & Young (1993), Resampling-based multiple testing, section 2.3, with the replications
   * themselves for resamples, so that it allows for how checks go together. One more is counted on either side (Phipson & Smyth
   * 2010, Permutation p-values should never be zero), so that it is at least 1/(replications + 1).
   */
  readonly adjustedPValue: number;
  /** Whether it fails all checks considered: its adjusted p value is below the chance, so that a right model has any such with that probability at most. */
  readonly fails: boolean;
}

/**
 * @param families how many such sets of checks are made of the same data, as of several outcomes: adjusted p values are multiplied by it
 * @param observed NaN where missing
 * @param replicated as `replicatedQuantity` takes them
 * @throws RangeError when lengths do not fit together, or a replicated outcome is not finite where one was observed
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
    const distance = distanceFrom(values);
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
      fails: adjustedPValue < chance,
    };
  });
}

/** How far a value is from the mean, in standard deviations; infinite where all of them are alike and it is not. */
function distanceFrom(values: Float64Array): (value: number) => number {
  const centre = mean(values);
  const sd = Math.sqrt(variance(values));
  // Of values that are all alike the mean may be off them by a rounding.
  const isOne = values.every((value) => value === values[0]);
  return (value) => (isOne ? (value === values[0] ? 0 : Infinity) : Math.abs(value - centre) / sd);
}

export interface PredictiveCheck {
  readonly observed: number;
  /** Of the replications: their mean, and the 2.5 % and 97.5 % quantiles. */
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
  readonly replications: number;
  /**
   * The share of replications above what was observed, equals counting a half: near 0 or 1 where the model does not make such
   * data.
   */
  readonly pValue: number;
}

/**
 * A posterior predictive check where replications are of draws from the posterior (Gelman, Meng & Stern 1996, Posterior predictive
 * assessment of model fitness via realized discrepancies; Gelman et al. 2013, section 6.3), and of the same kind with draws
 * from the prior (Box 1980). As the data were fitted to, p values of a posterior check are nearer to 0.5 than uniform ones:
 * they err on the side of the model.
 *
 * @param replicated the statistic of each replication
 * @throws RangeError without replications, or where a number is not finite
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
 * Whether a check fails: its two-sided p value, 2 min(p, 1 − p), is below `chance`. Of k checks of a right model about k · chance fail,
 * or fewer.
 */
export function isSurprising({ pValue }: PredictiveCheck, chance = 0.05): boolean {
  return 2 * Math.min(pValue, 1 - pValue) < chance;
}
