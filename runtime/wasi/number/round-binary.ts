/** From a binary number of more bits than a double has to the nearest double, ties to even (IEEE 754-2019, 4.3.1). */

/**
 * The double nearest to m · 2^exponent.
 *
 * @param m from 2^63 on
 * @param isMore whether the number is a little more than that: by less than one unit of m
 */
export function roundBinary(m: u64, exponent: i32, isMore: bool): f64 {
  const biased = exponent + 63 + 1023;
  if (biased > 2046) return Infinity;
  // Below the least normal number more bits fall away.
  const dropped = biased >= 1 ? 11 : 12 - biased;
  if (dropped > 64) return 0;
  const kept = dropped == 64 ? 0 : m >> dropped;
  const rest = dropped == 64 ? m : m & ((<u64>1 << dropped) - 1);
  const half = <u64>1 << (dropped - 1);
  const isUp = rest > half || (rest == half && (isMore || (kept & 1) == 1));
  // The leading bit of `kept` adds 1 to the exponent, and so does a carry.
  const bits = (biased >= 1 ? <u64>(biased - 1) << 52 : 0) + kept + (isUp ? 1 : 0);
  return reinterpret<f64>(bits);
}
