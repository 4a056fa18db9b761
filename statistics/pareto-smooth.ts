/** Importance weights whose largest values are smoothed by a generalised Pareto distribution (PSIS). */
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

/** On [0, ∞) for shape ≥ 0, and on [0, −scale/shape] for shape < 0. */
interface GeneralisedPareto {
  /** k: for shape k only moments below 1/k are finite. */
  readonly shape: number;
  /** σ, in the unit of the excesses. */
  readonly scale: number;
}

/** The spacing of the grid for the profile likelihood (Zhang & Stephens 2009, section 3). */
const PRIOR_OF_GRID = 3;
/**
 * The weakly informative prior on the shape has the weight of this many excesses with shape 0.5 (Vehtari et al. 2024,
 * appendix G).
 */
const PRIOR_EXCESSES = 10;
const PRIOR_SHAPE = 0.5;

/**
 * The estimate of Zhang & Stephens (2009), A new and efficient estimation method for the generalized Pareto distribution,
 * Technometrics 51, 316–325: the posterior mean of θ = −shape/scale on a grid, under the profile likelihood and a prior
 * whose scale comes from the data. The shape is then shrunk towards 0.5 with the weight of ten excesses (Vehtari,
 * Simpson, Gelman, Yao & Gabry 2024, Pareto smoothed importance sampling, appendix G).
 *
 * @param excesses positive, ascending, not all equal
 * @throws RangeError for other excesses
 */
export function fitGeneralisedPareto(excesses: Float64Array): GeneralisedPareto {
  const size = excesses.length;
  const largest = excesses[size - 1] ?? 0;
  const quartile = excesses[Math.floor(size / 4 + 0.5) - 1] ?? 0;
  if (!(excesses[0]! > 0 && largest > excesses[0]! && largest < Infinity && quartile > 0)) {
    throw new RangeError('excesses are above 0, finite, ascending and not all the same');
  }
  const gridSize = 30 + Math.floor(Math.sqrt(size));
  const thetas = Float64Array.from(
    { length: gridSize },
    (_, place) => 1 / largest + (1 - Math.sqrt(gridSize / (place + 0.5))) / PRIOR_OF_GRID / quartile,
  );
  const logLikelihoods = thetas.map((theta) => {
    const shape = shapeAt(theta, excesses);
    return size * (Math.log(-theta / shape) - shape - 1);
  });
  const highest = logLikelihoods.reduce((a, b) => Math.max(a, b));
  const weights = logLikelihoods.map((each) => Math.exp(each - highest));
  const total = weights.reduce((a, b) => a + b);
  const theta = thetas.reduce((sum, each, place) => sum + (each * weights[place]!) / total, 0);
  const shape = shapeAt(theta, excesses);
  return {
    scale: -shape / theta,
    shape: (size * shape + PRIOR_EXCESSES * PRIOR_SHAPE) / (size + PRIOR_EXCESSES),
  };
}

/** The maximum likelihood shape for a given θ: the mean of ln(1 − θx). */
function shapeAt(theta: number, excesses: Float64Array): number {
  return excesses.reduce((sum, excess) => sum + Math.log1p(-theta * excess), 0) / excesses.length;
}

/** The quantile: the excess below which the given share of the distribution lies, in (0, 1). */
export function generalisedParetoQuantile({ shape, scale }: GeneralisedPareto, share: number): number {
  const exponential = -Math.log1p(-share);
  // For shape 0 the limit is the exponential distribution.
  return scale * (shape === 0 ? exponential : Math.expm1(shape * exponential) / shape);
}
