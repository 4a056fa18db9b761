/** The metric of a layout: dense in few dimensions, of low rank in many. */
import { DIMENSION } from '../layout';
import * as dense from './metric-dense';
import * as lowRank from './metric-low-rank';

/** Maximum dimensions of a dense metric: up to here products with a triangle cost little beside a gradient. */
const DENSE_LIMIT: i32 = 20;

// @ts-ignore: decorator
@inline
function isDense(): bool {
  return DIMENSION <= DENSE_LIMIT;
}

let allocated: bool = false;

/** Allocates memory on the first call. */
export function allocateMetric(): void {
  if (allocated) return;
  allocated = true;
  if (isDense()) dense.allocate();
  else lowRank.allocate();
}

/**
 * Sets the initial metric from the gradient at the starting point, with nothing learned.
 *
 * @param reach how far from a mode the point may be in each dimension, a vector; 0 if that is about 1 everywhere
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

/** Adds one draw of the window, with its gradient. */
export function observeDraw(position: usize, gradient: usize): void {
  if (isDense()) dense.observe(position, gradient);
  else lowRank.observe(position, gradient);
}

/** Learns the metric from the draws of the window. */
export function learnMetric(): void {
  if (isDense()) dense.learn();
  else lowRank.learn();
}

/** Begins a new window of draws. */
export function forgetDraws(): void {
  if (isDense()) dense.forget();
  else lowRank.forget();
}
