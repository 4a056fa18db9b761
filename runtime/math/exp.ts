/**
 * The exponential function, within 1 ulp everywhere and with the same bits on every engine; and e^x − 1, precise near
 * 0.
 */
import { both, splat } from './constant';
import { logPair } from './log';

// @ts-ignore: decorator
@inline
const ONE = memory.data<f64>([1.0]);
// @ts-ignore: decorator
@inline
const TWO = memory.data<f64>([2.0]);
// @ts-ignore: decorator
@inline
const HALF = memory.data<f64>([0.5]);
// @ts-ignore: decorator
@inline
const LOG2_E = memory.data<f64>([1.4426950408889634]);
/** ln 2 in two parts; the first has 42 bits, so that its product with an exponent is exact. */
// @ts-ignore: decorator
@inline
const LN2_HIGH = memory.data<f64>([0.6931471805598903]);
// @ts-ignore: decorator
@inline
const LN2_LOW = memory.data<f64>([5.497923018708371e-14]);
/** 1.5 · 2^52: adding it rounds to an integer, which is then in the low bits of the sum. */
// @ts-ignore: decorator
@inline
const ROUNDER = memory.data<f64>([6755399441055744.0]);
/** Up to this |x|, 2^n is a normal number and the result needs no second rounding. */
// @ts-ignore: decorator
@inline
const ORDINARY = memory.data<f64>([708.0]);
/** Outside of these the result is 0 or Infinity. */
// @ts-ignore: decorator
@inline
const LOWEST = memory.data<f64>([-746.0]);
// @ts-ignore: decorator
@inline
const HIGHEST = memory.data<f64>([710.0]);
// @ts-ignore: decorator
@inline
const INFINITE = memory.data<f64>([Infinity]);
/** Coefficients of P in r − r² P(r²) = 2 (e^r − 1 − r) / (e^r − 1), near-minimax for |r| ≤ ln 2 / 2. */
// @ts-ignore: decorator
@inline
const P = memory.data<f64>([
  0.1666666666666666, -0.0027777777777561142, 6.613756469998891e-5, -1.6534057515757058e-6, 4.143646749194716e-8,
]);

/** e^x. */
export function exp(x: f64): f64 {
  return f64x2.extract_lane(expPair(f64x2.splat(x)), 0);
}

/** e^x in each lane. */
// @ts-ignore: decorator
@inline
export function expPair(x: v128): v128 {
  return expOfSumPair(x, f64x2.splat(0));
}

/** e^x in each lane, inlined, with the same bits: for loops, into which engines inline nothing themselves. */
// @ts-ignore: decorator
@inline
export function inlinedExpPair(x: v128): v128 {
  if (!both(f64x2.le(f64x2.abs(x), splat(ORDINARY)))) return expPair(x);
  const rounded = f64x2.add(f64x2.mul(x, splat(LOG2_E)), splat(ROUNDER));
  const mantissa = expOfRest(x, f64x2.sub(rounded, splat(ROUNDER)), f64x2.splat(0));
  return i64x2.add(mantissa, i64x2.shl(rounded, 52));
}

/** e^x in each lane for |x| ≤ 708, with the same bits; meaningless beyond. For loops with bounded exponents. */
// @ts-ignore: decorator
@inline
export function expInRangePair(x: v128): v128 {
  const rounded = f64x2.add(f64x2.mul(x, splat(LOG2_E)), splat(ROUNDER));
  const mantissa = expOfRest(x, f64x2.sub(rounded, splat(ROUNDER)), f64x2.splat(0));
  return i64x2.add(mantissa, i64x2.shl(rounded, 52));
}

/** e^x for |x| ≤ 708. */
// @ts-ignore: decorator
@inline
export function expInRange(x: f64): f64 {
  return f64x2.extract_lane(expInRangePair(f64x2.splat(x)), 0);
}

/**
 * e^(x + tail) in each lane, for a tail below the last bits of x: 2^n e^r, with n the integer nearest to x / ln 2 and r
 * = x − n ln 2.
 */
