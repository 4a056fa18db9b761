/** Importance weights whose largest are smoothed by a generalised Pareto distribution. */
import { fitGeneralisedPareto, generalisedParetoQuantile } from './generalised-pareto.ts';
import { logSumExp } from './log-sum-exp.ts';

export interface SmoothedWeights {
  /** Normalised: the weights sum to 1. */
  readonly logWeights: Float64Array;
  /**
   * The estimated shape k̂ of the tail. Infinity where the tail has too few different weights to judge by; −Infinity where all
   * weights are the same, so that nothing is lost by them.
   */
  readonly paretoK: number;
}

/** Fewer draws than this in the tail cannot be fitted (as in the R package loo). */
const LEAST_TAIL = 5;

/** Below the number of draws, the largest k̂ at which estimates can be relied on, min(1 − 1/log₁₀ S, 0.7) (Vehtari et al. 2024, section 3.2.4). */
export function paretoKThreshold(draws: number): number {
  return Math.min(1 - 1 / Math.log10(draws), 0.7);
}

/** How many of the largest weights are smoothed: min(S/5, 3 √(S/r_eff)), rounded up (Vehtari et al. 2024, appendix H). */
export function tailLength(draws: number, relativeEfficiency: number): number {
  return Math.ceil(Math.min(0.2 * draws, 3 * Math.sqrt(draws / relativeEfficiency)));
}

/**
 * Pareto smoothed importance sampling (Vehtari, Simpson, Gelman, Yao & Gabry 2024, Pareto smoothed importance sampling, Journal of
 * Machine Learning Research 25, algorithm 1): the largest ratios are replaced, in their order, by the expected order
 * statistics of a generalised Pareto distribution fitted to them, and none is left above the largest raw one.
 *
 * @param logRatios finite, one per draw
 * @param relativeEfficiency effective draws over draws, of the mean of the inverse ratios; above 0
 * @throws RangeError for another efficiency
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
  // The tail is what exceeds the largest weight that is not in it; of equals at its edge none does.
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
