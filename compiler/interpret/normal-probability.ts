/** The standard normal distribution function in log space. */
import type { LogProbability } from './log-probability.ts';

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** Below this the series is summed: its cancellation costs at most a digit. */
const SERIES_BELOW = 1.5;
/** From `SERIES_BELOW` on, what the continued fraction leaves out after so many terms is below 1e-20. */
const TERMS = 160;

/** ln φ(u): the log density of the standard normal. */
export function logNormalDensity(u: number): number {
  return -0.5 * u * u - HALF_LOG_TWO_PI;
}

/** Φ(u) and 1 − Φ(u) = Φ(−u) as a pair, finite wherever u² is: the one far from 1 from ln φ(u) and Mills's ratio. */
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

/** φ(t)/(1 − Φ(t)) = t + 1/(t + 2/(t + 3/(t + …))) for t > 0: Abramowitz & Stegun 26.2.14, from its end. */
export function inverseMillsRatio(t: number): number {
  let fraction = t;
  for (let k = TERMS; k > 0; k--) fraction = t + k / fraction;
  return fraction;
}
