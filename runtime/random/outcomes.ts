/**
 * Random outcomes, from the stream that `seedOutcome` starts. Each is a value that its distribution can give: one that
 * would overflow, or round to an end of the support, is replaced by the nearest number inside. NaN for invalid
 * parameters.
 */
import { exp, expm1 } from '../math/exp';
import { log, log1p } from '../math/log';
import { logGammaMass } from '../math/mass';
import { logNormalMass } from '../math/normal';
import { logStudentMass } from '../math/student';
import { exponential, normal, uniform } from './stream';

const LARGEST: f64 = 1.7976931348623157e308;
const SMALLEST: f64 = 5e-324;
const NEXT_TO_ONE: f64 = 0.9999999999999999;

/** Up to this number, trials are drawn one by one. */
const MAX_SINGLE_TRIALS: f64 = 32;

/** Up to this rate, the arrivals within a unit of time are drawn one by one. */
const MAX_SINGLE_ARRIVALS: f64 = 16;
/** From here on whole numbers one apart are no doubles. */
const MAX_WHOLE: f64 = 9007199254740992;

/** The last beta variable, and its complement. */
let betaValue: f64 = 0;
let betaComplement: f64 = 0;

/** The uniform variable of the current rating. */
let ratingDeviate: f64 = 0;

function isShape(x: f64): bool {
  return x > 0 && x < Infinity;
}

function isShare(p: f64): bool {
  return p >= 0 && p <= 1;
}

/**
 * ln x for a gamma variable x with shape > 0 and scale 1, by rejection from the cube of a normal (Marsaglia & Tsang
 * 2000, A simple method for generating gamma variables, ACM Transactions on Mathematical Software 26, 363–372); for a
 * shape below 1 from one with shape + 1 (their section 6).
 */
function logGammaDeviate(shape: f64): f64 {
  const isSmall = shape < 1;
  const d = (isSmall ? shape + 1 : shape) - 1.0 / 3.0;
  const c = 1 / sqrt(9 * d);
  let z: f64, v: f64;
  do {
    do {
      z = normal();
      v = 1 + c * z;
    } while (v <= 0);
    v = v * v * v;
  } while (log(uniform()) >= 0.5 * z * z + d - d * v + d * log(v));
  return isSmall ? log(d * v) + log(uniform()) / shape : log(d * v);
}

/**
 * Draws a beta variable and its complement, x / (x + y) and y / (x + y) for gamma variables x and y (Devroye 1986,
 * Non-Uniform Random Variate Generation, theorem IX.4.1).
 */
function takeBeta(a: f64, b: f64): void {
  const lnX = logGammaDeviate(a);
  const lnY = logGammaDeviate(b);
  // Relative to the larger one, so that they neither both underflow nor overflow.
  const larger = max(lnX, lnY);
  const x = exp(lnX - larger);
  const y = exp(lnY - larger);
  betaValue = x / (x + y);
  betaComplement = y / (x + y);
}

/** Whether a variable is below p, compared on the side where p is precise. */
function isBelow(value: f64, complement: f64, p: f64, q: f64): bool {
  return p < q ? value < p : complement > q;
}

/** 1 with probability p, else 0. */
export function drawBernoulli(p: f64): f64 {
  if (!isShare(p)) return NaN;
  return uniform() < p ? 1 : 0;
}

/** The number of successes in n trials with probability p. */
export function drawBinomial(n: f64, p: f64): f64 {
  return successes(n, p, 1 - p);
}

/** The number of successes with a probability from the beta distribution with shapes a and b. */
export function drawBetaBinomial(n: f64, a: f64, b: f64): f64 {
  if (!isShape(a) || !isShape(b)) return NaN;
  takeBeta(a, b);
  return successes(n, betaValue, betaComplement);
}

/**
 * The number of successes in n trials. Large n are halved repeatedly (Relles 1972, A simple algorithm for generating
 * binomial random variables when N is large, Journal of the American Statistical Association 67, 612–613): the median
 * of n uniform variables is a beta variable. If it is below p, so are all smaller ones, and those above it remain to be
 * counted; otherwise those below it remain.
 */
function successes(n: f64, p: f64, q: f64): f64 {
  if (!isShare(p) || !(n >= 0 && n < Infinity)) return NaN;
  let trials = n;
  let below = p;
  let above = q;
  let found: f64 = 0;
  while (trials > MAX_SINGLE_TRIALS) {
    const rank = floor((trials + 1) / 2);
    takeBeta(rank, trials + 1 - rank);
    if (isBelow(betaValue, betaComplement, below, above)) {
      found += rank;
      trials -= rank;
      below = below < above ? below - betaValue : betaComplement - above;
    } else {
      trials = rank - 1;
      above = betaValue < betaComplement ? betaValue - below : above - betaComplement;
    }
    const width = below + above;
    below = width > 0 ? below / width : 0;
    above = width > 0 ? above / width : 1;
  }
  for (let trial: f64 = 0; trial < trials; trial++) {
    const u = uniform();
    if (isBelow(u, 1 - u, below, above)) found += 1;
  }
  return found;
}

