/**
 * Log probabilities of ranges under the exponential and Cauchy distributions, which have elementary formulas, precise
 * in both tails.
 */
import { exp } from './exp';
import { log, log1p } from './log';

/**
 * ln(1 − e^−x) for x > 0, with an error of at most 2e-15 · max(1, |ln|), relative where the result is near 0; −Infinity
 * for 0, NaN below.
 */
export function logExponentialMass(x: f64): f64 {
  if (x > 1) return log1p(-exp(-x));
  // 1 - e^-x = 2 e^(-x/2) sinh(x/2).
  const z = 0.25 * x * x;
  let series = 1.0;
  for (let n: f64 = 16; n > 0; n -= 2) series = 1 + (z / (n * (n + 1))) * series;
  return log(x * series) - 0.5 * x;
}

/** `logExponentialMass` in each lane. */
export function logExponentialMassPair(x: v128): v128 {
  const first = logExponentialMass(f64x2.extract_lane(x, 0));
  return f64x2.replace_lane(f64x2.splat(first), 1, logExponentialMass(f64x2.extract_lane(x, 1)));
}

const PI: f64 = 3.141592653589793;
const LOG_PI: f64 = 1.1447298858494002;

/**
 * ln((arctan b − arctan a)/π) for a < b, either of which may be infinite, with an error of at most 2e-15 · max(1,
 * |ln|), relative where the result is near 0. −Infinity for a = b; NaN for a > b.
 */
export function logCauchyMass(a: f64, b: f64): f64 {
  if (!(a < b)) return a == b ? -Infinity : NaN;
  if (a == -Infinity) return b == Infinity ? 0 : logShare(1, -b);
  if (b == Infinity) return logShare(1, a);
  const product = a * b;
  // a b overflows: use the asymptotic arctan, whose complement is the reciprocal.
  if (product == Infinity) return log((b - a) / b / a) - LOG_PI;
  if (product == -Infinity) return log1p((1 / a - 1 / b) / PI);
  return logShare(b - a, 1 + product);
}

/** The log of the angle of the point (x, y), y > 0, as a fraction of π. */
function logShare(y: f64, x: f64): f64 {
  if (x >= y) return log(arctan(y / x)) - LOG_PI;
  // The complement to π, which is small if the fraction is near 1.
  const left = x > -y ? 0.5 * PI + arctan(x / y) : arctan(y / -x);
  return log1p(-left / PI);
}

/** arctan t for |t| ≤ 1, from a quarter of the angle, whose tangent is below 0.2, by Taylor's series. */
function arctan(t: f64): f64 {
  const half = t / (1 + sqrt<f64>(1 + t * t));
  const quarter = half / (1 + sqrt<f64>(1 + half * half));
  const z = quarter * quarter;
  let series = 1.0 / 25.0;
  for (let odd: f64 = 23; odd > 0; odd -= 2) series = 1 / odd - z * series;
  return 4 * quarter * series;
}

/** `logCauchyMass` in each lane. */
export function logCauchyMassPair(a: v128, b: v128): v128 {
  const first = logCauchyMass(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0));
  const second = logCauchyMass(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
