/**
 * The normal distribution function, precise in both tails, from two parts that are also used separately, and the log
 * probability of a range.
 */
import { splat } from './constant';
import { expOfSumPair, exp } from './exp';
import { log, log1p } from './log';

/** At this distance from 0 the tail is below half of the smallest f64. */
// @ts-ignore: decorator
@inline
const FARTHEST = memory.data<f64>([39.0]);
/** 2^27 + 1: a multiplication by it splits an f64 into two halves of 26 bits. */
// @ts-ignore: decorator
@inline
const SPLITTER = memory.data<f64>([134217729.0]);
// @ts-ignore: decorator
@inline
const TWO = memory.data<f64>([2.0]);
// @ts-ignore: decorator
@inline
const MINUS_HALF = memory.data<f64>([-0.5]);

/** Coefficients of the numerator and of the denominator of r, from that of t^0 on. */
// @ts-ignore: decorator
@inline
const P = memory.data<f64>([
  0.5, 0.7746196954863445, 0.5936712560833599, 0.2890603846420808, 0.09757510947675331, 0.023583784892869428,
  0.004080941657645367, 0.0004891786118973293, 3.7138503999956016e-5, 1.380359880527781e-6,
]);
// @ts-ignore: decorator
@inline
const Q = memory.data<f64>([
  1.0, 2.3471239517755476, 2.5600764755792964, 1.713165807999875, 0.7812651839567702, 0.25462773538792705,
  0.060335051306723925, 0.010322496159067256, 0.0012296489892339225, 9.309242420162482e-5, 3.4600491057076516e-6,
]);

/**
 * Φ(x), the probability that a standard normal variable is at most x: within 2.2 ulp above 0, 3.4 ulp down to −½, and
 * 6.4 ulp in the whole lower tail, subnormals included; exactly ½ at 0. Its complement is Φ(−x).
 */
export function normalCdf(x: f64): f64 {
  const pair = f64x2.splat(x);
  const tail = f64x2.extract_lane(normalTailPair(pair, normalKernelPair(pair)), 0);
  return x < 0 ? tail : 1 - tail;
}

/** e^(−x²/2), the normal density without its constant; 0 from a distance of 39 on. */
export function normalKernel(x: f64): f64 {
  return f64x2.extract_lane(normalKernelPair(f64x2.splat(x)), 0);
}

/** `normalKernel` in each lane. */
export function normalKernelPair(x: v128): v128 {
  const t = f64x2.min(f64x2.abs(x), splat(FARTHEST));
  const t2 = f64x2.mul(t, t);
  // The square's rounding error, which e^(−t²/2) magnifies t²/2 times: Dekker (1971), A floating-point technique for
  // extending the available precision, section 5.
  const cut = f64x2.mul(t, splat(SPLITTER));
  const high = f64x2.sub(cut, f64x2.sub(cut, t));
  const low = f64x2.sub(t, high);
  const cross = f64x2.add(f64x2.sub(f64x2.mul(high, high), t2), f64x2.mul(f64x2.mul(splat(TWO), high), low));
  const error = f64x2.add(cross, f64x2.mul(low, low));
  return expOfSumPair(f64x2.mul(splat(MINUS_HALF), t2), f64x2.mul(splat(MINUS_HALF), error));
}

/** The tail probability Φ(−|x|), given `normalKernel(x)`. */
export function normalTail(x: f64, kernel: f64): f64 {
  return f64x2.extract_lane(normalTailPair(f64x2.splat(x), f64x2.splat(kernel)), 0);
}

/**
 * The same in each lane: for t = |x| it is e^(−t²/2) r(t), as Cody (1969), Rational Chebyshev approximations for the
 * error function, Mathematics of Computation 23, 631–637, does for erfc. The rational r is minimax for its degrees with
 * relative error 5.3e-17 on [0, 39], computed by the Remez algorithm with 45 digits. No coefficient is negative, so
 * nothing cancels.
 */
