/** The effective sample size: how many independent draws would tell as much as these. */

import type { Chains } from './chains.ts';
import { allFinite, drawsPerChain, pooled, split, varies } from './chains.ts';
import { fourierTransform } from './fourier.ts';
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

/**
 * The mean over chains of the autocovariance at each lag from 0 to draws - 1, with divisor n at every lag (the biased
 * estimate, which Geyer 1992 recommends), by the Wiener-Khinchin theorem on series padded with zeros.
 */
export function meanAutocovariance(chains: Chains): Float64Array {
  const draws = drawsPerChain(chains);
  let size = 1;
  while (size < 2 * draws) {
    size *= 2;
  }
  const power = new Float64Array(size);
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  // Two chains ride as the real and imaginary part of one series: the real part of its autocovariance is the sum of
  // theirs, and a sum is all that is wanted.
  for (let c = 0; c < chains.length; c += 2) {
    centreInto(re, chains[c]!);
    const partner = chains[c + 1];
    if (partner === undefined) {
      im.fill(0);
    } else {
      centreInto(im, partner);
    }
    fourierTransform(re, im);
    for (let k = 0; k < size; k++) {
      power[k] = power[k]! + re[k]! * re[k]! + im[k]! * im[k]!;
    }
  }
  im.fill(0);
  // The forward transform serves as its own inverse: it differs by a reversal of the lags, which leaves the real part.
  fourierTransform(power, im);
  return power.subarray(0, draws).map((sum) => sum / (size * draws * chains.length));
}

/** The chain less its mean, and zeros after it. */
function centreInto(target: Float64Array, chain: Float64Array): void {
  const centre = mean(chain);
  for (let i = 0; i < chain.length; i++) {
    target[i] = chain[i]! - centre;
  }
  target.fill(0, chain.length);
}

/**
 * The effective sample size of the mean likelihood, over split chains (Vehtari et al. 2021), by the number of draws; 1 where it
 * is undefined, as for a likelihood that is the same at all draws. It may exceed 1 where draws are antithetic.
 *
 * @param logLikelihoods of one row, one per draw, one chain after another
 */
export function relativeEfficiency(logLikelihoods: Float64Array, chains: number): number {
  const draws = logLikelihoods.length;
  const largest = logLikelihoods.reduce((a, b) => Math.max(a, b), -Infinity);
  // Only the proportions of likelihoods matter, which so neither vanish nor overflow.
  const likelihoods = logLikelihoods.map((value) => Math.exp(value - largest));
  const length = draws / chains;
  const cut = Array.from({ length: chains }, (_, chain) =>
    likelihoods.subarray(chain * length, (chain + 1) * length),
  );
  const size = meanEffectiveSize(cut);
  return size === null ? 1 : size / draws;
}