export function expOfSumPair(x: v128, tail: v128): v128 {
  const rounded = f64x2.add(f64x2.mul(x, splat(LOG2_E)), splat(ROUNDER));
  const n = f64x2.sub(rounded, splat(ROUNDER));
  const mantissa = expOfRest(x, n, tail);
  if (both(f64x2.le(f64x2.abs(x), splat(ORDINARY)))) return i64x2.add(mantissa, i64x2.shl(rounded, 52));

  // 2^n in two factors, each a normal number: the result is rounded only once, and only if it is subnormal.
  const halfway = f64x2.add(f64x2.mul(n, splat(HALF)), splat(ROUNDER));
  const first = i64x2.add(i64x2.shl(halfway, 52), splat(ONE));
  const second = i64x2.add(i64x2.shl(i64x2.sub(rounded, halfway), 52), splat(ONE));
  const scaled = f64x2.mul(f64x2.mul(mantissa, first), second);
  const kept = v128.andnot(scaled, f64x2.lt(x, splat(LOWEST)));
  return v128.bitselect(splat(INFINITE), kept, f64x2.gt(x, splat(HIGHEST)));
}

/**
 * e^r for r = x + tail − n ln 2. The reduction in two parts is that of Cody & Waite (1980), Software Manual for the
 * Elementary Functions, chapter 6. e^r = 1 + r + r c / (2 − c).
 */
// @ts-ignore: decorator
@inline
function expOfRest(x: v128, n: v128, tail: v128): v128 {
  const high = f64x2.sub(x, f64x2.mul(n, splat(LN2_HIGH)));
  const low = f64x2.sub(f64x2.mul(n, splat(LN2_LOW)), tail);
  const r = f64x2.sub(high, low);
  const c = curveOf(r);
  const quotient = f64x2.div(f64x2.mul(r, c), f64x2.sub(splat(TWO), c));
  // The rounding error of 1 + high is added back with the small parts.
  const start = f64x2.add(splat(ONE), high);
  const lost = f64x2.sub(high, f64x2.sub(start, splat(ONE)));
  return f64x2.add(start, f64x2.add(lost, f64x2.sub(quotient, low)));
}

/** c = r − r² P(r²), which is smooth enough for a polynomial of few coefficients. */
// @ts-ignore: decorator
@inline
function curveOf(r: v128): v128 {
  const z = f64x2.mul(r, r);
  const w = f64x2.mul(z, z);
  const p01 = f64x2.add(splat(P), f64x2.mul(z, splat(P + 8)));
  const p23 = f64x2.add(splat(P + 16), f64x2.mul(z, splat(P + 24)));
  const p = f64x2.add(p01, f64x2.mul(w, f64x2.add(p23, f64x2.mul(w, splat(P + 32)))));
  return f64x2.sub(r, f64x2.mul(z, p));
}

/*
 * e^x as a quotient a/d, for |x| ≤ 708: with n = nearestPower(x), r = expRest(x, n) and d = expDenominator(r) = 2 − c, e^r
 * is (d + 2r)/d, and a = expNumerator(r, d, n) = 2^n (d + 2r). Both a and d are positive and normal. What needs e^x
 * only as a part of another quotient, as 1/(1 + e^x) = d/(d + a), then takes one division in place of two.
 */

/** The whole number nearest to x / ln 2. */
export function nearestPower(x: f64): f64 {
  return f64x2.extract_lane(nearestPowerPair(f64x2.splat(x)), 0);
}

/** `nearestPower` in each lane. */
// @ts-ignore: decorator
@inline
export function nearestPowerPair(x: v128): v128 {
  return f64x2.sub(f64x2.add(f64x2.mul(x, splat(LOG2_E)), splat(ROUNDER)), splat(ROUNDER));
}

/** x − n ln 2. */
export function expRest(x: f64, n: f64): f64 {
  return f64x2.extract_lane(expRestPair(f64x2.splat(x), f64x2.splat(n)), 0);
}

