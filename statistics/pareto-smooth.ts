/** Importance weights whose largest values are smoothed by a generalised Pareto distribution (PSIS). */
import { fitGeneralisedPareto, generalisedParetoQuantile } from './generalised-pareto.ts';
import { logSumExp } from './log-sum-exp.ts';

export interface SmoothedWeights {
  /** Normalised: the weights sum to 1. */
  readonly logWeights: Float64Array;
  /**
   * The estimated shape k̂ of the tail. Infinity if the tail has too few distinct weights; −Infinity if all weights are
   * equal, so that nothing is lost.
   */
  readonly paretoK: number;
}

/** A tail with fewer draws is not fitted (as in the R package loo). */
const LEAST_TAIL = 5;

/**
 * The k̂ below which estimates are reliable for a number of draws S: min(1 − 1/log₁₀ S, 0.7) (Vehtari et al. 2024,
 * section 3.2.4).
 */
export function paretoKThreshold(draws: number): number {
  return Math.min(1 - 1 / Math.log10(draws), 0.7);
}

/** The number of largest weights to smooth: min(S/5, 3 √(S/r_eff)), rounded up (Vehtari et al. 2024, appendix H). */
export function tailLength(draws: number, relativeEfficiency: number): number {
  return Math.ceil(Math.min(0.2 * draws, 3 * Math.sqrt(draws / relativeEfficiency)));
}

/**
 * Pareto smoothed importance sampling (Vehtari, Simpson, Gelman, Yao & Gabry 2024, Pareto smoothed importance sampling,
 * Journal of Machine Learning Research 25, algorithm 1). The largest ratios are replaced, in order, by the expected
 * order statistics of a generalised Pareto distribution fitted to them; none may exceed the largest raw ratio.
 *
 * @param logRatios finite, one per draw
 * @param relativeEfficiency effective draws per draw, for the mean of the inverse ratios; above 0
 * @throws RangeError for any other efficiency
 */
export function paretoSmooth(logRatios: Float64Array, relativeEfficiency: number): SmoothedWeights {
  if (!(relativeEfficiency > 0 && Number.isFinite(relativeEfficiency))) {
    throw new RangeError(`a relative efficiency is above 0, not ${relativeEfficiency}`);
  }
  const draws = logRatios.length;
  const sorted = logRatios.slice().sort();
  const largest = sorted[draws - 1]!;
  const shifted = logRatios.map((ratio) => ratio - largest);
  if (sorted[0] === largest) return { logWeights: normalise(shifted), paretoK: -Infinity };
  const length = tailLength(draws, relativeEfficiency);
  if (length < LEAST_TAIL || length >= draws) return { logWeights: normalise(shifted), paretoK: Infinity };
  // The tail consists of weights above the largest weight outside of it; weights equal to that one are not in it.
  const cutoff = sorted[draws - length - 1]! - largest;
  const tail = Array.from(shifted.keys()).filter((draw) => shifted[draw]! > cutoff);
  tail.sort((a, b) => shifted[a]! - shifted[b]! || a - b);
  const threshold = Math.exp(cutoff);
  const excesses = Float64Array.from(tail, (draw) => threshold * Math.expm1(shifted[draw]! - cutoff));
  if (tail.length < LEAST_TAIL || !(excesses[0]! < excesses[tail.length - 1]!)) {
    return { logWeights: normalise(shifted), paretoK: Infinity };
  }
  const fitted = fitGeneralisedPareto(excesses);
  for (const [rank, draw] of tail.entries()) {
    const excess = generalisedParetoQuantile(fitted, (rank + 0.5) / tail.length);
    shifted[draw] = Math.min(0, Math.log(threshold + excess));
  }
  return { logWeights: normalise(shifted), paretoK: fitted.shape };
}

function normalise(logWeights: Float64Array): Float64Array {
  const total = logSumExp(logWeights);
  return logWeights.map((weight) => weight - total);
}
