/** e^x - 1, with full relative precision near 0. */
import { splat } from './constant';
import { expPair } from './exp';
import { logPair } from './log';

// @ts-ignore: decorator
@inline
const ONE = memory.data<f64>([1.0]);

/** e^x - 1; -1 for -Infinity. */
export function expm1(x: f64): f64 {
  return f64x2.extract_lane(expm1Pair(f64x2.splat(x)), 0);
}

/**
 * e^x - 1 in each lane. Near 0 the rounding of u = e^x is undone by (u - 1) x / ln u, which differs little from u - 1 and
 * varies slowly with u (Kahan, in Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 1.14.1).
 */
export function expm1Pair(x: v128): v128 {
  const one = splat(ONE);
  const u = expPair(x);
  const difference = f64x2.sub(u, one);
  const mended = f64x2.div(f64x2.mul(difference, x), logPair(u));
  const near = v128.bitselect(x, mended, f64x2.eq(u, one));
  return v128.bitselect(near, difference, f64x2.lt(f64x2.abs(x), one));
}
