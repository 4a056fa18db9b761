/** What an instance with the demands of a row would tell of the parameters, if it were tried once more. */
import type { Posterior } from '../../../host/posterior.ts';
import { Points } from '../../../host/predict/draws.ts';
import type { RowPredictor } from '../../../host/predict/predictor.ts';
import { inverseDefinite } from '../../../statistics/solve-definite.ts';

/** One posterior, and what each distinct row of the demands would add to its precision. */
export interface PosteriorCase {
  /** How many parameters there are. */
  readonly size: number;
  /** Of the posterior: size × size numbers, row after row. */
  readonly covariance: Float64Array;
  /**
   * For each distinct row and each outcome of it `size` numbers v, such that an instance adds v vᵀ to the precision: one distinct
   * row after another, of each its outcomes.
   */
  readonly roots: Float64Array;
  /** How many outcomes a row has. */
  readonly outcomes: number;
}

/** Draws that are enough for covariances; of more, evenly many are left out. */
const MAX_DRAWS = 1000;

/**
 * The linear Bayes update for outcomes of 0 and 1 (Hartigan 1969, Linear Bayesian methods, Journal of the Royal Statistical Society B
 * 31, 446–454): with p(θ) the probability of an outcome, b = Σ⁻¹ Cov(θ, p) the slope of its regression on θ over the posterior, and
 * E[p (1 − p)] the variance that is left when θ is known, v = b / √E[p (1 − p)]. Of one parameter that is the probability itself,
 * with a beta posterior, it gives the expected posterior variance after n more outcomes exactly; it takes neither slopes at a point nor
 * a normal posterior, but that p is a line in θ where the posterior lies.
 *
 * @param predictor of a module all of whose outcomes are of 0 and 1, with the demands bound
 * @param outcomes how many there are
 * @returns null where the draws' covariance is not positive definite, or a probability is no number
 */
export function posteriorCase(
  fit: Pick<Posterior, 'draws'>,
  predictor: RowPredictor,
  outcomes: number,
): PosteriorCase | null {
  const { size, distinct } = predictor;
  const total = fit.draws.reduce((sum, { latents }) => sum + latents[0]!.length, 0);
  const points = new Points(fit, size, Math.ceil(total / MAX_DRAWS));
  const centre = new Float64Array(size);
  points.forEach((point) => {
    for (let k = 0; k < size; k++) centre[k]! += point[k]! / points.count;
  });
  const covariance = new Float64Array(size * size);
  const vectors = distinct * outcomes;
  const products = new Float64Array(vectors * size);
  const remaining = new Float64Array(vectors);
  const away = new Float64Array(size);
  points.forEach((point) => {
    for (let k = 0; k < size; k++) away[k] = point[k]! - centre[k]!;
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++) covariance[a * size + b]! += (away[a]! * away[b]!) / (points.count - 1);
    predictor.predictAt(point);
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
    // An outcome that is certain tells nothing.
    if (!(remaining[vector]! > 0)) continue;
    for (let a = 0; a < size; a++) {
      let slope = 0;
      for (let b = 0; b < size; b++) slope += precision[a * size + b]! * products[vector * size + b]!;
      roots[vector * size + a] = slope / Math.sqrt(remaining[vector]!);
    }
  }
  return { size, covariance, roots, outcomes };
}
