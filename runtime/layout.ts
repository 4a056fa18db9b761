/**
 * The layout's own functions. The compiler puts the code it generates for a layout in this file's place; what stands
 * here is a standard normal of two dimensions, so that the runtime compiles and can be tried by itself.
 */

/** How many unconstrained dimensions the layout has. */
export const DIMENSION: i32 = 2;

/** How many columns the data have. */
export const COLUMNS: i32 = 1;

/** How many values a draw has on the layout's own scale. */
export const VALUES: i32 = 2;

/**
 * Log density on the unconstrained scale, with the log Jacobian of the transforms, and its gradient.
 * `position` and `gradient` point to DIMENSION f64s. The value is -Infinity or NaN where there is no density.
 */
export function logDensityUnconstrained(position: usize, gradient: usize): f64 {
  let logDensity = 0.0;
  for (let i: usize = 0; i < <usize>DIMENSION; i++) {
    const x = load<f64>(position + (i << 3));
    logDensity -= 0.5 * x * x;
    store<f64>(gradient + (i << 3), -x);
  }
  return logDensity;
}

/** The same of the prior alone: normalised, with the log Jacobian. It reads no row of the data. */
export function logPriorUnconstrained(position: usize, gradient: usize): f64 {
  return logDensityUnconstrained(position, gradient) - 1.8378770664093453;
}

/** The log Jacobian of the transforms alone, and its gradient. */
export function logJacobianUnconstrained(position: usize, gradient: usize): f64 {
  memory.fill(gradient, 0, <usize>DIMENSION << 3);
  return 0;
}

/** The values on the layout's own scale of an unconstrained point: VALUES f64s at `values`. */
export function constrain(position: usize, values: usize): void {
  memory.copy(values, position, <usize>DIMENSION << 3);
}

/** Log density on the layout's own scale, without Jacobians, and its gradient. */
export function logDensityOwnScale(point: usize, gradient: usize): f64 {
  return logDensityUnconstrained(point, gradient);
}

/** The first latent, counted from 1, that lies outside its prior's support at the point; 0 when none does. */
export function firstOutsideSupport(point: usize): i32 {
  return 0;
}

/** Computes all that depends on data alone, from the distinct rows of `rows.ts`; false when there is no more memory. */
export function bindData(): bool {
  return true;
}

/** A statistic of the data that is bound; NaN for one that is not there. */
export function statisticAt(index: i32): f64 {
  return NaN;
}

/** Where a statistic by the levels of a category is, one f64 per level; 0 for one that is not there. */
export function levelStatisticAt(index: i32): usize {
  return 0;
}
