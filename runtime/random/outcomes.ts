/**
 * Random outcomes, from the stream that `seedOutcome` starts. Each is a value that its distribution can give: one that
 * would overflow, or round to an end of the support, is replaced by the nearest number inside. NaN for invalid
 * parameters.
 */
import { exp } from '../math/exp';
import { log } from '../math/log';
import { normal, uniform } from './stream';

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
