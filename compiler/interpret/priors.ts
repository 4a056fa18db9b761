/**
 * The meaning of each prior: its normalised log density in Stan's parametrisation, and the probability of a range.
 * Written from the definitions, independently of compiler/families, which tests compare with this.
 */
import type { Given, PriorParameters } from '../families/parameters.ts';
import { listGiven } from '../families/parameters.ts';
import type { Ends } from '../families/prior.ts';
import { isWhole, type PriorFamily, type PriorOf, priors, wholeSupportOf } from '../families/priors.ts';
import { logBetaMass, logGammaMass, logStudentMass } from './incomplete-mass.ts';
import { logBeta, logGamma, logGammaHalfStep, logOnePlusSquare } from './log-gamma.ts';
import { type LogProbability, probability } from './log-probability.ts';
import { logNormalMass, logTruncatedNormal } from './normal-probability.ts';
import {
  LARGEST_SMALL_SHAPE,
  logBetaDensityOfLogOdds,
  logGammaDensityOfLog,
  productLess,
} from './saddle-point.ts';

/** A prior whose parameters have been evaluated. */
export type EvaluatedPrior = PriorOf<number>;

/** The value of a latent, and if it is a probability, that probability as a pair. */
export interface Position {
  readonly value: number;
  readonly probability: LogProbability | null;
}

/** A location and a scale. */
interface Spread {
  readonly centre: number;
  readonly spread: number;
}

/** A normal variable that the value equals, or whose exponential the value is. */
interface UnderlyingNormal {
  readonly mean: number;
  readonly sd: number;
  readonly isLogarithm: boolean;
}

/** What a family means without truncation. */
interface PriorMeaning<P extends PriorParameters> {
  logDensity(at: Position, parameters: Given<P, number>): number;
  /** ln P(lo ≤ x ≤ hi); the bounds are inside the support and may be infinite. */
  logMass(lo: number, hi: number, parameters: Given<P, number>): number;
  /**
   * Set if the value or its logarithm is normal: far out, the density of a truncated normal and its mass both
   * underflow, and need a formula of their own.
   */
  normal?(parameters: Given<P, number>): UnderlyingNormal;
  /** For heavy tails on both sides: the value is sampled as centre + spread · sinh u. */
  heavyTails?(parameters: Given<P, number>): Spread;
  /** A typical size of values above 0. */
  typicalScale?(parameters: Given<P, number>): number;
  /** The middle of the value, or of its logarithm, if it follows from the parameters. */
  middle?(parameters: Given<P, number>): Spread;
  /** False if the density does not peak between its ends. */
  hasOneMiddle?(parameters: Given<P, number>): boolean;
}

/**
 * Densities: Gelman et al., Bayesian Data Analysis, 3rd edition (2013), table A.1. The half-normal, half-Cauchy and
 * half-t are those with location 0, folded at 0.
 */
