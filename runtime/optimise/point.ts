/** A point of an ascent in linear memory: the log density there, the position on the unconstrained scale, the gradient. */
import { logDensityUnconstrained } from '../layout';
import { vectorBytes, allFinite } from '../sampler/vector';

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

/** Computes log density and gradient at the point's position. False where either is not finite. */
export function evaluatePoint(point: usize): bool {
  gradients += 1;
  const value = logDensityUnconstrained(point + POSITION, point + gradientAt());
  store<f64>(point, value);
  return isFinite(value) && allFinite(point + gradientAt());
}
