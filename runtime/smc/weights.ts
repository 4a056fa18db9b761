/** Weights of particles on the way from one exponent to the next, how few of them count, and how far the next one is. */
import { exp } from '../math/exp';
import { log } from '../math/log';
import { component, setComponent } from '../sampler/vector';

/** Halvings of the interval that the next exponent lies in. */
const HALVINGS: i32 = 60;
/** The increment is found to this share of itself. */
const PRECISION: f64 = 1e-4;

/** The greatest of `count` f64s; -Infinity when there is no other. */
export function greatest(values: usize, count: i32): f64 {
  let most = -Infinity;
  for (let i = 0; i < count; i++) most = max(most, component(values, i));
  return most;
}

/**
 * The effective sample size (Σw)² / Σw² of the weights w = e^(increment · difference), as Kong, Liu & Wong (1994) have
 * it. `differences` are log densities, end less beginning; -Infinity for a particle without density, which has no weight.
 */
export function effectiveSize(differences: usize, count: i32, increment: f64): f64 {
  const most = greatest(differences, count);
  if (most == -Infinity) return 0;
  let sum = 0.0;
  let squares = 0.0;
  for (let i = 0; i < count; i++) {
    const weight = exp(increment * (component(differences, i) - most));
    sum += weight;
    squares += weight * weight;
  }
  return (sum * sum) / squares;
}

/**
 * How far the exponent may go, at most `left`, for an effective sample size of at least `least` (Jasra, Stephens, Doucet
 * & Tsagaris 2011, by bisection: the size falls as the increment grows). Where so many particles have no density that no
 * increment leaves as much, the smallest: it drops them.
 */
export function nextIncrement(differences: usize, count: i32, left: f64, least: f64): f64 {
  if (effectiveSize(differences, count, left) >= least) return left;
  let near = 0.0;
  let far = left;
  for (let i = 0; i < HALVINGS && far - near > PRECISION * far; i++) {
    const middle = 0.5 * (near + far);
    if (effectiveSize(differences, count, middle) >= least) near = middle;
    else far = middle;
  }
  return near > 0 ? near : far;
}

/**
 * Writes the weights e^(increment · difference), scaled to sum to one. Returns the log of their mean before that, the
 * estimate of the ratio of two normalising constants (Del Moral, Doucet & Jasra 2006, eq. 14).
 */
export function fillWeights(weights: usize, differences: usize, count: i32, increment: f64): f64 {
  const most = greatest(differences, count);
  let sum = 0.0;
  for (let i = 0; i < count; i++) {
    const weight = exp(increment * (component(differences, i) - most));
    setComponent(weights, i, weight);
    sum += weight;
  }
  for (let i = 0; i < count; i++) setComponent(weights, i, component(weights, i) / sum);
  return increment * most + log(sum / <f64>count);
}