const meanings: { readonly [F in PriorFamily]: PriorMeaning<(typeof priors)[F]['parameters']> } = {
  uniform: {
    logDensity: (_, { lo, hi }) => -Math.log(hi - lo),
    logMass: (from, to, { lo, hi }) => Math.log((to - from) / (hi - lo)),
    hasOneMiddle: () => false,
  },
  normal: {
    logDensity: ({ value }, { mean, sd }) => logNormal((value - mean) / sd, sd),
    logMass: (lo, hi, { mean, sd }) => logNormalMass((lo - mean) / sd, (hi - mean) / sd),
    normal: ({ mean, sd }) => ({ mean, sd, isLogarithm: false }),
    middle: ({ mean, sd }) => ({ centre: mean, spread: sd }),
  },
  half_normal: {
    logDensity: ({ value }, { sd }) => Math.LN2 + logNormal(value / sd, sd),
    logMass: (lo, hi, { sd }) => Math.LN2 + logNormalMass(lo / sd, hi / sd),
    normal: ({ sd }) => ({ mean: 0, sd, isLogarithm: false }),
    typicalScale: ({ sd }) => sd,
  },
  lognormal: {
    logDensity: ({ value }, { mu, sigma }) =>
      logNormal((Math.log(value) - mu) / sigma, sigma) - Math.log(value),
    logMass(lo, hi, { mu, sigma }) {
      const z = (x: number) => (Math.log(x) - mu) / sigma;
      return logNormalMass(z(lo), z(hi));
    },
    normal: ({ mu, sigma }) => ({ mean: mu, sd: sigma, isLogarithm: true }),
    middle: ({ mu, sigma }) => ({ centre: mu, spread: sigma }),
  },
  beta: {
    logDensity({ value, probability: p }, { a, b }) {
      if (p === null) throw new Error('A beta prior stands on a latent that is no probability.');
      const { lnP, lnComplement } = p;
      if (Math.max(a, b) > LARGEST_SMALL_SHAPE)
        return logBetaDensityOfLogOdds(a, b, p, value) - lnP - lnComplement;
      return times(a - 1, lnP) + times(b - 1, lnComplement) - logBeta(a, b);
    },
    logMass: (lo, hi, { a, b }) =>
      logBetaMass(a, b, { x: lo, complement: 1 - lo }, { x: hi, complement: 1 - hi }),
    hasOneMiddle: ({ a, b }) => a >= 1 || b >= 1,
  },
  scaled_beta: {
    logDensity({ value: x, probability: p }, { a, b, lo, hi }) {
      const lnAbove = lo === 0 && p !== null ? p.lnP : Math.log(x - lo);
      const lnBelow = hi === 1 && p !== null ? p.lnComplement : Math.log(hi - x);
      const lnWidth = Math.log(hi - lo);
      if (Math.max(a, b) > LARGEST_SMALL_SHAPE) {
        const share = (x - lo) / (hi - lo);
        const pair = probability(share, (hi - x) / (hi - lo));
        return logBetaDensityOfLogOdds(a, b, pair, share) - (lnAbove + lnBelow - lnWidth);
      }
      return times(a - 1, lnAbove - lnWidth) + times(b - 1, lnBelow - lnWidth) - logBeta(a, b) - lnWidth;
    },
    logMass(from, to, { a, b, lo, hi }) {
      const share = (bound: number) => ({
        x: (bound - lo) / (hi - lo),
        complement: (hi - bound) / (hi - lo),
      });
      return logBetaMass(a, b, share(from), share(to));
    },
    hasOneMiddle: ({ a, b }) => a >= 1 || b >= 1,
  },
  gamma: {
    logDensity({ value: x }, { shape, rate }) {
      if (shape > LARGEST_SMALL_SHAPE)
        return logGammaDensityOfLog(shape, rate * x, productLess(rate, x, shape)) - Math.log(x);
      return shape * Math.log(rate) - logGamma(shape) + times(shape - 1, Math.log(x)) - rate * x;
    },
    logMass: (lo, hi, { shape, rate }) => logGammaMass(shape, rate * lo, rate * hi),
    typicalScale: ({ shape, rate }) => shape / rate,
  },
  inv_gamma: {
    logDensity({ value: x }, { shape, scale }) {
      if (shape > LARGEST_SMALL_SHAPE)
        return logGammaDensityOfLog(shape, scale / x, -productLess(shape, x, scale) / x) - Math.log(x);
      return shape * Math.log(scale) - logGamma(shape) - (shape + 1) * Math.log(x) - scale / x;
    },
    logMass: (lo, hi, { shape, scale }) => logGammaMass(shape, scale / hi, scale / lo),
    typicalScale: ({ shape, scale }) => scale / shape,
  },
  exponential: {
    logDensity: ({ value }, { rate }) => Math.log(rate) - rate * value,
    // e^(−rate lo) − e^(−rate hi)
    logMass: (lo, hi, { rate }) => -rate * lo + Math.log(-Math.expm1(-rate * (hi - lo))),
    typicalScale: ({ rate }) => 1 / rate,
  },
  weibull: {
    logDensity: ({ value }, { shape, scale }) =>
      Math.log(shape / scale) + times(shape - 1, Math.log(value / scale)) - (value / scale) ** shape,
    logMass(lo, hi, { shape, scale }) {
      const hazard = (lo / scale) ** shape;
      return -hazard + Math.log(-Math.expm1(hazard - (hi / scale) ** shape));
    },
    typicalScale: ({ scale }) => scale,
  },
  cauchy: {
    logDensity: ({ value }, { location, scale }) => logStudent(1, (value - location) / scale, scale),
    logMass: (lo, hi, { location, scale }) => logCauchyMass((lo - location) / scale, (hi - location) / scale),
    heavyTails: ({ location, scale }) => ({ centre: location, spread: scale }),
  },
  half_cauchy: {
    logDensity: ({ value }, { scale }) => Math.LN2 + logStudent(1, value / scale, scale),
    logMass: (lo, hi, { scale }) => Math.LN2 + logCauchyMass(lo / scale, hi / scale),
    typicalScale: ({ scale }) => scale,
  },
  student_t: {
    logDensity: ({ value }, { df, location, scale }) => logStudent(df, (value - location) / scale, scale),
    logMass: (lo, hi, { df, location, scale }) =>
      logStudentMass(df, (lo - location) / scale, (hi - location) / scale),
    heavyTails: ({ df, location, scale }) => ({ centre: location, spread: scale * Math.sqrt(df) }),
  },
  half_student_t: {
    logDensity: ({ value }, { df, scale }) => Math.LN2 + logStudent(df, value / scale, scale),
    logMass: (lo, hi, { df, scale }) => Math.LN2 + logStudentMass(df, lo / scale, hi / scale),
    typicalScale: ({ scale }) => scale,
  },
};

function meaningOf({ family }: EvaluatedPrior): PriorMeaning<PriorParameters> {
  return meanings[family];
}

export interface Range {
  readonly lo: number;
  readonly hi: number;
}

/** The ends of a prior's support, infinite where it is open. */
export function boundsOf(prior: EvaluatedPrior): Range {
  const { lo, hi } = rangeOf(prior);
  return { lo: prior.inOrder?.after ?? lo, hi };
}

