/** What a gradient says about the scale of one dimension: at a chain's start, and in a tail, where it says too little. */

/**
 * Limits of a first scale: beyond them a gradient reflects the starting point, near a mode or far in a tail, rather than
 * the target's scale.
 */
const SMALLEST: f64 = 1e-5;
const LARGEST: f64 = 10;

/**
 * The first scale of a dimension, (reach /
 * ∂ log π
 * )^½: a normal of standard deviation σ has the gradient −x/σ² at x, so that at the distance of a starting point,
 * `reach`, this gives σ (the first metric of nuts-rs, where the distance is 1; Seyboldt, Carlson & Carpenter 2026).
 */
export function firstScale(slope: f64, reach: f64): f64 {
  const scale = sqrt(reach / abs(slope));
  return max(SMALLEST * reach, min(LARGEST * reach, scale));
}

/** How far the product of the variances of draws and gradients may fall below that of a normal, 1. */
const MIN_PRODUCT: f64 = 0.01;

/**
 * The variance of a dimension's gradients, raised if the draws' variance shows that they do not represent the target
 * yet: Cramér and Rao have Var x · Var ∇ ≥ 1 for every density. A chain that returns along a tail of constant slope, as
 * a bounded latent has, sees gradients without variance, and would take the scale for infinite.
 */
export function steepened(gradientVariance: f64, drawVariance: f64): f64 {
  return gradientVariance + MIN_PRODUCT / drawVariance;
}
