/** The information about the parameters in one more instance with the demands of a given row. */
import type { Posterior } from '../../../host/posterior.ts';
import type { AveragedPredictor } from '../../../host/predict/bind-predictor.ts';
import { Points } from '../../../host/predict/draws.ts';
import { inverseDefinite } from '../../../statistics/solve-definite.ts';

/** One posterior, and what an instance of each distinct row would add to its precision. */
export interface PosteriorCase {
  /** The number of parameters. */
  readonly size: number;
  /** The posterior covariance: size × size numbers, row by row. */
  readonly covariance: Float64Array;
  /**
   * For each distinct row and each of its outcomes a vector v of `size` numbers: an instance adds v vᵀ to the
   * precision. Ordered by distinct row, then by outcome.
   */
  readonly roots: Float64Array;
  /** The number of outcomes per row. */
  readonly outcomes: number;
}

/** Number of draws that suffice to estimate covariances; more are thinned. */
const MAX_DRAWS = 1000;

/**
 * The linear Bayes update for binary outcomes (Hartigan 1969, Linear Bayesian methods, Journal of the Royal Statistical
 * Society B 31, 446–454): with p(θ) the probability of an outcome, b = Σ⁻¹ Cov(θ, p) the slope of its regression on θ
 * over the posterior, and E[p (1 − p)] the variance that remains when θ is known, v = b / √E[p (1 − p)]. If the only
 * parameter is the probability itself, with a beta posterior, this gives the expected posterior variance after n more
 * outcomes exactly. It assumes neither a slope at a point nor a normal posterior, only that p is nearly linear in θ
 * where the posterior has its mass.
 *
 *
 * @param predictor of a module with binary outcomes only, with the demands bound
 * @param outcomes their number
 * @returns null if the covariance of the draws is not positive definite, or a probability is not a number
 */
export function posteriorCase(
  fit: Pick<Posterior, 'draws'>,
  predictor: AveragedPredictor,
  outcomes: number,
): PosteriorCase | null {
  const { size, drawn, distinct } = predictor;
  const total = fit.draws.reduce((sum, { latents }) => sum + latents[0]!.length, 0);
  const points = new Points(fit, size, Math.ceil(total / MAX_DRAWS), drawn);
  const centre = new Float64Array(size);
  points.forEach((point) => {
    for (let k = 0; k < size; k++) centre[k]! += point[k]! / points.count;
  });
  const covariance = new Float64Array(size * size);
  const vectors = distinct * outcomes;
  const products = new Float64Array(vectors * size);
  const remaining = new Float64Array(vectors);
  const away = new Float64Array(size);
  points.forEach((point, _, reports) => {
    for (let k = 0; k < size; k++) away[k] = point[k]! - centre[k]!;
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++) covariance[a * size + b]! += (away[a]! * away[b]!) / (points.count - 1);
    predictor.predictAt(point, reports);
    for (let outcome = 0; outcome < outcomes; outcome++) {
      const probabilities = predictor.mean(outcome);
      for (let row = 0; row < distinct; row++) {
        const p = probabilities[row]!;
        const vector = row * outcomes + outcome;
        remaining[vector]! += (p * (1 - p)) / points.count;
        for (let k = 0; k < size; k++) products[vector * size + k]! += (p * away[k]!) / (points.count - 1);
      }
    }
  });
  const precision = inverseDefinite(covariance, size);
  if (precision === null || !remaining.every(Number.isFinite)) return null;
  const roots = new Float64Array(vectors * size);
  for (let vector = 0; vector < vectors; vector++) {
    // A certain outcome carries no information.
    if (!(remaining[vector]! > 0)) continue;
    for (let a = 0; a < size; a++) {
      let slope = 0;
      for (let b = 0; b < size; b++) slope += precision[a * size + b]! * products[vector * size + b]!;
      roots[vector * size + a] = slope / Math.sqrt(remaining[vector]!);
    }
  }
  return { size, covariance, roots, outcomes };
}
