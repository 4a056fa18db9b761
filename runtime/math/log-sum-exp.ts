/** The logarithm of a sum of exponentials. */
import { expPair } from './exp';
import { log1pPair } from './log';

/** ln(e^a + e^b); −Infinity where both are. */
export function logSumExp(a: f64, b: f64): f64 {
  return f64x2.extract_lane(logSumExpPair(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** max(a, b) + ln(1 + e^-|a - b|) in each lane, with the larger exponent taken out. */
export function logSumExpPair(a: v128, b: v128): v128 {
  const larger = f64x2.max(a, b);
  const apart = f64x2.abs(f64x2.sub(a, b));
  // Two equal infinities have no difference.
  const distance = v128.bitselect(f64x2.splat(0), apart, f64x2.eq(a, b));
  return f64x2.add(larger, log1pPair(expPair(f64x2.neg(distance))));
}