export function normalTailPair(x: v128, kernel: v128): v128 {
  const t = f64x2.min(f64x2.abs(x), splat(FARTHEST));
  // ½ and 1 are added last; the powers of t in both polynomials contribute errors that cancel in the quotient.
  const t2 = f64x2.mul(t, t);
  const t4 = f64x2.mul(t2, t2);
  const p = f64x2.add(splat(P), f64x2.mul(eightTerms(P + 8, splat(P + 72), t, t2, t4), t));
  const last = f64x2.add(splat(Q + 72), f64x2.mul(splat(Q + 80), t));
  const q = f64x2.add(splat(Q), f64x2.mul(eightTerms(Q + 8, last, t, t2, t4), t));
  return f64x2.mul(kernel, f64x2.div(p, q));
}

/** The polynomial in t with the eight coefficients at `c` and then `last`. */
// @ts-ignore: decorator
@inline
function eightTerms(c: usize, last: v128, t: v128, t2: v128, t4: v128): v128 {
  const a = fourTerms(c, t, t2);
  const b = fourTerms(c + 32, t, t2);
  return f64x2.add(a, f64x2.mul(f64x2.add(b, f64x2.mul(last, t4)), t4));
}

/** The polynomial in t with the four coefficients at `c`. */
// @ts-ignore: decorator
@inline
function fourTerms(c: usize, t: v128, t2: v128): v128 {
  const low = f64x2.add(splat(c), f64x2.mul(splat(c + 8), t));
  const high = f64x2.add(splat(c + 16), f64x2.mul(splat(c + 24), t));
  return f64x2.add(low, f64x2.mul(high, t2));
}

const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;
/** From here on the tail uses its asymptotic series, before `normalCdf` comes near the subnormals. */
const SERIES_FROM: f64 = 37;
/** Positive nodes, and weights, of the 8-point Gauss–Legendre rule on [−1, 1]. */
// @ts-ignore: decorator
@inline
const NODES = memory.data<f64>([0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363]);
// @ts-ignore: decorator
@inline
const WEIGHTS = memory.data<f64>([0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626]);

/**
 * ln(Φ(b) − Φ(a)) for a < b, either of which may be infinite, with an error of at most 2e-15 · max(1, |ln|), relative
 * where the result is near 0. −Infinity for a = b; NaN for a > b.
 */
export function logNormalMass(a: f64, b: f64): f64 {
  if (!(a < b)) return a == b ? -Infinity : NaN;
  if (a == -Infinity && b == Infinity) return 0;
  // If the range extends further below 0 than above, reflect it: then no tail is the difference of two numbers near 1.
  if (a + b < 0) {
    const reflected = -a;
    a = -b;
    b = reflected;
  }
  if ((b - a) * max<f64>(1, a) <= 1) return logNarrowMass(a, b);
  if (a < 0) return log1p(-(normalCdf(a) + normalCdf(-b)));
  const above = logUpperTail(a);
  return above + log1p(-exp(logUpperTail(b) - above));
}

/**
 * For ranges over which the density changes by less than a factor of e²: by quadrature, since the tails at the ends
 * nearly cancel.
 */
function logNarrowMass(a: f64, b: f64): f64 {
  const half = 0.5 * (b - a);
  const middle = a + half;
  let sum = 0.0;
  for (let i: usize = 0; i < 32; i += 8) {
    const t = half * load<f64>(NODES + i);
    sum += load<f64>(WEIGHTS + i) * (exp(-t * (middle + 0.5 * t)) + exp(t * (middle - 0.5 * t)));
  }
  return log(half * sum) - 0.5 * middle * middle - HALF_LOG_TWO_PI;
}

/** ln(1 − Φ(x)) for x ≥ 0; far out by the asymptotic series of Mills's ratio (DLMF 7.12.1). */
function logUpperTail(x: f64): f64 {
  if (x < SERIES_FROM) return log(normalCdf(-x));
  const z = 1 / (x * x);
  const series = -z * (1 - z * (3 - z * (15 - z * (105 - z * (945 - z * 10395)))));
  return log1p(series) - log(x) - 0.5 * x * x - HALF_LOG_TWO_PI;
}

/** `logNormalMass` in each lane. */
export function logNormalMassPair(a: v128, b: v128): v128 {
  const first = logNormalMass(f64x2.extract_lane(a, 0), f64x2.extract_lane(b, 0));
  const second = logNormalMass(f64x2.extract_lane(a, 1), f64x2.extract_lane(b, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
