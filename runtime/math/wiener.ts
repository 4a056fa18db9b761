/**
 * The first passage of a Wiener process without drift between two barriers, 0 and 1: the log density of the time u at
 * which a process that starts at w leaves through 0, with its derivatives, the odds of the two barriers under a drift,
 * and the mean time under a drift. By Navarro & Fuss (2009), Fast and accurate calculations for first-passage times in
 * Wiener diffusion models, Journal of Mathematical Psychology 53, 222–230, after Feller (1968), section XIV.6: one
 * series converges quickly for small u, the other for large u.
 *
 * The terms of the small-time series are taken in pairs that have the sign of their sum, around the barrier to which w
 * is nearer. So no digits are lost where the process starts next to a barrier.
 */
import { exp, expm1 } from './exp';
import { log, log1p } from './log';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;
const PI: f64 = 3.141592653589793;
const HALF_PI_SQUARED: f64 = 4.934802200544679;
const LOG_PI: f64 = 1.1447298858494002;

/** From here on the series for large times needs fewer terms. */
const LARGE_TIME: f64 = 0.4;

/** Terms that are so many powers of e below the second one, which is the first of some slopes, change no digit of a sum. */
const NEGLIGIBLE: f64 = 64;

/** The sum of a series without its first factor, and its derivatives with respect to u and w. */
let total: f64 = 0;
let totalByTime: f64 = 0;
let totalByStart: f64 = 0;

/**
 * The arguments and sums of the last two series. A row asks for the density and for its slopes one after the other, and two rows are
 * computed in turn, so that each series is summed once and not three times.
 */
let lastU: f64 = NaN;
let lastW: f64 = NaN;
let lastWBar: f64 = NaN;
let otherU: f64 = NaN;
let otherW: f64 = NaN;
let otherWBar: f64 = NaN;
let otherTotal: f64 = 0;
let otherByTime: f64 = 0;
let otherByStart: f64 = 0;

function sumSeries(u: f64, w: f64, wBar: f64): void {
  if (u == lastU && w == lastW && wBar == lastWBar) return;
  const foundTotal = otherTotal;
  const foundByTime = otherByTime;
  const foundByStart = otherByStart;
  const isOther = u == otherU && w == otherW && wBar == otherWBar;
  otherU = lastU;
  otherW = lastW;
  otherWBar = lastWBar;
  otherTotal = total;
  otherByTime = totalByTime;
  otherByStart = totalByStart;
  lastU = u;
  lastW = w;
  lastWBar = wBar;
  if (isOther) {
    total = foundTotal;
    totalByTime = foundByTime;
    totalByStart = foundByStart;
    return;
  }
  total = 0;
  totalByTime = 0;
  totalByStart = 0;
  if (u >= LARGE_TIME) sumLargeTimes(u, w, wBar);
  else if (w <= 0.5) sumFromLower(u, w);
  else sumFromUpper(u, wBar);
}

/** The last start, by its distance to the nearer barrier, with its sine and its cosine: rows next to each other often share it. */
let lastNearest: f64 = NaN;
let lastSine: f64 = 0;
let lastCosine: f64 = 0;

/**
 * The density is π e^{−π²u/2} times Σ k sin(kπw) e^{−(k² − 1)π²u/2}. The sines and cosines of multiples follow from
 * those of the first.
 */
function sumLargeTimes(u: f64, w: f64, wBar: f64): void {
  const nearest = min<f64>(w, wBar);
  const isUpper = w > wBar;
  if (nearest != lastNearest) {
    lastNearest = nearest;
    lastSine = sineOf(PI * nearest);
    lastCosine = cosineOf(PI * nearest);
  }
  const first = lastSine;
  const cosine = lastCosine;
  const double = 2 * cosine;
  let sineBefore: f64 = 0;
  let sine = first;
  let cosineBefore: f64 = 1;
  let cosineNow = cosine;
  for (let k: f64 = 1; k < 12; k++) {
    const fall = (k * k - 1) * HALF_PI_SQUARED;
    if (k > 2 && fall * u > NEGLIGIBLE + 3 * HALF_PI_SQUARED * u) break;
    const factor = k * exp(-fall * u);
    if (factor == 0) break;
    // sin(kπw) and cos(kπw) from those of kπ(1 − w).
    const isOdd = (<i32>k & 1) == 1;
    const s = isUpper && !isOdd ? -sine : sine;
    const c = isUpper && isOdd ? -cosineNow : cosineNow;
    total += factor * s;
    totalByTime -= fall * factor * s;
    totalByStart += factor * k * PI * c;
    const nextSine = double * sine - sineBefore;
    sineBefore = sine;
    sine = nextSine;
    const nextCosine = double * cosineNow - cosineBefore;
    cosineBefore = cosineNow;
    cosineNow = nextCosine;
  }
}

/**
 * The density is e^{−w²/2u} / √(2πu³) times w + Σ e^{−n²/2u} (2w cosh(nw/u) − 2n sinh(nw/u)) over even n: the images at
 * w + n and w − n.
 */
