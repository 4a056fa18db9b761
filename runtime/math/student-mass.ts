/** The logarithm of the probability that a Student's t variable lies in an interval, with full precision in either tail. */
import { log } from './log';
import { log1p } from './log1p';
import { massOfRange } from './mass';

/** From here on √(1 + x²) is x. */
const LARGE: f64 = 1e9;

/**
 * ln P(x ≤ t/√df ≤ y) for x < y, either of which may be infinite: off by at most 4e-14 · max(1, √df, |ln|). -Infinity for
 * x = y; NaN where x > y. The share ½(1 + s/√(1 + s²)) of s = t/√df has a beta distribution whose shapes are both df/2.
 */
export function logStudentMass(df: f64, x: f64, y: f64): f64 {
  return f64x2.extract_lane(massAndSlope(df, x, y), 0);
}

/** The derivative of `logStudentMass` by df, where x and y stay. */
export function studentMassSlope(df: f64, x: f64, y: f64): f64 {
  return f64x2.extract_lane(massAndSlope(df, x, y), 1);
}

function massAndSlope(df: f64, x: f64, y: f64): v128 {
  if (!(x < y)) return f64x2.splat(x == y ? -Infinity : NaN);
  const width = x >= 0 ? rise(x, y) : y <= 0 ? rise(-y, -x) : rise(0, y) + rise(0, -x);
  const half = 0.5 * df;
  return massOfRange(half, half, share(x), share(-x), share(y), share(-y), aboveHalf(x), aboveHalf(y), 2 * width, 0.5, 0.5);
}

/** arsinh y - arsinh x for 0 <= x < y. */
function rise(x: f64, y: f64): f64 {
  const xRoot = root(x);
  const yRoot = root(y);
  const rest = ((y - x) / (x + xRoot)) * (1 + (x + y) / (xRoot + yRoot));
  return rest < 1 ? log1p(rest) : log(0.5 * (y + yRoot)) - log(0.5 * (x + xRoot));
}

function root(x: f64): f64 {
  return x < LARGE ? sqrt<f64>(1 + x * x) : x;
}

/** How much more than a half the share is. */
function aboveHalf(s: f64): f64 {
  return abs<f64>(s) == Infinity ? copysign<f64>(0.5, s) : 0.5 * (s / root(abs<f64>(s)));
}

/** ½(1 + s/√(1 + s²)), without the difference of like numbers where s is far below 0. */
function share(s: f64): f64 {
  const distance = root(abs<f64>(s));
  return s < 0 ? 0.5 / distance / (distance - s) : 0.5 * (1 + (s == Infinity ? 1 : s / distance));
}

/** The same of each lane. */
export function logStudentMassPair(df: v128, x: v128, y: v128): v128 {
  const first = logStudentMass(f64x2.extract_lane(df, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = logStudentMass(f64x2.extract_lane(df, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** The same of each lane. */
export function studentMassSlopePair(df: v128, x: v128, y: v128): v128 {
  const first = studentMassSlope(f64x2.extract_lane(df, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = studentMassSlope(f64x2.extract_lane(df, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
