/** Monte Carlo standard errors: how far an estimate may be from its value with infinitely many draws. */

import { type Chains, pooled } from './chains.ts';
import { meanEffectiveSize } from './effective-size.ts';
import { mean, variance } from './moments.ts';

/** Of the mean: sd / √(ESS of the mean) (Vehtari et al. 2021, section 3.2). Null if the ESS is undefined. */
export function standardErrorOfMean(chains: Chains): number | null {
  const size = meanEffectiveSize(chains);
  return size === null ? null : Math.sqrt(variance(pooled(chains)) / size);
}

/**
 * Of the standard deviation, by the delta method from the mean of the squared deviations, without assuming normality
 * (Kenney & Keeping 1951, p. 141, as `mcse_sd` in `posterior`). Null if the ESS of those is undefined.
 */
export function standardErrorOfSd(chains: Chains): number | null {
  const centre = mean(pooled(chains));
  const squares = chains.map((chain) => chain.map((draw) => (draw - centre) ** 2));
  const size = meanEffectiveSize(squares);
  if (size === null) {
    return null;
  }
  const all = pooled(squares);
  const secondMoment = mean(all);
  const fourthMoment = mean(all.map((square) => square * square));
  return Math.sqrt((fourthMoment - secondMoment ** 2) / size / secondMoment / 4);
}
