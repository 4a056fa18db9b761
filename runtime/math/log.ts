/**
 * The natural logarithm, within 1 ulp everywhere, also of a probability with known complement; and ln(1 + x), precise
 * near 0.
 */
import { both, splat } from './constant';

// @ts-ignore: decorator
@inline
const HALF = memory.data<f64>([0.5]);
// @ts-ignore: decorator
@inline
const ONE = memory.data<f64>([1.0]);
// @ts-ignore: decorator
@inline
const TWO = memory.data<f64>([2.0]);
/** ln 2 in two parts; the first has 42 bits, so that its product with an exponent is exact. */
// @ts-ignore: decorator
@inline
const LN2_HIGH = memory.data<f64>([0.6931471805598903]);
// @ts-ignore: decorator
@inline
const LN2_LOW = memory.data<f64>([5.497923018708371e-14]);
// @ts-ignore: decorator
@inline
const SMALLEST_NORMAL = memory.data<f64>([2.2250738585072014e-308]);
// @ts-ignore: decorator
@inline
const LARGEST = memory.data<f64>([1.7976931348623157e308]);
// @ts-ignore: decorator
@inline
const MINUS_INFINITE = memory.data<f64>([-Infinity]);
// @ts-ignore: decorator
@inline
const NOT_A_NUMBER = memory.data<f64>([NaN]);
// @ts-ignore: decorator
@inline
const TWO_TO_54 = memory.data<f64>([18014398509481984.0]);
/**
 * Below this a product of probabilities is not continued. It is far above the smallest normal number, where products
 * lose bits.
 */
// @ts-ignore: decorator
@inline
const SMALL = memory.data<f64>([1e-140]);
// @ts-ignore: decorator
@inline
const FIFTY_FOUR = memory.data<f64>([54.0]);
/** The bits of √½, the lower end of the mantissas. */
// @ts-ignore: decorator
@inline
const ROOT_HALF = memory.data<u64>([0x3fe6a09e667f3bcd]);
/**
 * The bits of 2 minus those of √½. Added to the bits of x = 2^k m, √½ ≤ m < √2, this makes the exponent field k + 1024.
 */
// @ts-ignore: decorator
@inline
const TO_EXPONENT = memory.data<u64>([0x4000000000000000 - 0x3fe6a09e667f3bcd]);
// @ts-ignore: decorator
@inline
const MANTISSA_FIELD = memory.data<u64>([0x000fffffffffffff]);
/** The bits of 2^52, whose low bits receive an integer to convert it to f64; and the number 2^52 + 1024. */
// @ts-ignore: decorator
@inline
const WHOLE = memory.data<u64>([0x4330000000000000]);
// @ts-ignore: decorator
@inline
const EXPONENT_BIAS = memory.data<f64>([4503599627371520.0]);
/** Coefficients of R(z) / z in ln((1 + s) / (1 − s)) = 2s + s R(s²), minimax for |s| ≤ 3 − 2√2. */
// @ts-ignore: decorator
@inline
const R = memory.data<f64>([
  0.6666666666666735, 0.3999999999940935, 0.2857142874368662, 0.22222198428956555, 0.18183572356397032,
  0.15313832115983914, 0.14798259418158136,
]);

/** Whether a product of probabilities is too small in one of the lanes to be continued. */
// @ts-ignore: decorator
@inline
export function anySmall(product: v128): bool {
  return i64x2.bitmask(f64x2.lt(product, splat(SMALL))) != 0;
}

/** ln x; -Infinity for 0, NaN below. */
export function log(x: f64): f64 {
  return f64x2.extract_lane(logPair(f64x2.splat(x)), 0);
}

/** ln x in each lane. */
// @ts-ignore: decorator
@inline
export function logPair(x: v128): v128 {
  // The complement is only used between √½ and √2, where this subtraction is exact.
  return logProbabilityPair(x, f64x2.sub(splat(ONE), x));
}

/** ln p for a p with known complement 1 − p: full relative precision for p near 0 and near 1. */
export function logProbability(p: f64, complement: f64): f64 {
  return f64x2.extract_lane(logProbabilityPair(f64x2.splat(p), f64x2.splat(complement)), 0);
}

/** `logProbability` in each lane. */
// @ts-ignore: decorator
@inline
export function logProbabilityPair(p: v128, complement: v128): v128 {
  return logWithTailPair(p, complement, f64x2.splat(0));
}