function sumFromLower(u: f64, w: f64): void {
  total = w;
  totalByStart = 1;
  for (let n: f64 = 2; n < 12; n += 2) {
    // e^{−n²/2u + nw/u}, and by what e^{−nw/u} cosh and sinh differ from it.
    const exponent = n * (0.5 * n - w) / u;
    if (n > 2 && exponent > NEGLIGIBLE + (2 * (1 - w)) / u) break;
    const factor = exp(-exponent);
    if (factor == 0) break;
    const turn = (2 * n * w) / u;
    const fall = exp(-turn);
    const twoSinh = -expm1(-turn);
    const twoCosh = 1 + fall;
    const term = w * twoCosh - n * twoSinh;
    // With c = nw/u, the derivatives of 2w cosh c − 2n sinh c.
    const byC = w * twoSinh - n * twoCosh;
    total += factor * term;
    totalByStart += factor * (twoCosh + byC * (n / u));
    totalByTime += factor * (term * (0.5 * n * n) / (u * u) - byC * (n * w) / (u * u));
  }
}

/** The same with d = 1 − w, and images at m − d and −(m + d) over odd m. */
function sumFromUpper(u: f64, d: f64): void {
  for (let m: f64 = 1; m < 12; m += 2) {
    const exponent = (m - 1) * (0.5 * (m + 1) - d) / u;
    if (m > 3 && exponent > NEGLIGIBLE + (2 * (2 - d)) / u) break;
    const factor = exp(-exponent);
    if (factor == 0) break;
    const turn = (2 * m * d) / u;
    const fall = exp(-turn);
    const term = -m * expm1(-turn) - d * (1 + fall);
    const byTurn = (m + d) * fall;
    total += factor * term;
    totalByStart -= factor * (byTurn * (2 * m / u) - (1 + fall) + term * ((m - 1) / u));
    totalByTime += factor * (term * (exponent / u) - byTurn * (turn / u));
  }
}

/** sin x for 0 ≤ x ≤ π/2, by its Taylor series. */
function sineOf(x: f64): f64 {
  const z = x * x;
  let series = 1.0;
  for (let n: f64 = 24; n > 0; n -= 2) series = 1 - (z / (n * (n + 1))) * series;
  return x * series;
}

/** cos x for 0 ≤ x ≤ π/2, likewise; next to π/2, where it is small, by the sine of the rest. */
function cosineOf(x: f64): f64 {
  if (x > 0.25 * PI) return sineOf(0.5 * PI - x);
  const z = x * x;
  let series = 1.0;
  for (let n: f64 = 24; n > 0; n -= 2) series = 1 - (z / (n * (n - 1))) * series;
  return series;
}

function isStart(w: f64, wBar: f64): bool {
  return w > 0 && wBar > 0;
}

/**
 * `logFirstPassage(u, w, 1 - w)`: the log density of the time u at which a standard Wiener process that starts at w
 * leaves the interval from 0 to 1, through 0. −Infinity for u ≤ 0 and at the barriers.
 */
export function logFirstPassage(u: f64, w: f64, wBar: f64): f64 {
  if (isNaN(u) || isNaN(w)) return NaN;
  if (!(u > 0 && u < Infinity && isStart(w, wBar))) return -Infinity;
  sumSeries(u, w, wBar);
  if (u >= LARGE_TIME) return LOG_PI - HALF_PI_SQUARED * u + log(total);
  return log(total) - (0.5 * w * w) / u - 1.5 * log(u) - HALF_LOG_TWO_PI;
}

/** Its derivative with respect to u; 0 where the density is 0. */
export function firstPassageByTime(u: f64, w: f64, wBar: f64): f64 {
  if (isNaN(u) || isNaN(w)) return NaN;
  if (!(u > 0 && u < Infinity && isStart(w, wBar))) return 0;
  sumSeries(u, w, wBar);
  const share = totalByTime / total;
  return u >= LARGE_TIME ? share - HALF_PI_SQUARED : share + ((0.5 * w * w) / u - 1.5) / u;
}

/** Its derivative with respect to w; 0 where the density is 0. */
export function firstPassageByStart(u: f64, w: f64, wBar: f64): f64 {
  if (isNaN(u) || isNaN(w)) return NaN;
  if (!(u > 0 && u < Infinity && isStart(w, wBar))) return 0;
  sumSeries(u, w, wBar);
  const share = totalByStart / total;
  return u >= LARGE_TIME ? share : share - w / u;
}

/** Below this, series in x are shorter and exact. */
const SMALL_DRIFT: f64 = 1;

/**
 * `logSinhRatio(x)`: ln(sinh(x/2) / (x/2)), which is even, 0 at 0 and about |x|/2 − ln |x| far out. The log odds of
 * the upper barrier against the lower are ln(w/(1 − w)) + x/2 + h(xw) − h(x(1 − w)) for this function h and twice the
 * drift as x (Feller 1968, section XIV.2, in the limit of small steps).
 */
