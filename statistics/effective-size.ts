/** The effective sample size: how many independent draws would tell as much as these. */

import { meanAutocovariance } from './autocovariance.ts';
import { allFinite, type Chains, drawsPerChain, pooled, split, varies } from './chains.ts';
import { mean, variance } from './moments.ts';
import { quantile } from './quantile.ts';
import { rankNormalise } from './rank-normalise.ts';

/**
 * Effective sample size of the mean over the chains as they are given, neither split nor normalised: Vehtari et al.
 * (2021), section 3.2, with Geyer's (1992) initial positive and initial monotone sequences, in the form of the R package
 * `posterior` (the truncated sum takes in the even term after it, for antithetic chains; at most S log10(S) of S
 * draws). Null for fewer than 3 draws a chain, draws that are not finite, or draws that are all the same.
 */
export function effectiveSize(chains: Chains): number | null {
  const draws = drawsPerChain(chains);
  if (draws < 3 || !varies(chains)) {
    return null;
  }
  const autocovariance = meanAutocovariance(chains);
  const withinVariance = (autocovariance[0]! * draws) / (draws - 1);
  const betweenVariance = chains.length > 1 ? variance(chains.map(mean)) : 0;
  const totalVariance = autocovariance[0]! + betweenVariance;
  const autocorrelation = (lag: number) => 1 - (withinVariance - autocovariance[lag]!) / totalVariance;

  // Geyer's initial positive sequence: pairs of autocorrelations while their sum is positive.
  const rho = new Float64Array(draws);
  let even = 1;
  let odd = autocorrelation(1);
  rho[0] = even;
  rho[1] = odd;
  let lag = 0;
  while (lag < draws - 5 && even + odd > 0) {
    lag += 2;
    even = autocorrelation(lag);
    odd = autocorrelation(lag + 1);
    if (even + odd >= 0) {
      rho[lag] = even;
      rho[lag + 1] = odd;
    }
  }
  const last = lag;
  if (even > 0) {
    rho[last] = even;
  }

  // Geyer's initial monotone sequence: no pair above the one before it.
  for (lag = 2; lag <= last - 2; lag += 2) {
    const before = rho[lag - 2]! + rho[lag - 1]!;
    if (rho[lag]! + rho[lag + 1]! > before) {
      rho[lag] = before / 2;
      rho[lag + 1] = before / 2;
    }
  }

  // A sum that stops before its first pair still counts lag 0, as in `posterior`: chains of fewer than 6 draws, or
  // which alternate perfectly, so come out at half their draws, not at the bound.
  const summed = last === 0 ? 1 : rho.subarray(0, last).reduce((sum, term) => sum + term, 0);
  const size = chains.length * draws;
  const autocorrelationTime = Math.max(-1 + 2 * summed + rho[last]!, 1 / Math.log10(size));
  return size / autocorrelationTime;
}

/** Bulk ESS: of the rank-normalised split chains (Vehtari et al. 2021, section 4.1). Null where undefined. */
export function bulkEffectiveSize(chains: Chains): number | null {
  return allFinite(chains) ? effectiveSize(rankNormalise(split(chains))) : null;
}

/** Tail ESS: the lesser of those of the 5 % and 95 % quantiles (Vehtari et al. 2021, section 4.3). Null where undefined. */
export function tailEffectiveSize(chains: Chains): number | null {
  const lower = quantileEffectiveSize(chains, 0.05);
  const upper = quantileEffectiveSize(chains, 0.95);
  return lower === null || upper === null ? null : Math.min(lower, upper);
}

/** ESS of the mean: of the split chains (Vehtari et al. 2021, section 3.2). Null where undefined. */
export function meanEffectiveSize(chains: Chains): number | null {
  return effectiveSize(split(chains));
}

/**
 * ESS of a quantile: of the indicators that a draw is not above it, over split chains (Vehtari et al. 2021, section 4.3).
 * Null where undefined, also when the indicator is the same for every draw.
 */
export function quantileEffectiveSize(chains: Chains, probability: number): number | null {
  if (drawsPerChain(chains) === 0 || !varies(chains)) {
    return null;
  }
  const threshold = quantile(pooled(chains).sort(), probability);
  return effectiveSize(split(chains.map((chain) => chain.map((draw) => (draw <= threshold ? 1 : 0)))));
}
