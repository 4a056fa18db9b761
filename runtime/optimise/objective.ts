/**
 * The objective of an ascent: the posterior density with or without the Jacobian, or the likelihood alone, with some
 * coordinates held fixed. A point of an ascent consists of the objective, the position on the unconstrained scale and
 * the gradient, in linear memory.
 */
import { DIMENSION, logDensityUnconstrained, logJacobianUnconstrained, logPriorUnconstrained } from '../layout';
import { allocate } from '../memory';
import { vectorBytes, addScaled, component, setComponent, allFinite } from '../sampler/vector';

/** The log density on the unconstrained scale, with the log Jacobian: the density of the sampler and of scouts. */
export const UNCONSTRAINED: i32 = 0;
/** The same density on the layout's own scale, without the Jacobian. */
export const OWN_SCALE: i32 = 1;
/** The log likelihood: no prior, and therefore no Jacobian. */
export const LIKELIHOOD: i32 = 2;

/**
 * The likelihood is computed as the density minus the prior's part, with a rounding error of 10⁻¹⁶ of that part. If the
 * error exceeds 10⁻⁶, which happens a hundred thousand standard deviations from a normal prior's middle, the likelihood
 * counts as unknown, so that no climb mistakes rounding for a slope.
 */
const MAX_PRIOR_PART: f64 = 5e9;

let kind: i32 = 0;
/** A vector that is nonzero at the coordinates that are held; null if none is. */
let held: usize = 0;
let besides: usize = 0;

/** Allocates memory, once per instance. False if there is no more. */
export function allocateObjective(): bool {
  if (besides == 0) besides = allocate(vectorBytes());
  return besides != 0;
}

/**
 * Sets the objective of all following ascents.
 *
 * @param fixed DIMENSION f64s, nonzero at each coordinate that is held; or 0
 */
export function setObjective(objective: i32, fixed: usize): void {
  kind = objective;
  held = fixed;
}

/** The objective at a position on the unconstrained scale, and its gradient, which is 0 at coordinates that are held. */
export function objectiveAt(position: usize, gradient: usize): f64 {
  let value = logDensityUnconstrained(position, gradient);
  if (kind != UNCONSTRAINED) {
    const part =
      kind == LIKELIHOOD ? logPriorUnconstrained(position, besides) : logJacobianUnconstrained(position, besides);
    if (abs(part) > MAX_PRIOR_PART) return NaN;
    value -= part;
    addScaled(gradient, -1, besides);
  }
  if (held != 0) {
    for (let i = 0; i < DIMENSION; i++) if (component(held, i) != 0) setComponent(gradient, i, 0);
  }
  return value;
}

/** Offsets of the parts of a point, in bytes. */
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

/** Number of gradients evaluated since `resetEvaluations`. */
export function evaluations(): f64 {
  return gradients;
}

export function resetEvaluations(): void {
  gradients = 0;
}

/** Adds gradients that were evaluated elsewhere for the same ascent. */
export function addEvaluations(count: f64): void {
  gradients += count;
}

/** Computes the objective and its gradient at the point's position. False if either is not finite. */
export function evaluatePoint(point: usize): bool {
  gradients += 1;
  const value = objectiveAt(point + POSITION, point + gradientAt());
  store<f64>(point, value);
  return isFinite(value) && allFinite(point + gradientAt());
}