export function logSinhRatio(x: f64): f64 {
  const size = abs<f64>(x);
  // By Taylor's series of sinh(x/2)/(x/2) − 1.
  if (size < SMALL_DRIFT) return log1p(sinhExcess(0.25 * x * x));
  return 0.5 * size + log1p(-exp(-size)) - log(size);
}

/** sinh(√z)/√z − 1, for small z. */
function sinhExcess(z: f64): f64 {
  let series = 1.0;
  for (let n: f64 = 16; n > 2; n -= 2) series = 1 + (z / (n * (n + 1))) * series;
  return (z / 6) * series;
}

/** The derivative of `logSinhRatio`: coth(x/2)/2 − 1/x. */
export function sinhRatioSlope(x: f64): f64 {
  if (abs<f64>(x) >= SMALL_DRIFT) return 0.5 + 1 / expm1(x) - 1 / x;
  // (cosh y − sinh y / y) / (2 sinh y) for y = x/2: both series have the factor y².
  const z = 0.25 * x * x;
  // yⁿ (1/n! − 1/(n + 1)!) = yⁿ n / (n + 1)!, without the first y².
  let factor = 1.0 / 6;
  let series = 1.0 / 3;
  for (let n: f64 = 4; n < 18; n += 2) {
    factor *= z / (n * (n + 1));
    series += factor * n;
  }
  return (0.25 * x * series) / (1 + sinhExcess(z));
}

/**
 * `meanPassageTime(x, w, 1 - w)`: the mean time until the process leaves through either barrier, with the drift x/2:
 * 2 (p − w)/x, where p is the probability of the upper one.
 */
export function meanPassageTime(x: f64, w: f64, wBar: f64): f64 {
  if (isNaN(x) || !(w >= 0 && wBar >= 0)) return NaN;
  // The mirror image has the same mean, and loses no digits.
  if (x < 0) return meanPassageTime(-x, wBar, w);
  if (x < SMALL_DRIFT) {
    // p − w = Σ (−x)ⁿ (w − wⁿ)/n! over 1 − e^{−x}; each w − wⁿ is w (1 − w) (1 + w + … + wⁿ⁻²).
    let factor = 1.0;
    let powers = 1.0;
    let power = 1.0;
    let series = 0.5;
    for (let n: f64 = 3; n < 20; n++) {
      power *= w;
      powers += power;
      factor *= -x / n;
      series += 0.5 * factor * powers;
    }
    const whole = x == 0 ? 1 : -expm1(-x) / x;
    return (2 * w * wBar * series) / whole;
  }
  const whole = -expm1(-x);
  const upper = w <= 0.5 ? -expm1(-x * w) / whole - w : wBar - (exp(-x * w) * -expm1(-x * wBar)) / whole;
  return (2 * upper) / x;
}

/** `logFirstPassage` in each lane. */
export function logFirstPassagePair(u: v128, w: v128, wBar: v128): v128 {
  const first = logFirstPassage(f64x2.extract_lane(u, 0), f64x2.extract_lane(w, 0), f64x2.extract_lane(wBar, 0));
  const second = logFirstPassage(f64x2.extract_lane(u, 1), f64x2.extract_lane(w, 1), f64x2.extract_lane(wBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `firstPassageByTime` in each lane. */
export function firstPassageByTimePair(u: v128, w: v128, wBar: v128): v128 {
  const first = firstPassageByTime(f64x2.extract_lane(u, 0), f64x2.extract_lane(w, 0), f64x2.extract_lane(wBar, 0));
  const second = firstPassageByTime(f64x2.extract_lane(u, 1), f64x2.extract_lane(w, 1), f64x2.extract_lane(wBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `firstPassageByStart` in each lane. */
export function firstPassageByStartPair(u: v128, w: v128, wBar: v128): v128 {
  const first = firstPassageByStart(f64x2.extract_lane(u, 0), f64x2.extract_lane(w, 0), f64x2.extract_lane(wBar, 0));
  const second = firstPassageByStart(f64x2.extract_lane(u, 1), f64x2.extract_lane(w, 1), f64x2.extract_lane(wBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** `logSinhRatio` in each lane. */
export function logSinhRatioPair(x: v128): v128 {
  const first = logSinhRatio(f64x2.extract_lane(x, 0));
  return f64x2.replace_lane(f64x2.splat(first), 1, logSinhRatio(f64x2.extract_lane(x, 1)));
}

/** `sinhRatioSlope` in each lane. */
export function sinhRatioSlopePair(x: v128): v128 {
  const first = sinhRatioSlope(f64x2.extract_lane(x, 0));
  return f64x2.replace_lane(f64x2.splat(first), 1, sinhRatioSlope(f64x2.extract_lane(x, 1)));
}

/** `meanPassageTime` in each lane. */
export function meanPassageTimePair(x: v128, w: v128, wBar: v128): v128 {
  const first = meanPassageTime(f64x2.extract_lane(x, 0), f64x2.extract_lane(w, 0), f64x2.extract_lane(wBar, 0));
  const second = meanPassageTime(f64x2.extract_lane(x, 1), f64x2.extract_lane(w, 1), f64x2.extract_lane(wBar, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}
