/**
 * The effective sample size (the number of independent draws that would be as informative as these), and the Monte
 * Carlo standard errors that follow from it.
 */
import { allFinite, type Chains, drawsPerChain, pooled, split, varies } from './chains.ts';
import { fourierTransform } from './fourier.ts';
import { mean, variance } from './moments.ts';
import { quantile } from './quantile.ts';
import { rankNormalise } from './rank-normalise.ts';

/**
 * Effective sample size of the mean over the given chains, neither split nor normalised: Vehtari et al. (2021), section
 * 3.2, with Geyer's (1992) initial positive and initial monotone sequences, in the form of the R package `posterior`:
 * the truncated sum includes the next even term, for antithetic chains, and the result is at most S log10(S) for S
 * draws. Null for fewer than 3 draws per chain, or draws that are not finite or all equal.
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

  // Geyer's initial positive sequence: pairs of autocorrelations while their sums are positive.
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

  // Geyer's initial monotone sequence: no pair may exceed the previous one.
  for (lag = 2; lag <= last - 2; lag += 2) {
    const before = rho[lag - 2]! + rho[lag - 1]!;
    if (rho[lag]! + rho[lag + 1]! > before) {
      rho[lag] = before / 2;
      rho[lag + 1] = before / 2;
    }
  }

  // A sum that stops before its first pair still includes lag 0, as in `posterior`. Chains of fewer than 6 draws, and
  // perfectly alternating ones, then get half their number of draws rather than the maximum.
  const summed = last === 0 ? 1 : rho.subarray(0, last).reduce((sum, term) => sum + term, 0);
  const size = chains.length * draws;
  const autocorrelationTime = Math.max(-1 + 2 * summed + rho[last]!, 1 / Math.log10(size));
  return size / autocorrelationTime;
}

/** Bulk ESS: that of the rank-normalised split chains (Vehtari et al. 2021, section 4.1). Null if undefined. */
export function bulkEffectiveSize(chains: Chains): number | null {
  return allFinite(chains) ? effectiveSize(rankNormalise(split(chains))) : null;
}

/**
 * Tail ESS: the smaller of those of the 5 % and 95 % quantiles (Vehtari et al. 2021, section 4.3). Null if undefined.
 */
export function tailEffectiveSize(chains: Chains): number | null {
  if (drawsPerChain(chains) === 0 || !varies(chains)) return null;
  const sorted = pooled(chains).sort();
  const lower = indicatorEffectiveSize(chains, quantile(sorted, 0.05));
  const upper = indicatorEffectiveSize(chains, quantile(sorted, 0.95));
  return lower === null || upper === null ? null : Math.min(lower, upper);
}

/** ESS of the mean, over split chains (Vehtari et al. 2021, section 3.2). Null if undefined. */
export function meanEffectiveSize(chains: Chains): number | null {
  return effectiveSize(split(chains));
}

/**
 * ESS of a quantile: that of the indicators draw ≤ quantile, over split chains (Vehtari et al. 2021, section 4.3). Null
 * if undefined, also if the indicator is the same for every draw.
 */
export function quantileEffectiveSize(chains: Chains, probability: number): number | null {
  if (drawsPerChain(chains) === 0 || !varies(chains)) {
    return null;
  }
  return indicatorEffectiveSize(chains, quantile(pooled(chains).sort(), probability));
}

/** ESS of the indicators draw ≤ threshold, over split chains. */
function indicatorEffectiveSize(chains: Chains, threshold: number): number | null {
  return effectiveSize(split(chains.map((chain) => chain.map((draw) => (draw <= threshold ? 1 : 0)))));
}

/**
 * The mean over chains of the autocovariance at each lag from 0 to draws − 1, with divisor n at every lag (the biased
 * estimate, which Geyer 1992 recommends), by the Wiener–Khinchin theorem on zero-padded series.
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
  // Two chains are transformed together, as the real and imaginary parts of one series: the real part of its
  // autocovariance is the sum of theirs, and only the sum is needed.
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

/** The chain minus its mean, padded with zeros. */
function centreInto(target: Float64Array, chain: Float64Array): void {
  const centre = mean(chain);
  for (let i = 0; i < chain.length; i++) {
    target[i] = chain[i]! - centre;
  }
  target.fill(0, chain.length);
}

/**
 * The effective sample size of the mean likelihood over split chains (Vehtari et al. 2021), divided by the number of
 * draws; 1 where it is undefined, such as for a likelihood that is the same at all draws. It may exceed 1 for
 * antithetic draws.
 *
 * @param logLikelihoods of one row, one per draw, one chain after another
 */
export function relativeEfficiency(logLikelihoods: Float64Array, chains: number): number {
  const draws = logLikelihoods.length;
  const largest = logLikelihoods.reduce((a, b) => Math.max(a, b), -Infinity);
  // Only the ratios of likelihoods matter; dividing by the largest avoids underflow and overflow.
  const likelihoods = logLikelihoods.map((value) => Math.exp(value - largest));
  const length = draws / chains;
  const cut = Array.from({ length: chains }, (_, chain) =>
    likelihoods.subarray(chain * length, (chain + 1) * length),
  );
  const size = meanEffectiveSize(cut);
  return size === null ? 1 : size / draws;
}

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