/** A draw from the beta distribution with shapes a and b. */
export function drawBeta(a: f64, b: f64): f64 {
  if (!isShape(a) || !isShape(b)) return NaN;
  takeBeta(a, b);
  return min(max(betaValue, SMALLEST), NEXT_TO_ONE);
}

/** With probability `edges` 0 or 1, which is 1 with probability `mean`; else from the beta distribution with shapes a and b. */
export function drawInflatedBeta(a: f64, b: f64, mean: f64, edges: f64): f64 {
  if (!isShape(a) || !isShape(b) || !isShare(mean) || !isShare(edges)) return NaN;
  if (uniform() < edges) return uniform() < mean ? 1 : 0;
  return drawBeta(a, b);
}

export function drawNormal(mean: f64, sd: f64): f64 {
  if (!isShape(sd)) return NaN;
  return min(max(mean + sd * normal(), -LARGEST), LARGEST);
}

/** The exponential of a normal variable. */
export function drawLognormal(mu: f64, sigma: f64): f64 {
  if (!isShape(sigma)) return NaN;
  return min(max(exp(mu + sigma * normal()), SMALLEST), LARGEST);
}

/**
 * A normal variable over the square root of a chi-squared variable (twice a gamma of shape df/2) divided by its degrees
 * of freedom (Devroye 1986, section IX.5).
 */
export function drawStudentT(df: f64, location: f64, scale: f64): f64 {
  if (!isShape(df) || !isShape(scale)) return NaN;
  const z = normal();
  const t = z * exp(0.5 * (log(df / 2) - logGammaDeviate(df / 2)));
  return min(max(location + scale * t, -LARGEST), LARGEST);
}

export function drawGamma(shape: f64, rate: f64): f64 {
  if (!isShape(shape) || !isShape(rate)) return NaN;
  return min(max(exp(logGammaDeviate(shape) - log(rate)), SMALLEST), LARGEST);
}

/** The power 1/shape of an exponential variable, times the scale. */
export function drawWeibull(shape: f64, scale: f64): f64 {
  if (!isShape(shape) || !isShape(scale)) return NaN;
  return min(max(exp(log(scale) + log(-log(uniform())) / shape), SMALLEST), LARGEST);
}

export function drawExponential(rate: f64): f64 {
  if (!isShape(rate)) return NaN;
  return min(max(-log(uniform()) / rate, SMALLEST), LARGEST);
}

/**
 * The number of arrivals within a unit of time, at `rate`. A large rate is cut first (Ahrens & Dieter 1974, Computer
 * methods for sampling from gamma, beta, Poisson and binomial distributions, Computing 12, 223–246): the time of arrival
 * number m is a gamma variable over the rate. If it is within the unit, the rest of the time remains; otherwise the m −
 * 1 arrivals before it lie anywhere in the time until then.
 */
export function drawPoisson(rate: f64): f64 {
  if (!isShape(rate)) return NaN;
  let left = rate;
  let arrivals: f64 = 0;
  while (left > MAX_SINGLE_ARRIVALS) {
    if (left >= MAX_WHOLE) return arrivals + floor(left);
    const number = floor(0.875 * left);
    const time = exp(logGammaDeviate(number));
    if (time > left) return arrivals + successes(number - 1, left / time, (time - left) / time);
    arrivals += number;
    left -= time;
  }
  for (let time = -log(uniform()); time < left; time -= log(uniform())) arrivals += 1;
  return arrivals;
}

/** A Poisson variable whose rate is a gamma variable of shape 1/dispersion (Devroye 1986, section X.4.3). */
export function drawNegBinomial(mean: f64, dispersion: f64): f64 {
  if (!isShape(mean) || !isShape(dispersion)) return NaN;
  const rate = exp(logGammaDeviate(1 / dispersion) + log(dispersion) + log(mean));
  return drawPoisson(min(max(rate, SMALLEST), LARGEST));
}

/** So often a value is drawn until one lies within its range. Then one is found by inversion, which takes longer. */
const MOST_TRIES: i32 = 64;

/** Standard variables of which `quantileWithin` knows the probabilities of ranges. */
const enum Standard {
  normal,
  gamma,
  /** Student's t over the root of its degrees of freedom. */
  student,
}

function logMassOf(standard: Standard, shape: f64, lo: f64, hi: f64): f64 {
  if (standard == Standard.normal) return logNormalMass(lo, hi);
  return standard == Standard.gamma ? logGammaMass(shape, lo, hi) : logStudentMass(shape, lo, hi);
}

