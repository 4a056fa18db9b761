/** How far to go along a direction of ascent: bracketing and bisection for the weak Wolfe conditions. */
import { addScaled, copy, dot } from '../sampler/vector';
import { gradientAt, POSITION, evaluatePoint } from './point';

/** Nocedal & Wright (2006), section 3.1: what they suggest for quasi-Newton directions. */
const ENOUGH_ASCENT: f64 = 1e-4;
const ENOUGH_FLATTER: f64 = 0.9;

const TRIES: i32 = 40;

/**
 * Puts at `next` a point of `from` + step · `direction` that ascends enough and where the slope has become less
 * (Nocedal & Wright 2006, equations 3.6a and b; the bisection is algorithm 2.6 of Lewis & Overton 2013, Nonsmooth
 * optimization via quasi-Newton methods). A point without density is a step too far. False when no such point was found.
 *
 * @param slope the derivative of the log density along `direction` at `from`, positive
 */
export function searchLine(next: usize, from: usize, direction: usize, slope: f64): bool {
  let near = 0.0;
  let far = Infinity;
  let step = 1.0;
  for (let tries = 0; tries < TRIES; tries++) {
    copy(next + POSITION, from + POSITION);
    addScaled(next + POSITION, step, direction);
    const exists = evaluatePoint(next);
    if (!exists || load<f64>(next) < load<f64>(from) + ENOUGH_ASCENT * step * slope) far = step;
    else if (dot(next + gradientAt(), direction) > ENOUGH_FLATTER * slope) near = step;
    else return true;
    step = far < Infinity ? 0.5 * (near + far) : 2 * near;
  }
  return false;
}
