/** An observed statistic beside those of data that a model made. */
import { mean } from '../../../statistics/moments.ts';
import { quantile } from '../../../statistics/quantile.ts';

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
