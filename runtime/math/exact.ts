/** Products with twice the precision, for sums in which they nearly cancel. */

/** 2^27 + 1: a multiplication by it splits an f64 into two halves of 26 bits. */
const SPLITTER: f64 = 134217729.0;
/** Beyond these, the halves of a product or its rounding error are not normal numbers. */
const LARGEST: f64 = 1e290;
const SMALLEST: f64 = 1e-250;

/**
 * The rounding error of the product a · b: Dekker (1971), A floating-point technique for extending the available
 * precision, section 5. 0 where it cannot be computed, for products beyond 1e290 and below 1e-250.
 */
export function productRest(a: f64, b: f64): f64 {
  const product = a * b;
  const size = max<f64>(abs<f64>(product), max<f64>(abs<f64>(a), abs<f64>(b)));
  if (!(size < LARGEST && abs<f64>(product) > SMALLEST)) return 0;
  const aHigh = firstHalf(a);
  const bHigh = firstHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

function firstHalf(x: f64): f64 {
  const cut = x * SPLITTER;
  return cut - (cut - x);
}

/** a · b − c · d, to nearly full relative precision even if the products nearly cancel. */
export function productDifference(a: f64, b: f64, c: f64, d: f64): f64 {
  const first = a * b;
  const second = c * d;
  return first - second + (productRest(a, b) - productRest(c, d));
}

/** a · b − c, to nearly full relative precision. */
export function productLess(a: f64, b: f64, c: f64): f64 {
  return a * b - c + productRest(a, b);
}

/** `productLess` in each lane. */
export function productLessPair(a: v128, b: v128, c: v128): v128 {
  const first = productLess(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0), f64x2.extract_lane(c, 0));
  const second = productLess(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1), f64x2.extract_lane(c, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
