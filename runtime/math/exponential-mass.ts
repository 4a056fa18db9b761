/** The logarithm of the probability that an exponential variable lies below a bound, with full precision near 0. */
import { exp } from './exp';
import { log } from './log';
import { log1p } from './log1p';

/** ln(1 - e^-x) for x > 0, off by at most 2e-15 · max(1, |ln|), where it comes near 0 relative; -Infinity for 0, NaN below. */
export function logExponentialMass(x: f64): f64 {
  if (x > 1) return log1p(-exp(-x));
  // 1 - e^-x = 2 e^(-x/2) sinh(x/2).
  const z = 0.25 * x * x;
  let series = 1.0;
  for (let n: f64 = 16; n > 0; n -= 2) series = 1 + (z / (n * (n + 1))) * series;
  return log(x * series) - 0.5 * x;
}

/** The same of each lane. */
export function logExponentialMassPair(x: v128): v128 {
  const first = logExponentialMass(f64x2.extract_lane(x, 0));
  return f64x2.replace_lane(f64x2.splat(first), 1, logExponentialMass(f64x2.extract_lane(x, 1)));
}