/**
 * A draw of a standard variable within a range, by inversion (Devroye 1986, section II.2): the value below which a uniform
 * share of the range's probability lies. It is found by bisection over the floating-point numbers, from the side with
 * the smaller share, so that no digits are lost for a range far out in a tail. NaN if the range has no probability.
 */
function quantileWithin(standard: Standard, shape: f64, lo: f64, hi: f64): f64 {
  const whole = logMassOf(standard, shape, lo, hi);
  if (!(whole > -Infinity)) return NaN;
  const u = uniform();
  const isFromBelow = u < 0.5;
  const share = log(isFromBelow ? u : 1 - u) + whole;
  let below = placeOf(lo);
  let above = placeOf(hi);
  for (;;) {
    const middle = (below >> 1) + (above >> 1) + (below & above & 1);
    if (middle <= below || middle >= above) break;
    const x = numberAt(middle);
    const isBelow = isFromBelow
      ? logMassOf(standard, shape, lo, x) < share
      : logMassOf(standard, shape, x, hi) > share;
    if (isBelow) below = middle;
    else above = middle;
  }
  return numberAt(below);
}

/** The bit of the sign alone. */
const SIGN: i64 = 0x8000000000000000;

/** The place of a number among all doubles, in order; those of two neighbours differ by 1. */
function placeOf(x: f64): i64 {
  const bits = reinterpret<i64>(x);
  return bits < 0 ? SIGN - bits : bits;
}

function numberAt(place: i64): f64 {
  return reinterpret<f64>(place < 0 ? SIGN - place : place);
}

function isRange(lo: f64, hi: f64): bool {
  return lo < hi;
}

export function drawNormalWithin(mean: f64, sd: f64, lo: f64, hi: f64): f64 {
  if (!isShape(sd) || !isRange(lo, hi)) return NaN;
  for (let i = 0; i < MOST_TRIES; i++) {
    const y = mean + sd * normal();
    if (lo <= y && y <= hi) return y;
  }
  const z = quantileWithin(Standard.normal, 0, (lo - mean) / sd, (hi - mean) / sd);
  return min(max(mean + sd * z, lo), hi);
}

/** The exponential of a normal variable. */
export function drawLognormalWithin(mu: f64, sigma: f64, lo: f64, hi: f64): f64 {
  if (!isShape(sigma) || !isRange(lo, hi)) return NaN;
  for (let i = 0; i < MOST_TRIES; i++) {
    const y = drawLognormal(mu, sigma);
    if (lo <= y && y <= hi) return y;
  }
  const from = lo > 0 ? (log(lo) - mu) / sigma : -Infinity;
  const z = quantileWithin(Standard.normal, 0, from, (log(hi) - mu) / sigma);
  return min(max(exp(mu + sigma * z), lo), hi);
}

export function drawStudentTWithin(df: f64, location: f64, scale: f64, lo: f64, hi: f64): f64 {
  if (!isShape(df) || !isShape(scale) || !isRange(lo, hi)) return NaN;
  for (let i = 0; i < MOST_TRIES; i++) {
    const y = drawStudentT(df, location, scale);
    if (lo <= y && y <= hi) return y;
  }
  const unit = scale * sqrt(df);
  const t = quantileWithin(Standard.student, df, (lo - location) / unit, (hi - location) / unit);
  return min(max(location + unit * t, lo), hi);
}

export function drawGammaWithin(shape: f64, rate: f64, lo: f64, hi: f64): f64 {
  if (!isShape(shape) || !isShape(rate) || !isRange(lo, hi)) return NaN;
  for (let i = 0; i < MOST_TRIES; i++) {
    const y = drawGamma(shape, rate);
    if (lo <= y && y <= hi) return y;
  }
  const x = quantileWithin(Standard.gamma, shape, rate * max<f64>(lo, 0), rate * hi);
  return min(max(x / rate, lo), hi);
}

/** From the lower end on, an exponential variable again, cut off at the width of the range. */
export function drawExponentialWithin(rate: f64, lo: f64, hi: f64): f64 {
  if (!isShape(rate) || !isRange(lo, hi)) return NaN;
  const from = max<f64>(lo, 0);
  const past = -log1p(uniform() * expm1(-rate * (hi - from))) / rate;
  return min(max(from + past, max<f64>(lo, SMALLEST)), min<f64>(hi, LARGEST));
}

/** The power 1/shape of an exponential variable, times the scale. */
export function drawWeibullWithin(shape: f64, scale: f64, lo: f64, hi: f64): f64 {
  if (!isShape(shape) || !isShape(scale) || !isRange(lo, hi)) return NaN;
  const from = lo > 0 ? exp(shape * (log(lo) - log(scale))) : 0;
  const to = hi < Infinity ? exp(shape * (log(hi) - log(scale))) : Infinity;
  const x = drawExponentialWithin(1, from, to);
  return min(max(exp(log(scale) + log(x) / shape), max<f64>(lo, SMALLEST)), min<f64>(hi, LARGEST));
}

