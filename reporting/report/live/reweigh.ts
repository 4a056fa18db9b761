/** A fit under another prior: its draws, weighed anew, without sampling. */
import { probability } from '../../../compiler/interpret/log-probability.ts';
import {
  boundsOf,
  type EvaluatedPrior,
  isInSupport,
  isProper,
  logPriorDensity,
} from '../../../compiler/interpret/priors.ts';
import { paretoKThreshold, paretoSmooth } from '../../../statistics/pareto-smooth.ts';

/** A latent whose prior is replaced by another of its family. */
export interface MovedPrior {
  readonly fitted: EvaluatedPrior;
  readonly moved: EvaluatedPrior;
  readonly isProbability: boolean;
  /** Its draws: for an indexed latent an array per level. */
  readonly draws: readonly Float64Array[];
}

/** Why draws say nothing about another prior. */
export type Unweighed =
  /** The numbers are those of no distribution. */
  | 'improper'
  /** It allows values that the fitted one does not, at which no draw can be. */
  | 'wider'
  /** Too few draws would carry the result. */
  | 'far';

export interface Reweighed {
  /** One per draw; they sum to 1. */
  readonly weights: Float64Array;
  /** k̂ of the weights; −Infinity where all that are not 0 are equal. */
  readonly paretoK: number;
  /** The k̂ from which the draws are not used. */
  readonly limit: number;
}

/** With fewer effective draws the ends of an interval are one or two draws. */
const LEAST_EFFECTIVE = 50;

/**
 * Importance weights: for each draw the product of what the new priors say of it over what the fitted ones said. Their largest are
 * smoothed by a generalised Pareto distribution, whose shape says whether they can be used (Vehtari, Simpson, Gelman, Yao & Gabry 2024,
 * Pareto smoothed importance sampling, Journal of Machine Learning Research 25).
 *
 * @param priors at least one, with equally many draws
 */
export function reweigh(priors: readonly MovedPrior[]): Reweighed | Unweighed {
  if (!priors.every(({ moved }) => isProper(moved))) return 'improper';
  const isWider = priors.some(({ fitted, moved }) => {
    const [before, now] = [boundsOf(fitted), boundsOf(moved)];
    return now.lo < before.lo || now.hi > before.hi;
  });
  if (isWider) return 'wider';
  const count = priors[0]!.draws[0]!.length;
  const ratios = Float64Array.from({ length: count }, (_, draw) =>
    priors.reduce((sum, prior) => sum + logRatio(prior, draw), 0),
  );
  const allowed = Array.from(ratios.keys()).filter((draw) => ratios[draw] !== -Infinity);
  if (allowed.length < LEAST_EFFECTIVE) return 'far';
  const { logWeights, paretoK } = paretoSmooth(
    Float64Array.from(allowed, (draw) => ratios[draw]!),
    1,
  );
  const weights = new Float64Array(count);
  for (const [place, draw] of allowed.entries()) weights[draw] = Math.exp(logWeights[place]!);
  const effective = 1 / weights.reduce((sum, weight) => sum + weight * weight, 0);
  const limit = paretoKThreshold(allowed.length);
  if (!(paretoK < limit) || effective < LEAST_EFFECTIVE) return 'far';
  return { weights, paretoK, limit };
}

/** ln of the new prior's density at a draw over that of the fitted one; −Infinity outside of the new one's support. */
function logRatio({ fitted, moved, isProbability, draws }: MovedPrior, draw: number): number {
  let sum = 0;
  for (const values of draws) {
    const value = values[draw]!;
    if (!isInSupport(moved, value)) return -Infinity;
    const position = { value, probability: isProbability ? probability(value) : null };
    const ratio = logPriorDensity(moved, position) - logPriorDensity(fitted, position);
    // At an end of the support both may be infinite: there the ratio is that of no draw.
    sum += Number.isNaN(ratio) ? -Infinity : ratio;
  }
  return sum;
}

/**
 * As many draws as there are, sorted, each about as often as its weight says: systematic resampling of the sorted draws (Kitagawa 1996,
 * Journal of Computational and Graphical Statistics 5, 1–25), from the middle of each step. Equal weights give each draw once.
 *
 * @param weights one per draw, with the sum 1
 */
export function weightedDraws(draws: Float64Array, weights: Float64Array): Float64Array {
  const count = draws.length;
  const order = Uint32Array.from(draws.keys()).sort((a, b) => draws[a]! - draws[b]!);
  let place = 0;
  let upTo = weights[order[0]!]!;
  return Float64Array.from({ length: count }, (_, step) => {
    while (upTo < (step + 0.5) / count && place < count - 1) upTo += weights[order[++place]!]!;
    return draws[order[place]!]!;
  });
}
