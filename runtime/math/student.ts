/**
 * Student's t log density without its normalising constant, and its derivatives, for any degrees of freedom and
 * distances; and the log probability of a range, precise in both tails.
 */
import { both, splat } from './constant';
import { log1pShortfall, log1pShortfallPair } from './deviance';
import { log, log1p, log1pPair } from './log';
import { massOfRange } from './mass';

// @ts-ignore: decorator
@inline
const ONE = memory.data<f64>([1.0]);
// @ts-ignore: decorator
@inline
const MINUS_HALF = memory.data<f64>([-0.5]);
/** Up to this size a square, and the number it is divided by, does not overflow. */
// @ts-ignore: decorator
@inline
const LARGEST = memory.data<f64>([1e150]);

/** -(df + 1)/2 · ln(1 + z²/df) for df > 0; NaN otherwise. */
export function studentKernel(df: f64, z: f64): f64 {
  if (!(df > 0)) return NaN;
  return -0.5 * (df + 1) * logSum(df, z);
}

/** z²/df, also where z² overflows. */
function squareShare(df: f64, z: f64): f64 {
  return abs<f64>(z) < load<f64>(LARGEST) ? (z * z) / df : (z / df) * z;
}

/** ln(1 + z²/df) */
function logSum(df: f64, z: f64): f64 {
  const share = squareShare(df, z);
  // Far beyond √df the 1 is negligible.
  return share < 1e300 ? log1p(share) : 2 * log(abs<f64>(z)) - log(df);
}

/** `studentKernel` in each lane. */
export function studentKernelPair(df: v128, z: v128): v128 {
  const square = f64x2.mul(z, z);
  const share = f64x2.div(square, df);
  const isOrdinary = v128.and(f64x2.lt(f64x2.abs(z), splat(LARGEST)), f64x2.lt(share, splat(LARGEST)));
  if (both(v128.and(isOrdinary, f64x2.gt(df, f64x2.splat(0))))) {
    return f64x2.mul(f64x2.mul(splat(MINUS_HALF), f64x2.add(df, splat(ONE))), log1pPair(share));
  }
  const first = studentKernel(f64x2.extract_lane(df, 0), f64x2.extract_lane(z, 0));
  const second = studentKernel(f64x2.extract_lane(df, 1), f64x2.extract_lane(z, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/**
 * Its derivative with respect to df. With w = z²/df and v = w/(1 + w) it is ½ (v/df − (ln(1 + w) − v)), where ln(1 + w)
 * = −ln(1 − v). The inner bracket is of order v², and so is v/df for z of order 1.
 */
export function studentKernelSlope(df: f64, z: f64): f64 {
  const w = squareShare(df, z);
  if (w < 1) {
    const v = w / (1 + w);
    return 0.5 * (v / df - log1pShortfall(-v));
  }
  const v = 1 / (1 + 1 / w);
  return 0.5 * (v / df + v - logSum(df, z));
}

/** `studentKernelSlope` in each lane. */
export function studentKernelSlopePair(df: v128, z: v128): v128 {
  const w = f64x2.div(f64x2.mul(z, z), df);
  if (both(f64x2.lt(w, splat(ONE)))) {
    const v = f64x2.div(w, f64x2.add(splat(ONE), w));
    const rest = f64x2.sub(f64x2.div(v, df), log1pShortfallPair(f64x2.neg(v)));
    return f64x2.neg(f64x2.mul(splat(MINUS_HALF), rest));
  }
  const first = studentKernelSlope(f64x2.extract_lane(df, 0), f64x2.extract_lane(z, 0));
  const second = studentKernelSlope(f64x2.extract_lane(df, 1), f64x2.extract_lane(z, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** Its derivative with respect to z, −(df + 1) z/(df + z²). */
export function studentKernelTilt(df: f64, z: f64): f64 {
  // z² overflows only where df is negligible beside it.
  return abs<f64>(z) < load<f64>(LARGEST) ? -(df + 1) * ((1 / (df + z * z)) * z) : -(df + 1) / (z + df / z);
}

/** `studentKernelTilt` in each lane. */
export function studentKernelTiltPair(df: v128, z: v128): v128 {
  if (both(f64x2.lt(f64x2.abs(z), splat(LARGEST)))) {
    const share = f64x2.div(splat(ONE), f64x2.add(df, f64x2.mul(z, z)));
    return f64x2.neg(f64x2.mul(f64x2.add(df, splat(ONE)), f64x2.mul(share, z)));
  }
  const first = studentKernelTilt(f64x2.extract_lane(df, 0), f64x2.extract_lane(z, 0));
  const second = studentKernelTilt(f64x2.extract_lane(df, 1), f64x2.extract_lane(z, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** From here on √(1 + x²) is x. */
const LARGE: f64 = 1e9;

/**
 * ln P(x ≤ t/√df ≤ y) for x < y, either of which may be infinite, with an error of at most 4e-14 · max(1, √df, |ln|).
 * −Infinity for x = y; NaN for x > y. With s = t/√df, ½(1 + s/√(1 + s²)) is a beta variable with both shapes df/2.
 */
export function logStudentMass(df: f64, x: f64, y: f64): f64 {
  return f64x2.extract_lane(massAndSlope(df, x, y), 0);
}

/** The derivative of `logStudentMass` with respect to df, for fixed x and y. */
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

/** The share minus ½. */
function aboveHalf(s: f64): f64 {
  return abs<f64>(s) == Infinity ? copysign<f64>(0.5, s) : 0.5 * (s / root(abs<f64>(s)));
}

/** ½(1 + s/√(1 + s²)), without cancellation for s far below 0. */
function share(s: f64): f64 {
  const distance = root(abs<f64>(s));
  return s < 0 ? 0.5 / distance / (distance - s) : 0.5 * (1 + (s == Infinity ? 1 : s / distance));
}

/** `logStudentMass` in each lane. */
export function logStudentMassPair(df: v128, x: v128, y: v128): v128 {
  const first = logStudentMass(f64x2.extract_lane(df, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = logStudentMass(f64x2.extract_lane(df, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `studentMassSlope` in each lane. */
export function studentMassSlopePair(df: v128, x: v128, y: v128): v128 {
  const first = studentMassSlope(f64x2.extract_lane(df, 0), f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = studentMassSlope(f64x2.extract_lane(df, 1), f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
