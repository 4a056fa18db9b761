/**
 * The standard normal distribution in log space: its distribution function, the probability of a range, and the
 * truncated density.
 */

import { logIntegral as logIntegralOf } from './log-integral.ts';
import type { LogProbability } from './log-probability.ts';

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** Below this the series is used: its cancellation costs at most one digit. */
const SERIES_BELOW = 1.5;
/** Terms of the continued fraction; from `SERIES_BELOW` on its error is then below 1e-20. */
const TERMS = 160;

/** ln φ(u): the log density of the standard normal. */
export function logNormalDensity(u: number): number {
  return -0.5 * u * u - HALF_LOG_TWO_PI;
}

/**
 * Φ(u) and 1 − Φ(u) = Φ(−u) as a pair, finite whenever u² is. The smaller of the two comes from ln φ(u) and Mills's
 * ratio.
 */
export function normalProbability(u: number): LogProbability {
  const far = lnUpperTail(Math.abs(u));
  const near = Math.log1p(-Math.exp(far)) + 0;
  return u < 0 ? { lnP: far, lnComplement: near } : { lnP: near, lnComplement: far };
}

/** ln(1 − Φ(t)) for t ≥ 0. */
function lnUpperTail(t: number): number {
  return t < SERIES_BELOW
    ? Math.log(0.5 - Math.exp(logNormalDensity(t)) * oddSeries(t))
    : logNormalDensity(t) - Math.log(inverseMillsRatio(t));
}

/** (Φ(t) − ½)/φ(t) = t + t³/3 + t⁵/(3·5) + …: Abramowitz & Stegun, Handbook of Mathematical Functions (1964), 26.2.11. */
function oddSeries(t: number): number {
  let sum = 0;
  let term = t;
  for (let odd = 3; sum + term > sum; odd += 2) {
    sum += term;
    term *= (t * t) / odd;
  }
  return sum;
}

/** φ(t)/(1 − Φ(t)) = t + 1/(t + 2/(t + 3/(t + …))) for t > 0: Abramowitz & Stegun 26.2.14, evaluated from its end. */
export function inverseMillsRatio(t: number): number {
  let fraction = t;
  for (let k = TERMS; k > 0; k--) fraction = t + k / fraction;
  return fraction;
}

/** ln(Φ(b) − Φ(a)), as the difference of the tails on the side where they are smaller. */
export function logNormalMass(a: number, b: number): number {
  if (a + b < 0) return logNormalMass(-b, -a);
  if (b - a < 0.5 / Math.max(1, a)) return logIntegral(a, b);
  const [lower, upper] = [normalProbability(a).lnComplement, normalProbability(b).lnComplement];
  return lower + Math.log1p(-Math.exp(upper - lower));
}

/** Up to this distance from 0, squares lose no digits. */
const FAR = 4;

/**
 * The log density at z of a standard normal variable truncated to [a, b]; `above` is z − a and `below` is b − z. Far
 * from 0 it is computed from the nearer end: at distance s the density is proportional to e^(−(end + s/2)s), and the
 * mass is the difference of Mills's ratios, or an integral if these nearly cancel.
 */
export function logTruncatedNormal(z: number, a: number, b: number, above: number, below: number): number {
  if (b < -FAR) return logTruncatedNormal(-z, -b, -a, below, above);
  if (a <= FAR) return logNormalDensity(z) - logNormalMass(a, b);
  const logFall = (s: number) => -(a + s / 2) * s;
  const width = above + below;
  const logMass =
    width * a < 0.5
      ? logIntegralOf(logFall, 0, width, 64)
      : -Math.log(inverseMillsRatio(a)) +
        Math.log1p((-Math.exp(logFall(width)) * inverseMillsRatio(a)) / inverseMillsRatio(b));
  return logFall(above) - logMass;
}

/** For nearly equal tails: the density integrated by the midpoint rule with its next correction. */
function logIntegral(a: number, b: number): number {
  const pieces = 64;
  const width = (b - a) / pieces;
  const middle = (a + b) / 2;
  let sum = 0;
  for (let i = 0; i < pieces; i++) {
    const x = a + (i + 0.5) * width;
    // ∫φ over a piece is φ(x)·w·(1 + (x² − 1)w²/24 + (x⁴ − 6x² + 3)w⁴/1920 + …), since φ″ = (x² − 1)φ and so on.
    const correction = 1 + ((x * x - 1) * width ** 2) / 24 + ((x ** 4 - 6 * x * x + 3) * width ** 4) / 1920;
    sum += Math.exp(logNormalDensity(x) - logNormalDensity(middle)) * correction;
  }
  return logNormalDensity(middle) + Math.log(sum * width);
}
