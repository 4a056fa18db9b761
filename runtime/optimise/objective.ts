/**
 * What an ascent climbs: the posterior density with the Jacobian or without, or the likelihood alone; some coordinates held.
 * And a point of an ascent in linear memory: the objective there, the position on the unconstrained scale, the gradient.
 */
import { DIMENSION, logDensityUnconstrained, logJacobianUnconstrained, logPriorUnconstrained } from '../layout';
import { allocate } from '../memory';
import { vectorBytes, addScaled, component, setComponent, allFinite } from '../sampler/vector';

/** The log density on the unconstrained scale, with the log Jacobian: what the sampler and its scouts see. */
export const UNCONSTRAINED: i32 = 0;
/** The same density on the layout's own scale, without the Jacobian. */
export const OWN_SCALE: i32 = 1;
/** The log likelihood: without the prior, and so without the Jacobian. */
export const LIKELIHOOD: i32 = 2;

/**
 * The likelihood is the density without the prior's part, and known to 10⁻¹⁶ of that. Where this is more than 10⁻⁶ it is taken for
 * unknown, so that no climb mistakes rounding for a height: a hundred thousand sds from a normal prior's middle.
 */
const MAX_PRIOR_PART: f64 = 5e9;

let kind: i32 = 0;
/** A vector that is not 0 at the coordinates that do not move; null where all do. */
let held: usize = 0;
let besides: usize = 0;

/** Makes room, once an instance. False when there is no more memory. */
export function allocateObjective(): bool {
  if (besides == 0) besides = allocate(vectorBytes());
  return besides != 0;
}

/** Says what is climbed from here on. @param fixed DIMENSION f64s, not 0 at each coordinate that is held; or 0 */
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

/** Offsets of a point's parts, in bytes. */
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
