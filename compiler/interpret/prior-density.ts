/** The log densities of the prior families: normalised, in Stan's parametrisation. */
import { families, type PriorOf, parametersOf, wholeSupportOf } from '../check/prior-families.ts';
import { logBeta, logGamma, logGammaHalfStep, logOnePlusSquare } from './log-gamma.ts';
import { type LogProbability, probability } from './log-probability.ts';
import { logMassBetween, logTruncatedNormal } from './prior-mass.ts';
import {
  LARGEST_SMALL_SHAPE,
  logBetaDensityOfLogOdds,
  logGammaDensityOfLog,
  productLess,
} from './saddle-point.ts';

/** A prior whose parameters have been evaluated. */
export type EvaluatedPrior = PriorOf<number>;

/** Where a latent is: its value, and where it is a probability, that probability as a pair. */
export interface Position {
  readonly value: number;
  readonly probability: LogProbability | null;
}

/** The ends of a prior's values, infinite where a side is open; a truncation adds nothing beyond the family's own. */
export function boundsOf(prior: EvaluatedPrior): { readonly lo: number; readonly hi: number } {
  const { lo, hi } = prior.truncation ?? { lo: null, hi: null };
  const whole = wholeSupportOf<number>(prior, (value) => value);
  const [least, most] = [whole.lo ?? -Infinity, whole.hi ?? Infinity];
  return { lo: Math.max(lo ?? least, least), hi: Math.min(hi ?? most, most) };
}

/** Whether the parameters make a density: finite, scales, rates and shapes positive, lower bounds below upper ones. */
export function isProper(prior: EvaluatedPrior): boolean {
  const kinds = Object.values(families[prior.family].parameters);
  const sound = parametersOf(prior).every((parameter, index) => {
    const kind = kinds[index];
    return Number.isFinite(parameter) && (!['scale', 'rate', 'shape'].includes(kind!) || parameter > 0);
  });
  const { lo = null, hi = null } = prior.truncation ?? {};
  const bounds = boundsOf(prior);
  return (
    sound && [lo, hi].every((bound) => bound === null || Number.isFinite(bound)) && bounds.lo < bounds.hi
  );
}

/** Whether the value can be drawn from a proper prior; the ends of an interval can. */
export function isInSupport(prior: EvaluatedPrior, value: number): boolean {
  const { lo, hi } = boundsOf(prior);
  return Number.isFinite(value) && lo <= value && value <= hi;
}

/** The log density of a proper prior inside its support. */
export function logPriorDensity(prior: EvaluatedPrior, at: Position): number {
  const whole = logWholeDensity(prior, at);
  if (prior.truncation === undefined) return whole;
  const { lo, hi } = boundsOf(prior);
  const normal = asNormal(prior, at.value, lo, hi);
  if (normal === null) return whole - logMassBetween(prior, lo, hi);
  const { x, from, to, mean, sd } = normal;
  const z = (place: number) => (place - mean) / sd;
  const density = logTruncatedNormal(z(x), z(from), z(to), (x - from) / sd, (to - x) / sd);
  return density - Math.log(sd) - (prior.family === 'lognormal' ? x : 0);
}

/** A normal prior, or that of the logarithm of a lognormal value. */
function asNormal(prior: EvaluatedPrior, x: number, from: number, to: number) {
  const { log } = Math;
  if (prior.family === 'normal') return { x, from, to, mean: prior.mean, sd: prior.sd };
  if (prior.family === 'half_normal') return { x, from, to, mean: 0, sd: prior.sd };
  if (prior.family !== 'lognormal') return null;
  return { x: log(x), from: log(from), to: log(to), mean: prior.mu, sd: prior.sigma };
}

/**
 * Without the truncation. Gelman et al., Bayesian Data Analysis, 3rd edition (2013), table A.1; a half-normal, half-Cauchy
 * and half-t is one of location 0 folded at 0.
 */
function logWholeDensity(prior: EvaluatedPrior, at: Position): number {
  const x = at.value;
  switch (prior.family) {
    case 'uniform':
      return -Math.log(prior.hi - prior.lo);
    case 'normal':
      return logNormal((x - prior.mean) / prior.sd, prior.sd);
    case 'half_normal':
      return Math.LN2 + logNormal(x / prior.sd, prior.sd);
    case 'lognormal':
      return logNormal((Math.log(x) - prior.mu) / prior.sigma, prior.sigma) - Math.log(x);
    case 'beta': {
      if (at.probability === null) throw new Error('A beta prior stands on a latent that is no probability.');
      const { lnP, lnComplement } = at.probability;
      if (Math.max(prior.a, prior.b) > LARGEST_SMALL_SHAPE)
        return logBetaDensityOfLogOdds(prior.a, prior.b, at.probability, x) - lnP - lnComplement;
      return times(prior.a - 1, lnP) + times(prior.b - 1, lnComplement) - logBeta(prior.a, prior.b);
    }
    case 'scaled_beta': {
      const { a, b, lo, hi } = prior;
      const isUpTo1 = at.probability !== null && hi === 1;
      const lnAbove = lo === 0 && at.probability !== null ? at.probability.lnP : Math.log(x - lo);
      const lnBelow = isUpTo1 ? at.probability.lnComplement : Math.log(hi - x);
      const lnWidth = Math.log(hi - lo);
      if (Math.max(a, b) > LARGEST_SMALL_SHAPE) {
        const share = (x - lo) / (hi - lo);
        const p = probability(share, (hi - x) / (hi - lo));
        return logBetaDensityOfLogOdds(a, b, p, share) - (lnAbove + lnBelow - lnWidth);
      }
      return times(a - 1, lnAbove - lnWidth) + times(b - 1, lnBelow - lnWidth) - logBeta(a, b) - lnWidth;
    }
    case 'gamma': {
      const { shape, rate } = prior;
      if (shape > LARGEST_SMALL_SHAPE)
        return logGammaDensityOfLog(shape, rate * x, productLess(rate, x, shape)) - Math.log(x);
      return shape * Math.log(rate) - logGamma(shape) + times(shape - 1, Math.log(x)) - rate * x;
    }
    case 'inv_gamma': {
      const { shape, scale } = prior;
      if (shape > LARGEST_SMALL_SHAPE)
        return logGammaDensityOfLog(shape, scale / x, -productLess(shape, x, scale) / x) - Math.log(x);
      return shape * Math.log(scale) - logGamma(shape) - (shape + 1) * Math.log(x) - scale / x;
    }
    case 'exponential':
      return Math.log(prior.rate) - prior.rate * x;
    case 'cauchy':
      return logStudent(1, (x - prior.location) / prior.scale, prior.scale);
    case 'half_cauchy':
      return Math.LN2 + logStudent(1, x / prior.scale, prior.scale);
    case 'student_t':
      return logStudent(prior.df, (x - prior.location) / prior.scale, prior.scale);
    case 'half_student_t':
      return Math.LN2 + logStudent(prior.df, x / prior.scale, prior.scale);
  }
}

/** The log density of a normal at the standardised value z. */
function logNormal(z: number, sd: number): number {
  return -0.5 * z * z - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
}

/** The log density of a Student's t at the standardised value z; a Cauchy is one of a single degree of freedom. */
function logStudent(df: number, z: number, scale: number): number {
  const norm = logGammaHalfStep(df / 2) - 0.5 * Math.log(2 * Math.PI) - Math.log(scale);
  return norm - ((df + 1) / 2) * logOnePlusSquare(z, df);
}

/** ln x^n, which is 0 for n = 0 even where x is 0. */
function times(n: number, lnX: number): number {
  return n === 0 ? 0 : n * lnX;
}