/** `expRest` in each lane. */
// @ts-ignore: decorator
@inline
export function expRestPair(x: v128, n: v128): v128 {
  return f64x2.sub(f64x2.sub(x, f64x2.mul(n, splat(LN2_HIGH))), f64x2.mul(n, splat(LN2_LOW)));
}

/** The d of e^r = (d + 2r)/d, for |r| ≤ ln 2 / 2. */
export function expDenominator(r: f64): f64 {
  return f64x2.extract_lane(expDenominatorPair(f64x2.splat(r)), 0);
}

/** `expDenominator` in each lane. */
// @ts-ignore: decorator
@inline
export function expDenominatorPair(r: v128): v128 {
  return f64x2.sub(splat(TWO), curveOf(r));
}

/** 2^n (d + 2r), for |n| ≤ 1021. */
export function expNumerator(r: f64, d: f64, n: f64): f64 {
  return f64x2.extract_lane(expNumeratorPair(f64x2.splat(r), f64x2.splat(d), f64x2.splat(n)), 0);
}

/** `expNumerator` in each lane. */
// @ts-ignore: decorator
@inline
export function expNumeratorPair(r: v128, d: v128, n: v128): v128 {
  // n stands in the low bits of n + ROUNDER, and is added to the exponent.
  const mantissa = f64x2.add(d, f64x2.add(r, r));
  return i64x2.add(mantissa, i64x2.shl(f64x2.add(n, splat(ROUNDER)), 52));
}

/** Up to this |x| the series for e^x − 1 − x is used. */
// @ts-ignore: decorator
@inline
const NEAR = memory.data<f64>([0.7]);
/** 1/2! … 1/16! */
// @ts-ignore: decorator
@inline
const FACTORIALS = memory.data<f64>([
  0.5, 0.16666666666666666, 0.041666666666666664, 0.008333333333333333, 0.001388888888888889, 0.0001984126984126984, 2.48015873015873e-05, 2.7557319223985893e-06, 2.755731922398589e-07, 2.505210838544172e-08, 2.08767569878681e-09, 1.6059043836821613e-10, 1.1470745597729725e-11, 7.647163731819816e-13, 4.779477332387385e-14,
]);
const LAST: usize = 112;

/** e^x - 1; -1 for -Infinity. */
export function expm1(x: f64): f64 {
  return f64x2.extract_lane(expm1Pair(f64x2.splat(x)), 0);
}

/**
 * e^x − 1 in each lane. Near 0 the rounding error of u = e^x is undone by (u − 1) x / ln u, which differs little from u
 * − 1 and varies slowly with u (Kahan, in Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section
 * 1.14.1).
 */
export function expm1Pair(x: v128): v128 {
  const one = splat(ONE);
  const u = expPair(x);
  const difference = f64x2.sub(u, one);
  const mended = f64x2.div(f64x2.mul(difference, x), logPair(u));
  const near = v128.bitselect(x, mended, f64x2.eq(u, one));
  return v128.bitselect(near, difference, f64x2.lt(f64x2.abs(x), one));
}

/** e^x - 1 - x, with full relative precision near 0. */
export function expm1Excess(x: f64): f64 {
  return f64x2.extract_lane(expm1ExcessPair(f64x2.splat(x)), 0);
}

/** `expm1Excess` in each lane. */
export function expm1ExcessPair(x: v128): v128 {
  const isNear = f64x2.le(f64x2.abs(x), splat(NEAR));
  let series = splat(FACTORIALS + LAST);
  for (let at: usize = LAST; at > 0; ) {
    at -= 8;
    series = f64x2.add(splat(FACTORIALS + at), f64x2.mul(x, series));
  }
  const near = f64x2.mul(f64x2.mul(x, x), series);
  if (both(isNear)) return near;
  return v128.bitselect(near, f64x2.sub(expm1Pair(x), x), isNear);
}
