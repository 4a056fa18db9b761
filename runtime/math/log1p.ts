/** ln(1 + x), with full relative precision near 0. */
import { splat } from './constant';
import { logWithTailPair } from './log';

// @ts-ignore: decorator
@inline
const ONE = memory.data<f64>([1.0]);

/** ln(1 + x); -Infinity for -1, NaN below. */
export function log1p(x: f64): f64 {
  return f64x2.extract_lane(log1pPair(f64x2.splat(x)), 0);
}

/**
 * ln(1 + x) in each lane: with u the rounded 1 + x and e the exact error of that rounding (Knuth, The Art of Computer
 * Programming 2, 4.2.2, theorem B), ln(u + e) = ln u + e / u to far beyond the last bit.
 */
export function log1pPair(x: v128): v128 {
  const one = splat(ONE);
  const u = f64x2.add(one, x);
  const x1 = f64x2.sub(u, one);
  const error = f64x2.add(f64x2.sub(one, f64x2.sub(u, x1)), f64x2.sub(x, x1));
  const logarithm = logWithTailPair(u, f64x2.sub(one, u), f64x2.div(error, u));
  // The logarithm of a zero keeps its sign.
  return v128.bitselect(x, logarithm, f64x2.eq(x, f64x2.splat(0)));
}
