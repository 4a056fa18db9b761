/** The metric of a layout: dense where dimensions are few, diagonal where they are many. */
import { DIMENSION } from '../layout';
import * as dense from './metric-dense';
import * as lowRank from './metric-low-rank';

/** Up to this many dimensions the products with a triangle cost little beside a gradient. */
const DENSE_LIMIT: i32 = 20;

// @ts-ignore: decorator
@inline
function isDense(): bool {
  return DIMENSION <= DENSE_LIMIT;
}

let allocated: bool = false;

/** Makes room, the first time that it is called. */
export function allocateMetric(): void {
  if (allocated) return;
  allocated = true;
  if (isDense()) dense.allocate();
  else lowRank.allocate();
}

/**
 * The metric to begin with, from the gradient at the starting point, with nothing learned.
 *
 * @param reach how far from a mode the point may be in each dimension, a vector; 0 where that is about 1
 */
export function resetMetric(gradient: usize, reach: usize): void {
  if (isDense()) dense.reset(gradient, reach);
  else lowRank.reset(gradient, reach);
}

/** position += step · L momentum. */
// @ts-ignore: decorator
@inline
export function advance(position: usize, step: f64, momentum: usize): void {
  if (isDense()) dense.advance(position, step, momentum);
  else lowRank.advance(position, step, momentum);
}

/** force = Lᵀ gradient. */
// @ts-ignore: decorator
@inline
export function whitenForce(force: usize, gradient: usize): void {
  if (isDense()) dense.whitenForce(force, gradient);
  else lowRank.whitenForce(force, gradient);
}

/** Takes in one draw of the window, with its gradient. */
export function observeDraw(position: usize, gradient: usize): void {
  if (isDense()) dense.observe(position, gradient);
  else lowRank.observe(position, gradient);
}

/** Makes the metric that of the draws observed. */
export function learnMetric(): void {
  if (isDense()) dense.learn();
  else lowRank.learn();
}

/** Begins a new window of draws. */
export function forgetDraws(): void {
  if (isDense()) dense.forget();
  else lowRank.forget();
}
