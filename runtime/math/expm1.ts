/** e^x - 1, with full relative precision near 0. */
import { both, splat } from './constant';
import { expPair } from './exp';
import { logPair } from './log';

// @ts-ignore: decorator
@inline
const ONE = memory.data<f64>([1.0]);

/** Up to here the series for e^x - 1 - x is summed. */
// @ts-ignore: decorator
@inline
const NEAR = memory.data<f64>([0.7]);
/** 1/2! … 1/16! */
// @ts-ignore: decorator
@inline
const FACTORIALS = memory.data<f64>([
  0.5, 0.16666666666666666, 0.041666666666666664, 0.008333333333333333, 0.001388888888888889, 0.0001984126984126984, 2.48015873015873e-05, 2.7557319223985893e-06, 2.755731922398589e-07, 2.505210838544172e-08, 2.08767569878681e-09, 1.6059043836821613e-10, 1.1470745597729725e-11, 7.647163731819816e-13, 4.779477332387385e-14,
]);
const LAST: usize = 112;

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

/** e^x - 1 - x, with full relative precision near 0. */
export function expm1Excess(x: f64): f64 {
  return f64x2.extract_lane(expm1ExcessPair(f64x2.splat(x)), 0);
}

/** The same in each lane. */
export function expm1ExcessPair(x: v128): v128 {
  const isNear = f64x2.le(f64x2.abs(x), splat(NEAR));
  let series = splat(FACTORIALS + LAST);
  for (let at: usize = LAST; at > 0; ) {
    at -= 8;
    series = f64x2.add(splat(FACTORIALS + at), f64x2.mul(x, series));
  }
  const near = f64x2.mul(f64x2.mul(x, x), series);
  if (both(isNear)) return near;
  return v128.bitselect(near, f64x2.sub(expm1Pair(x), x), isNear);
}
