/** The normal distribution function, with full relative precision in both tails. */
import { expOfSumPair } from './exp';

/** Beyond this far below 0 less than half of the smallest f64 is left. */
const FARTHEST: f64 = 39;
/** 2^27 + 1: a product with it cuts an f64 in two halves of 26 bits. */
const SPLITTER: f64 = 134217729;

/** The last distance from 0 and the tail beyond it: of a probability both Φ(u) and Φ(-u) are wanted, one after the other. */
let lastDistance: f64 = NaN;
let lastTail: f64 = 0;

/**
 * Φ(x), the probability that a standard normal variable is at most x: within 2.2 ulp above 0, 3.4 ulp
 * down to -½ and 6.4 ulp in the whole lower tail, down through the subnormals; exactly ½ at 0. Its complement is Φ(-x).
 *
 * For t = |x| it is e^(-t²/2) r(t) below 0 and one less that above, as Cody (1969), Rational Chebyshev approximations for
 * the error function, Mathematics of Computation 23, 631-637, does for erfc. The rational r is the minimax of its degrees
 * to the relative error on [0, 39], 5.3e-17, found by Remez's exchange in 45 digits; none of its coefficients is negative,
 * so that nothing cancels.
 */
export function normalCdf(x: f64): f64 {
  const t = abs<f64>(x);
  if (!(t < FARTHEST)) return isNaN(x) ? x : x < 0 ? 0 : 1;

  if (t != lastDistance) {
    lastTail = tailBeyond(t);
    lastDistance = t;
  }
  return x < 0 ? lastTail : 1 - lastTail;
}

/** The probability that a standard normal variable is more than t from 0, on one side of it: Φ(-t). */
function tailBeyond(t: f64): f64 {
  // ½ and 1 are added last, and the powers of t that both have bring errors that cancel in the quotient.
  const t2 = t * t;
  const t4 = t2 * t2;
  const a = 0.7746196954863445 + 0.5936712560833599 * t + (0.2890603846420808 + 0.09757510947675331 * t) * t2;
  const b = 0.023583784892869428 + 0.004080941657645367 * t + (0.0004891786118973293 + 3.7138503999956016e-5 * t) * t2;
  const p = 0.5 + (a + (b + 1.380359880527781e-6 * t4) * t4) * t;
  const c = 2.3471239517755476 + 2.5600764755792964 * t + (1.713165807999875 + 0.7812651839567702 * t) * t2;
  const d = 0.25462773538792705 + 0.060335051306723925 * t + (0.010322496159067256 + 0.0012296489892339225 * t) * t2;
  const q = 1 + (c + (d + (9.309242420162482e-5 + 3.4600491057076516e-6 * t) * t4) * t4) * t;

  // The square's rounding error, which e^(-t²/2) magnifies t²/2 times: Dekker (1971), A floating-point technique for
  // extending the available precision, section 5.
  const cut = t * SPLITTER;
  const high = cut - (cut - t);
  const low = t - high;
  const error = high * high - t2 + 2 * high * low + low * low;
  const decay = f64x2.extract_lane(expOfSumPair(f64x2.splat(-0.5 * t2), f64x2.splat(-0.5 * error)), 0);
  return decay * (p / q);
}

/** The same of each lane. */
export function normalCdfPair(x: v128): v128 {
  return f64x2.replace_lane(f64x2.splat(normalCdf(f64x2.extract_lane(x, 0))), 1, normalCdf(f64x2.extract_lane(x, 1)));
}
