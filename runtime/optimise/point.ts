/** A point of an ascent in linear memory: the objective there, the position on the unconstrained scale, the gradient. */
import { vectorBytes, allFinite } from '../sampler/vector';
import { objectiveAt } from './objective';

/** Offsets in bytes. */
export const POSITION: usize = 16;
// @ts-ignore: decorator
@inline
export function gradientAt(): usize {
  return POSITION + vectorBytes();
}

// @ts-ignore: decorator
@inline
export function pointBytes(): usize {
  return gradientAt() + vectorBytes();
}

let gradients: f64 = 0;

/** Gradients evaluated since `resetEvaluations`. */
export function evaluations(): f64 {
  return gradients;
}

export function resetEvaluations(): void {
  gradients = 0;
}

/** Counts gradients that were evaluated elsewhere for the same ascent. */
export function addEvaluations(count: f64): void {
  gradients += count;
}

/** Computes the objective and its gradient at the point's position. False where either is not finite. */
export function evaluatePoint(point: usize): bool {
  gradients += 1;
  const value = objectiveAt(point + POSITION, point + gradientAt());
  store<f64>(point, value);
  return isFinite(value) && allFinite(point + gradientAt());
}
