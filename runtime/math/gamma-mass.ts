/** The logarithm of the probability that a gamma variable lies in an interval, with full precision in either tail. */
import { log } from './log';
import { log1p } from './log1p';
import { massOfRange } from './mass';

/**
 * ln(P(shape, y) - P(shape, x)) for 0 <= x < y, where P is the regularised lower incomplete gamma function (DLMF 8.2.4): off by
 * at most 4e-14 · max(1, √shape, |ln|). y may be infinite. -Infinity for x = y; NaN where x > y.
 */
export function logGammaMass(shape: f64, x: f64, y: f64): f64 {
  return f64x2.extract_lane(massAndSlope(shape, x, y), 0);
}

/** The derivative of `logGammaMass` by the shape. */
export function gammaMassSlope(shape: f64, x: f64, y: f64): f64 {
  return f64x2.extract_lane(massAndSlope(shape, x, y), 1);
}

function massAndSlope(shape: f64, x: f64, y: f64): v128 {
  if (!(x < y)) return f64x2.splat(x == y ? -Infinity : NaN);
  const rest = (y - x) / x;
  const width = rest < 1 ? log1p(rest) : log(y) - log(x);
  return massOfRange(shape, Infinity, x, 1, y, y == Infinity ? 0 : 1, x - shape, y - shape, width, 1, 0);
}

/** The same of each lane. */
export function logGammaMassPair(shape: v128, x: v128, y: v128): v128 {
  const first = logGammaMass(f64x2.extract_lane(shape, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = logGammaMass(f64x2.extract_lane(shape, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** The same of each lane. */
export function gammaMassSlopePair(shape: v128, x: v128, y: v128): v128 {
  const first = gammaMassSlope(f64x2.extract_lane(shape, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = gammaMassSlope(f64x2.extract_lane(shape, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
