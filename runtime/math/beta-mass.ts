/** The logarithm of the probability that a beta variable lies in an interval, with full precision in either tail. */
import { log } from './log';
import { log1p } from './log1p';
import { massOfRange } from './mass';
import { shareExcess } from './shape-density';

/**
 * ln(I_y(a, b) - I_x(a, b)) for x < y, where I is the regularised incomplete beta function (DLMF 8.17.2), and 1 - x and 1 - y
 * are known by themselves: off by at most 4e-14 · max(1, √(a + b), |ln|). x = 0 and yBar = 0 leave a side open. -Infinity for
 * x = y; NaN where x > y.
 */
export function logBetaMass(a: f64, b: f64, x: f64, xBar: f64, y: f64, yBar: f64): f64 {
  return f64x2.extract_lane(massAndSlope(a, b, x, xBar, y, yBar), 0);
}

/** The derivative of `logBetaMass` by a. */
export function betaMassSlope(a: f64, b: f64, x: f64, xBar: f64, y: f64, yBar: f64): f64 {
  return f64x2.extract_lane(massAndSlope(a, b, x, xBar, y, yBar), 1);
}

function massAndSlope(a: f64, b: f64, x: f64, xBar: f64, y: f64, yBar: f64): v128 {
  // Of two shares near 1 the complements tell the difference.
  const difference = x < xBar ? y - x : xBar - yBar;
  if (!(difference > 0)) return f64x2.splat(difference == 0 ? -Infinity : NaN);
  const rest = difference / x / yBar;
  const width = rest < 1 ? log1p(rest) : log(y) - log(x) + (log(xBar) - log(yBar));
  const fromX = shareExcess(a, b, x, xBar) / (a + b);
  const fromY = shareExcess(a, b, y, yBar) / (a + b);
  return massOfRange(a, b, x, xBar, y, yBar, fromX, fromY, width, 1, 0);
}

/** The same of each lane. */
export function logBetaMassPair(a: v128, b: v128, x: v128, xBar: v128, y: v128, yBar: v128): v128 {
  const first = logBetaMass(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(xBar, 0), f64x2.extract_lane(y, 0), f64x2.extract_lane(yBar, 0));
  const second = logBetaMass(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(xBar, 1), f64x2.extract_lane(y, 1), f64x2.extract_lane(yBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** The same of each lane. */
export function betaMassSlopePair(a: v128, b: v128, x: v128, xBar: v128, y: v128, yBar: v128): v128 {
  const first = betaMassSlope(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(xBar, 0), f64x2.extract_lane(y, 0), f64x2.extract_lane(yBar, 0));
  const second = betaMassSlope(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(xBar, 1), f64x2.extract_lane(y, 1), f64x2.extract_lane(yBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
