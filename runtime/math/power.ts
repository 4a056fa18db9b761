/** x^y for reals, within 1 ulp, by a logarithm with twice the precision. */
import { both, splat } from './constant';
import { expOfSumPair } from './exp';

// @ts-ignore: decorator
@inline
const ONE = memory.data<f64>([1.0]);
// @ts-ignore: decorator
@inline
const THREE = memory.data<f64>([3.0]);
/** ln 2 and 2/3 in two parts; the first has 42 bits and 26 bits, respectively. */
// @ts-ignore: decorator
@inline
const LN2_HIGH = memory.data<f64>([0.6931471805598903]);
// @ts-ignore: decorator
@inline
const LN2_LOW = memory.data<f64>([5.497923018708371e-14]);
// @ts-ignore: decorator
@inline
const TWO_THIRDS = memory.data<f64>([0.6666666666666666]);
// @ts-ignore: decorator
@inline
const TWO_THIRDS_HIGH = memory.data<f64>([0.6666666567325592]);
// @ts-ignore: decorator
@inline
const TWO_THIRDS_LOW = memory.data<f64>([9.934107462565104e-9]);
// @ts-ignore: decorator
@inline
const SMALLEST_NORMAL = memory.data<f64>([2.2250738585072014e-308]);
// @ts-ignore: decorator
@inline
const LARGEST = memory.data<f64>([1.7976931348623157e308]);
// @ts-ignore: decorator
@inline
const TWO_TO_54 = memory.data<f64>([18014398509481984.0]);
// @ts-ignore: decorator
@inline
const FIFTY_FOUR = memory.data<f64>([54.0]);
/** 2^70: any larger exponent gives the same 0, 1 or Infinity. */
// @ts-ignore: decorator
@inline
const LARGEST_EXPONENT = memory.data<f64>([1180591620717411303424.0]);
/** A mask for the first half of an f64: sign, exponent and 26 bits of significand. */
// @ts-ignore: decorator
@inline
const FIRST_HALF = memory.data<u64>([0xfffffffff8000000]);
/** As in log.ts: x = 2^k m with √½ <= m < √2. */
// @ts-ignore: decorator
@inline
const ROOT_HALF = memory.data<u64>([0x3fe6a09e667f3bcd]);
// @ts-ignore: decorator
@inline
const TO_EXPONENT = memory.data<u64>([0x4000000000000000 - 0x3fe6a09e667f3bcd]);
// @ts-ignore: decorator
@inline
const MANTISSA_FIELD = memory.data<u64>([0x000fffffffffffff]);
// @ts-ignore: decorator
@inline
const WHOLE = memory.data<u64>([0x4330000000000000]);
// @ts-ignore: decorator
@inline
const EXPONENT_BIAS = memory.data<f64>([4503599627371520.0]);
/** Coefficients of Q(z) in ln((1 + s) / (1 − s)) = (2/3) s (3 + s² + s⁴ Q(s²)), minimax for |s| ≤ 3 − 2√2. */
// @ts-ignore: decorator
@inline
const Q = memory.data<f64>([
  0.6000000000000341, 0.4285714285513684, 0.33333333782217284, 0.27272676338583224, 0.23080146108594063,
  0.19884983738617048, 0.1979681186637124,
]);

/**
 * x^y with C99's conventions (annex F.9.4.4): x^0 and 1^y are 1, a negative x has powers for integer y only, and the
 * sign of a zero or infinite x counts if y is odd.
 */
export function power(x: f64, y: f64): f64 {
  if (y == 0 || x == 1) return 1;
  if (isNaN(x) || isNaN(y)) return NaN;
  const size = abs(x);
  const whole = floor(y) == y;
  if (x < 0 && size < Infinity && !whole) return NaN;
  let result: f64;
  if (size == 0 || size == Infinity) result = (size == 0) == y < 0 ? Infinity : 0;
  else result = f64x2.extract_lane(powerOfPositivePair(f64x2.splat(size), f64x2.splat(y)), 0);
  const odd = whole && abs(y) < Infinity && floor(y * 0.5) != y * 0.5;
  return odd ? copysign(result, x) : result;
}

