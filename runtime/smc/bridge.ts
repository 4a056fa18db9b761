/**
 * The path of tempered densities from a reference to the posterior, in two legs: from a standard normal to the prior,
 * and from the prior to the posterior. On each leg the density is from^(1 − t) · to^t, with an exponent t from 0 to 1.
 */
import { DIMENSION, logDensityUnconstrained, logPriorUnconstrained } from '../layout';
import { addScaled, allocateVectors, component, copy, setComponent } from '../sampler/vector';

/** The two legs. On the first no row of the data is read. */
// @ts-ignore: decorator
@inline
export const TO_PRIOR: i32 = 0;
export const TO_POSTERIOR: i32 = 1;

const HALF_LOG_2_PI: f64 = 0.9189385332046728;

let leg: i32 = TO_PRIOR;
let exponent: f64 = 0;
let toGradient: usize = 0;

/** Allocates memory on the first call. */
export function allocateBridge(): void {
  if (toGradient == 0) toGradient = allocateVectors(1);
}

/** Sets the leg and its exponent `t`. */
export function placeOnBridge(ofLeg: i32, t: f64): void {
  leg = ofLeg;
  exponent = t;
}

/** The log density at the start of the leg, and its gradient. */
export function logFrom(position: usize, gradient: usize): f64 {
  return leg == TO_PRIOR ? logReference(position, gradient) : logPriorUnconstrained(position, gradient);
}

/** The log density at the end of the leg, and its gradient. */
export function logTo(position: usize, gradient: usize): f64 {
  return leg == TO_PRIOR ? logPriorUnconstrained(position, gradient) : logDensityUnconstrained(position, gradient);
}

/** The log density at the current exponent, and its gradient. */
export function logBetween(position: usize, gradient: usize): f64 {
  const from = logFrom(position, gradient);
  const to = logTo(position, toGradient);
  mixGradient(gradient, toGradient);
  return mix(from, to);
}

/**
 * The log density at the current exponent from those at both ends of the leg. At exponent 1 the one at the start may be
 * infinite.
 */
export function mix(from: f64, to: f64): f64 {
  return exponent == 1 ? to : (1 - exponent) * from + exponent * to;
}

/** Combines the gradient at the start, in `gradient`, and that at the end into the gradient at the current exponent. */
export function mixGradient(gradient: usize, ofTo: usize): void {
  if (exponent == 1) {
    copy(gradient, ofTo);
    return;
  }
  addScaled(gradient, -exponent, gradient);
  addScaled(gradient, exponent, ofTo);
}

/** The standard normal, normalised as the prior is. */
function logReference(position: usize, gradient: usize): f64 {
  let sum = 0.0;
  for (let i = 0; i < DIMENSION; i++) {
    const x = component(position, i);
    sum -= 0.5 * x * x + HALF_LOG_2_PI;
    setComponent(gradient, i, -x);
  }
  return sum;
}