/** The range over which a prior is normalised. A truncation beyond the family's own ends has no effect. */
function rangeOf(prior: EvaluatedPrior): Range {
  const { lo, hi }: Ends<number> = prior.truncation ?? { lo: null, hi: null };
  const whole = wholeSupportOf<number>(prior, (value) => value);
  const [least, most] = [whole.lo ?? -Infinity, whole.hi ?? Infinity];
  return { lo: Math.max(lo ?? least, least), hi: Math.min(hi ?? most, most) };
}

/**
 * Whether the parameters give a density: all finite; scales, rates and shapes positive; lower bounds below upper ones.
 */
export function isProper(prior: EvaluatedPrior): boolean {
  const kinds: readonly string[] = Object.values(priors[prior.family].parameters);
  const sound = listGiven<number>(prior.parameters).every(
    (parameter, index) =>
      Number.isFinite(parameter) && (!['scale', 'rate', 'shape'].includes(kinds[index]!) || parameter > 0),
  );
  const { lo = null, hi = null } = prior.truncation ?? {};
  const bounds = boundsOf(prior);
  return (
    sound && [lo, hi].every((bound) => bound === null || Number.isFinite(bound)) && bounds.lo < bounds.hi
  );
}

/** Whether a value lies in the support of a proper prior, including its ends. */
export function isInSupport(prior: EvaluatedPrior, value: number): boolean {
  const { lo, hi } = boundsOf(prior);
  return Number.isFinite(value) && lo <= value && value <= hi;
}

/**
 * The log density of a proper prior inside its support. That of n latents in order is n! times the product of their
 * densities; each place contributes its number to the n!.
 */
export function logPriorDensity(prior: EvaluatedPrior, at: Position): number {
  return logDensityAlone(prior, at) + Math.log(prior.inOrder?.place ?? 1);
}

function logDensityAlone(prior: EvaluatedPrior, at: Position): number {
  const whole = meaningOf(prior).logDensity(at, prior.parameters);
  if (prior.truncation === undefined) return whole;
  const { lo, hi } = rangeOf(prior);
  const normal = normalOf(prior);
  if (normal === null) return whole - logMassBetween(prior, lo, hi);
  const { mean, sd, isLogarithm } = normal;
  const [x, from, to] = isLogarithm ? [Math.log(at.value), Math.log(lo), Math.log(hi)] : [at.value, lo, hi];
  const z = (place: number) => (place - mean) / sd;
  const density = logTruncatedNormal(z(x), z(from), z(to), (x - from) / sd, (to - x) / sd);
  return density - Math.log(sd) - (isLogarithm ? x : 0);
}

/** ln P(lo ≤ x ≤ hi) under the family without truncation; the bounds are inside its support and may be infinite. */
export function logMassBetween(prior: EvaluatedPrior, lo: number, hi: number): number {
  return meaningOf(prior).logMass(lo, hi, prior.parameters);
}

/** The normal variable that the value of a prior or its logarithm is; null if neither is normal. */
export function normalOf(prior: EvaluatedPrior): UnderlyingNormal | null {
  return meaningOf(prior).normal?.(prior.parameters) ?? null;
}

/** The location and scale of a prior with heavy tails on both sides; null for any other. */
export function heavyTailsOf(prior: EvaluatedPrior): Spread | null {
  return meaningOf(prior).heavyTails?.(prior.parameters) ?? null;
}

/** A typical scale of an untruncated prior of values above 0; null for any other. */
export function typicalScaleOf(prior: EvaluatedPrior): number | null {
  return isWhole(prior) ? (meaningOf(prior).typicalScale?.(prior.parameters) ?? null) : null;
}

/** The middle of an untruncated prior, or of its logarithm, if it follows from the parameters; else null. */
export function middleOf(prior: EvaluatedPrior): Spread | null {
  return isWhole(prior) ? (meaningOf(prior).middle?.(prior.parameters) ?? null) : null;
}

/** Whether a prior's density peaks between its ends. */
export function hasOneMiddle(prior: EvaluatedPrior): boolean {
  return meaningOf(prior).hasOneMiddle?.(prior.parameters) ?? true;
}

/** The log density of a normal at the standardised value z. */
function logNormal(z: number, sd: number): number {
  return -0.5 * z * z - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
}

/** The log density of a Student's t at the standardised value z; a Cauchy has one degree of freedom. */
function logStudent(df: number, z: number, scale: number): number {
  const norm = logGammaHalfStep(df / 2) - 0.5 * Math.log(2 * Math.PI) - Math.log(scale);
  return norm - ((df + 1) / 2) * logOnePlusSquare(z, df);
}

/** ln((arctan b − arctan a)/π), from the angle between the two directions, so that nothing cancels. */
function logCauchyMass(a: number, b: number): number {
  const angle =
    b === Infinity ? Math.atan2(1, a) : a === -Infinity ? Math.atan2(1, -b) : Math.atan2(b - a, 1 + a * b);
  return Math.log(angle / Math.PI);
}

/** ln x^n, which is 0 for n = 0 even if x is 0. */
function times(n: number, lnX: number): number {
  return n === 0 ? 0 : n * lnX;
}
