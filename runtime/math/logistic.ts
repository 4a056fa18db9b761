/** The logistic function and its logarithm, with full relative precision in both tails. */
import { splat } from './constant';
import { expPair } from './exp';
import { log1pPair } from './log';

// @ts-ignore: decorator
@inline
const ONE = memory.data<f64>([1.0]);

/** σ(x) = 1 / (1 + e^-x), within 2.2 ulp. Its complement is σ(-x). */
export function logistic(x: f64): f64 {
  return f64x2.extract_lane(logisticPair(f64x2.splat(x)), 0);
}

/** σ(x) in each lane: 1 or e^-|x|, by the sign of x, over 1 + e^-|x|. */
export function logisticPair(x: v128): v128 {
  const decay = expPair(f64x2.neg(f64x2.abs(x)));
  const numerator = v128.bitselect(decay, splat(ONE), f64x2.lt(x, f64x2.splat(0)));
  return f64x2.div(numerator, f64x2.add(splat(ONE), decay));
}

/** ln σ(x), within 1.6 ulp. */
export function logLogistic(x: f64): f64 {
  return f64x2.extract_lane(logLogisticPair(f64x2.splat(x)), 0);
}

/** ln σ(x) = min(x, 0) - ln(1 + e^-|x|) in each lane. */
export function logLogisticPair(x: v128): v128 {
  const decay = expPair(f64x2.neg(f64x2.abs(x)));
  return f64x2.sub(f64x2.pmin(x, f64x2.splat(0)), log1pPair(decay));
}
