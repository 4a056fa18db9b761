/** The deviance of an observed value from an expected one, on the scale of log densities, for shapes of any size. */
import { both, splat } from './constant';
import { log, log1p, log1pPair } from './log';

/** Up to this |t| the series for t − ln(1 + t) is used. */
// @ts-ignore: decorator
@inline
const NEAR = memory.data<f64>([0.4]);
// @ts-ignore: decorator
@inline
const TWO = memory.data<f64>([2.0]);
/** 1/3, 1/5 … 1/29. */
// @ts-ignore: decorator
@inline
const ODD = memory.data<f64>([
  0.3333333333333333, 0.2, 0.14285714285714285, 0.1111111111111111, 0.09090909090909091, 0.07692307692307693, 0.06666666666666667, 0.058823529411764705, 0.05263157894736842, 0.047619047619047616, 0.043478260869565216, 0.04, 0.037037037037037035, 0.034482758620689655,
]);
const LAST_ODD: usize = 104;

/** t - ln(1 + t) for t > -1, with full relative precision near 0. */
export function log1pShortfall(t: f64): f64 {
  return f64x2.extract_lane(log1pShortfallPair(f64x2.splat(t)), 0);
}

/** t − ln(1 + t) in each lane. */
export function log1pShortfallPair(t: v128): v128 {
  const isNear = f64x2.le(f64x2.abs(t), splat(NEAR));
  if (both(isNear)) return nearShortfallPair(t);
  return log1pShortfallOf(t, log1pPair(t));
}

/** The same, given ln(1 + t). */
// @ts-ignore: decorator
@inline
export function log1pShortfallOf(t: v128, logarithm: v128): v128 {
  const isNear = f64x2.le(f64x2.abs(t), splat(NEAR));
  return v128.bitselect(nearShortfallPair(t), f64x2.sub(t, logarithm), isNear);
}

/** Near 0, ln(1 + t) = 2 artanh s = 2s + 2s³(1/3 + s²/5 + …) with s = t/(2 + t), and t − 2s = ts. */
function nearShortfallPair(t: v128): v128 {
  const s = f64x2.div(t, f64x2.add(splat(TWO), t));
  const z = f64x2.mul(s, s);
  let series = splat(ODD + LAST_ODD);
  for (let at: usize = LAST_ODD; at > 0; ) {
    at -= 8;
    series = f64x2.add(splat(ODD + at), f64x2.mul(z, series));
  }
  return f64x2.mul(s, f64x2.sub(t, f64x2.mul(f64x2.mul(splat(TWO), z), series)));
}

/**
 * o ln(o/e) + e − o, which is never negative; `excess` is e − o. The saddle-point form of Loader (2000), Fast and
 * accurate computation of binomial probabilities.
 */
export function deviance(o: f64, e: f64, excess: f64): f64 {
  if (o == 0) return e;
  return abs<f64>(excess) <= 0.4 * o ? o * log1pShortfall(excess / o) : excess - o * (log(e) - log(o));
}

/** ln(e/o); `excess` is e − o. */
export function logOfRatio(o: f64, e: f64, excess: f64): f64 {
  return abs<f64>(excess) < 0.5 * o ? log1p(excess / o) : log(e) - log(o);
}
