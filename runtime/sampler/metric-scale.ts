/** What a gradient tells of one dimension's scale: where a chain starts, and in a tail where it says too little. */

/** Beyond these a gradient tells of the starting point, near a mode or far in a tail, rather than of the target's scale. */
const SMALLEST: f64 = 1e-5;
const LARGEST: f64 = 10;

/**
 * A dimension's first scale, (reach / |∂ log π|)^½: a normal of standard deviation σ has the gradient −x/σ² at x, which at the
 * distance that starting points have, `reach`, gives σ (the first metric of nuts-rs, where that is 1; Seyboldt, Carlson & Carpenter 2026).
 */
export function firstScale(slope: f64, reach: f64): f64 {
  const scale = sqrt(reach / abs(slope));
  return max(SMALLEST * reach, min(LARGEST * reach, scale));
}

/** How far below a normal's product of variances, 1, that of draws and gradients may be. */
const MIN_PRODUCT: f64 = 0.01;

/**
 * The variance of a dimension's gradients, raised where the draws' variance shows that they are not yet of the target:
 * Cramér and Rao have Var x · Var ∇ ≥ 1 for every density. A chain that comes back along a tail of constant slope, as a
 * bounded latent has, sees gradients of no variance, and would take the scale for boundless.
 */
export function steepened(gradientVariance: f64, drawVariance: f64): f64 {
  return gradientVariance + MIN_PRODUCT / drawVariance;
}
