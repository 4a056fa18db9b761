/**
 * The layout's own functions. The compiler replaces this file by the code generated for a layout. This version is a
 * two-dimensional standard normal, so that the runtime compiles and can be tested by itself.
 */

/** The number of unconstrained dimensions. */
export const DIMENSION: i32 = 2;

/** The number of columns of the data. */
export const COLUMNS: i32 = 1;

/** The number of values of a draw on the constrained scale. */
export const VALUES: i32 = 2;

/**
 * Log density on the unconstrained scale, including the log Jacobian, and its gradient. `position` and `gradient` point
 * to DIMENSION f64s. The value is −Infinity or NaN if there is no density.
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

/** The same for the prior alone: normalised, including the log Jacobian. It reads no row of the data. */
export function logPriorUnconstrained(position: usize, gradient: usize): f64 {
  return logDensityUnconstrained(position, gradient) - 1.8378770664093453;
}

/** The log Jacobian alone, and its gradient. */
export function logJacobianUnconstrained(position: usize, gradient: usize): f64 {
  memory.fill(gradient, 0, <usize>DIMENSION << 3);
  return 0;
}

/** The constrained values of an unconstrained point: VALUES f64s at `values`. */
export function constrain(position: usize, values: usize): void {
  memory.copy(values, position, <usize>DIMENSION << 3);
}

/** Log density on the constrained scale, without Jacobians, and its gradient. */
export function logDensityOwnScale(point: usize, gradient: usize): f64 {
  return logDensityUnconstrained(point, gradient);
}

/** The first latent, counted from 1, that is outside of its prior's support at the point; 0 if none is. */
export function firstOutsideSupport(point: usize): i32 {
  return 0;
}

/**
 * Computes everything that depends on data alone, from the distinct rows of `rows.ts`; false if there is no more
 * memory.
 */
export function bindData(): bool {
  return true;
}

/** A statistic of the bound data; NaN if the index is invalid. */
export function statisticAt(index: i32): f64 {
  return NaN;
}

/** Pointer to a per-level statistic, one f64 per level; 0 if the index is invalid. */
export function levelStatisticAt(index: i32): usize {
  return 0;
}

/** How many values have a centring that the sampler learns: those whose prior has a location and a scale that other latents move. */
export const CENTRINGS: i32 = 0;

/** Has these values be centred so far from now on: CENTRINGS f64s, 1 for a value as it stands, 0 for a distance from its location. */
export function setCentrings(centrings: usize): void {}

/** Fills the records of these values (see centrings.ts). */
export function describeCentrings(places: usize): void {}

/**
 * Of these values at an unconstrained point 3 · CENTRINGS f64s: their locations, the logarithms of their scales, and by how much each location
 * moves with the value before it. Of a lognormal all three are of the logarithm.
 */
export function standardise(position: usize, out: usize): void {}

/**
 * Computes the sums over the rows of one shard (see shards.ts), for the program of that number, a density, and writes them to `sums`. A layout whose
 * rows are not cut has none.
 */
export function sumShard(program: i32, shard: i32, sums: usize): void {}