/** Where the last drift diffusion ended: whether at the upper barrier, and when, for barriers 1 apart. */
let endedAbove: bool = false;
let endedAfter: f64 = 0;

/**
 * Lets a Wiener process with this drift and variance 1 per unit of time go from a point between the barriers 0 and 1 until it
 * reaches one. From a point, it first leaves the largest interval around it whose ends are equally far. There the end and
 * the time are independent, and the chance of the upper end is logistic in the drift. It goes on from that end until
 * the end is a barrier. Intervals are so small that the drift is at most 1 in their scale.
 */
function passBarrier(drift: f64, start: f64): void {
  let below = start;
  let above = 1 - start;
  endedAfter = 0;
  for (;;) {
    const radius = min(min(below, above), 1 / abs(drift));
    endedAfter += radius * radius * symmetricExit(drift * radius);
    endedAbove = uniform() * (1 + exp(-2 * drift * radius)) < 1;
    if (radius == (endedAbove ? above : below)) return;
    const step = endedAbove ? radius : -radius;
    below += step;
    above -= step;
  }
}

/** When a Wiener process from 0 leaves the interval from −1 to 1, for |drift| ≤ 1: by Girsanov's theorem, a rejection. */
function symmetricExit(drift: f64): f64 {
  let time: f64;
  do {
    time = driftlessExit();
  } while (uniform() >= exp(-0.5 * drift * drift * time));
  return time;
}

/** Where the two series for the density of the exit time change over. */
const SPLIT: f64 = 0.64;
/** The masses of the first terms of the series: beyond the split, 4/π e^{−π²/8 · 0.64}, and below it, 4Φ(−1/√0.64). */
const BEYOND: f64 = 0.5781026234682914;
const WITHIN: f64 = 0.422599094667421;
const PI_SQUARED: f64 = 9.869604401089358;

/**
 * The same without drift, by Devroye's method of alternating series (Devroye 2009, On exact simulation algorithms for some
 * distributions related to Jacobi theta functions, Statistics & Probability Letters 79, 2251–2259).
 */
function driftlessExit(): f64 {
  let time: f64;
  do {
    const isBeyond = uniform() * (BEYOND + WITHIN) < BEYOND;
    time = isBeyond ? SPLIT + (8 / PI_SQUARED) * exponential() : earlyExit();
  } while (!isAccepted(time));
  return time;
}

/** 1/z² for a normal z beyond 1/√SPLIT. */
function earlyExit(): f64 {
  let first: f64;
  do {
    first = exponential();
  } while (first * first > (2 * exponential()) / SPLIT);
  const root = 1 + SPLIT * first;
  return SPLIT / (root * root);
}

/** Compares a uniform share of the first term with partial sums of the series, which are bounds from below and above. */
function isAccepted(time: f64): bool {
  const share = uniform();
  const fall = time > SPLIT ? 0.5 * PI_SQUARED * time : 2 / time;
  let lower: f64 = 0;
  let upper: f64 = 1;
  for (let n: f64 = 1; lower < share && share <= upper; n += 2) {
    lower = upper - (2 * n + 1) * exp(-n * (n + 1) * fall);
    upper = lower + (2 * n + 3) * exp(-(n + 1) * (n + 2) * fall);
  }
  return share <= lower;
}

function isRace(drift: f64, start: f64): bool {
  return abs(drift) < Infinity && start > 0 && start < 1;
}

/** 1 if a process that starts at the share `start` between two barriers reaches the upper one first; `drift` is relative to their distance. */
export function drawWienerChoice(drift: f64, start: f64): f64 {
  if (!isRace(drift, start)) return NaN;
  passBarrier(drift, start);
  return endedAbove ? 1 : 0;
}

/** The delay and the time of the same process; from the same random numbers, that of the same choice. */
export function drawWienerTime(boundary: f64, delay: f64, drift: f64, start: f64): f64 {
  if (!isShape(boundary) || !isShape(delay) || !isRace(drift, start)) return NaN;
  passBarrier(drift, start);
  return min(max(delay + boundary * boundary * endedAfter, SMALLEST), LARGEST);
}

/** Begins a rating, with the first grade. */
export function openRating(): f64 {
  ratingDeviate = uniform();
  return 1;
}

/** 1 if the current rating is above a cut point that ratings exceed with probability p, else 0. */
export function isRatedAbove(p: f64): f64 {
  if (!isShare(p)) return NaN;
  return ratingDeviate < p ? 1 : 0;
}