/** x^y in each lane. */
export function powerPair(x: v128, y: v128): v128 {
  const positive = v128.and(f64x2.gt(x, f64x2.splat(0)), f64x2.le(x, splat(LARGEST)));
  if (both(v128.and(positive, f64x2.eq(y, y)))) return powerOfPositivePair(x, y);
  const first = power(f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = power(f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/**
 * x^y in each lane for positive finite x.
 *
 * Every product that must be exact is of two halves of 26 bits (Dekker 1971, A floating-point technique for extending
 * the available precision). A sum that must be exact subtracts from the smaller part what the larger one has absorbed.
 */
function powerOfPositivePair(x: v128, y: v128): v128 {
  const half = splat(FIRST_HALF);
  const one = splat(ONE);
  const three = splat(THREE);

  const subnormal = f64x2.lt(x, splat(SMALLEST_NORMAL));
  const normal = v128.bitselect(f64x2.mul(x, splat(TWO_TO_54)), x, subnormal);
  const bias = f64x2.add(splat(EXPONENT_BIAS), v128.and(splat(FIFTY_FOUR), subnormal));
  const bits = i64x2.add(normal, splat(TO_EXPONENT));
  const k = f64x2.sub(v128.or(i64x2.shr_u(bits, 52), splat(WHOLE)), bias);
  const m = i64x2.add(v128.and(bits, splat(MANTISSA_FIELD)), splat(ROOT_HALF));

  // s = (m - 1) / (m + 1) in two parts, the second from the remainder of the division.
  const f = f64x2.sub(m, one);
  const divisor = f64x2.add(m, one);
  const divisorHigh = v128.and(divisor, half);
  const divisorLow = f64x2.sub(m, f64x2.sub(divisorHigh, one));
  const reciprocal = f64x2.div(one, divisor);
  const sHigh = v128.and(f64x2.mul(f, reciprocal), half);
  const remainder = f64x2.sub(f64x2.sub(f, f64x2.mul(sHigh, divisorHigh)), f64x2.mul(sHigh, divisorLow));
  const sLow = f64x2.mul(remainder, reciprocal);
  const s = f64x2.add(sHigh, sLow);

  // 3 + s² + s⁴ Q(s²) in two parts.
  const square = f64x2.mul(sHigh, sHigh);
  const z = f64x2.mul(s, s);
  const w = f64x2.mul(z, z);
  const q01 = f64x2.add(splat(Q), f64x2.mul(z, splat(Q + 8)));
  const q23 = f64x2.add(splat(Q + 16), f64x2.mul(z, splat(Q + 24)));
  const q45 = f64x2.add(splat(Q + 32), f64x2.mul(z, splat(Q + 40)));
  const q46 = f64x2.add(q45, f64x2.mul(w, splat(Q + 48)));
  const q = f64x2.add(f64x2.add(q01, f64x2.mul(w, q23)), f64x2.mul(f64x2.mul(w, w), q46));
  const small = f64x2.add(f64x2.mul(sLow, f64x2.add(sHigh, s)), f64x2.mul(w, q));
  const factorHigh = v128.and(f64x2.add(three, f64x2.add(square, small)), half);
  const factorLow = f64x2.sub(small, f64x2.sub(f64x2.sub(factorHigh, three), square));

  // Their product, times 2/3, plus k ln 2: ln x in two parts.
  const product = f64x2.mul(sHigh, factorHigh);
  const productRest = f64x2.add(f64x2.mul(sLow, factorHigh), f64x2.mul(s, factorLow));
  const productHigh = v128.and(f64x2.add(product, productRest), half);
  const productLow = f64x2.sub(productRest, f64x2.sub(productHigh, product));
  const ofMantissa = f64x2.mul(splat(TWO_THIRDS_HIGH), productHigh);
  const ofMantissaLow = f64x2.add(
    f64x2.mul(splat(TWO_THIRDS_LOW), productHigh),
    f64x2.mul(splat(TWO_THIRDS), productLow),
  );
  const ofExponent = f64x2.mul(k, splat(LN2_HIGH));
  const sum = f64x2.add(ofExponent, ofMantissa);
  const sumRest = f64x2.add(
    f64x2.sub(ofMantissa, f64x2.sub(sum, ofExponent)),
    f64x2.add(ofMantissaLow, f64x2.mul(k, splat(LN2_LOW))),
  );
  const logHigh = v128.and(f64x2.add(sum, sumRest), half);
  const logLow = f64x2.sub(sumRest, f64x2.sub(logHigh, sum));

  const bound = splat(LARGEST_EXPONENT);
  const exponent = f64x2.pmax(f64x2.pmin(y, bound), f64x2.neg(bound));
  const exponentHigh = v128.and(exponent, half);
  const main = f64x2.mul(exponentHigh, logHigh);
  const rest = f64x2.add(
    f64x2.mul(exponent, logLow),
    f64x2.mul(f64x2.sub(exponent, exponentHigh), logHigh),
  );
  const argument = f64x2.add(main, rest);
  return expOfSumPair(argument, f64x2.sub(rest, f64x2.sub(argument, main)));
}