/**
 * ln x + tail in each lane, for a tail of at most the order of x − 1. `complement` is 1 − x, and is used in its place
 * for √½ ≤ x < √2.
 *
 * With x = 2^k (1 + f) and s = f / (2 + f), ln(1 + f) = ln((1 + s) / (1 − s)) = 2s + s R = f − s (f − R). This is
 * computed as f − (f²/2 − s (f²/2 + R)), so that f, the largest term, is added last.
 */
export function logWithTailPair(x: v128, complement: v128, tail: v128): v128 {
  let normal = x;
  let bias = splat(EXPONENT_BIAS);
  const ordinary = both(v128.and(f64x2.ge(x, splat(SMALLEST_NORMAL)), f64x2.le(x, splat(LARGEST))));
  if (!ordinary) {
    const subnormal = f64x2.lt(x, splat(SMALLEST_NORMAL));
    normal = v128.bitselect(f64x2.mul(x, splat(TWO_TO_54)), x, subnormal);
    bias = f64x2.add(bias, v128.and(splat(FIFTY_FOUR), subnormal));
  }
  const bits = i64x2.add(normal, splat(TO_EXPONENT));
  const k = f64x2.sub(v128.or(i64x2.shr_u(bits, 52), splat(WHOLE)), bias);
  const mantissa = i64x2.add(v128.and(bits, splat(MANTISSA_FIELD)), splat(ROOT_HALF));
  const nearOne = f64x2.eq(k, f64x2.splat(0));
  const f = v128.bitselect(f64x2.neg(complement), f64x2.sub(mantissa, splat(ONE)), nearOne);

  const s = f64x2.div(f, f64x2.add(splat(TWO), f));
  const z = f64x2.mul(s, s);
  const w = f64x2.mul(z, z);
  const r01 = f64x2.add(splat(R), f64x2.mul(z, splat(R + 8)));
  const r23 = f64x2.add(splat(R + 16), f64x2.mul(z, splat(R + 24)));
  const r45 = f64x2.add(splat(R + 32), f64x2.mul(z, splat(R + 40)));
  const r46 = f64x2.add(r45, f64x2.mul(w, splat(R + 48)));
  const r03 = f64x2.add(r01, f64x2.mul(w, r23));
  const r = f64x2.mul(z, f64x2.add(r03, f64x2.mul(f64x2.mul(w, w), r46)));
  const halfSquare = f64x2.mul(splat(HALF), f64x2.mul(f, f));
  const product = f64x2.mul(s, f64x2.add(halfSquare, r));
  const low = f64x2.add(f64x2.mul(k, splat(LN2_LOW)), tail);
  const minusLog = f64x2.sub(f64x2.sub(halfSquare, f64x2.add(product, low)), f);
  const logarithm = f64x2.sub(f64x2.mul(k, splat(LN2_HIGH)), minusLog);
  if (ordinary) return logarithm;

  const ofZero = v128.bitselect(splat(MINUS_INFINITE), logarithm, f64x2.eq(x, f64x2.splat(0)));
  const ofNegative = v128.bitselect(splat(NOT_A_NUMBER), ofZero, f64x2.lt(x, f64x2.splat(0)));
  return v128.bitselect(ofNegative, x, f64x2.le(x, splat(LARGEST)));
}


/** ln(1 + x); -Infinity for -1, NaN below. */
export function log1p(x: f64): f64 {
  return f64x2.extract_lane(log1pPair(f64x2.splat(x)), 0);
}

/**
 * ln(1 + x) in each lane: with u the rounded 1 + x and e the exact error of that rounding (Knuth, The Art of Computer
 * Programming 2, 4.2.2, theorem B), ln(u + e) = ln u + e / u to far beyond the last bit.
 */
export function log1pPair(x: v128): v128 {
  const one = splat(ONE);
  const u = f64x2.add(one, x);
  const x1 = f64x2.sub(u, one);
  const error = f64x2.add(f64x2.sub(one, f64x2.sub(u, x1)), f64x2.sub(x, x1));
  const logarithm = logWithTailPair(u, f64x2.sub(one, u), f64x2.div(error, u));
  // For ±0 return x itself, to keep its sign.
  return v128.bitselect(x, logarithm, f64x2.eq(x, f64x2.splat(0)));
}
