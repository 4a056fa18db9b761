/** The log probability that a prior family gives an interval: what a truncated prior is divided by. */
import type { PriorOf } from '../check/prior-families.ts';
import { logBetaMass, logGammaMass, logStudentMass } from './incomplete-mass.ts';
import { logIntegral as logIntegralOf } from './log-integral.ts';
import { inverseMillsRatio, logNormalDensity, normalProbability } from './normal-probability.ts';

/** ln P(lo ≤ x ≤ hi) under the family without its truncation; the bounds lie in its support and may be infinite. */
export function logMassBetween(prior: PriorOf<number>, lo: number, hi: number): number {
  switch (prior.family) {
    case 'normal':
      return logNormalMass((lo - prior.mean) / prior.sd, (hi - prior.mean) / prior.sd);
    case 'half_normal':
      return Math.LN2 + logNormalMass(lo / prior.sd, hi / prior.sd);
    case 'lognormal': {
      const z = (x: number) => (Math.log(x) - prior.mu) / prior.sigma;
      return logNormalMass(z(lo), z(hi));
    }
    case 'cauchy':
      return logCauchyMass((lo - prior.location) / prior.scale, (hi - prior.location) / prior.scale);
    case 'half_cauchy':
      return Math.LN2 + logCauchyMass(lo / prior.scale, hi / prior.scale);
    case 'exponential':
      // e^(-rate lo) - e^(-rate hi)
      return -prior.rate * lo + Math.log(-Math.expm1(-prior.rate * (hi - lo)));
    case 'gamma':
      return logGammaMass(prior.shape, prior.rate * lo, prior.rate * hi);
    case 'inv_gamma':
      return logGammaMass(prior.shape, prior.scale / hi, prior.scale / lo);
    case 'beta':
      return logBetaMass(prior.a, prior.b, { x: lo, complement: 1 - lo }, { x: hi, complement: 1 - hi });
    case 'scaled_beta': {
      const width = prior.hi - prior.lo;
      const share = (bound: number) => ({
        x: (bound - prior.lo) / width,
        complement: (prior.hi - bound) / width,
      });
      return logBetaMass(prior.a, prior.b, share(lo), share(hi));
    }
    case 'student_t': {
      const z = (bound: number) => (bound - prior.location) / prior.scale;
      return logStudentMass(prior.df, z(lo), z(hi));
    }
    case 'half_student_t':
      return Math.LN2 + logStudentMass(prior.df, lo / prior.scale, hi / prior.scale);
    case 'uniform':
      throw new Error(`A prior of the family ${prior.family} is truncated.`);
  }
}

/** ln(Φ(b) − Φ(a)): the difference of the two tails on the side where both are the smaller. */
export function logNormalMass(a: number, b: number): number {
  if (a + b < 0) return logNormalMass(-b, -a);
  if (b - a < 0.5 / Math.max(1, a)) return logIntegral(a, b);
  const [lower, upper] = [normalProbability(a).lnComplement, normalProbability(b).lnComplement];
  return lower + Math.log1p(-Math.exp(upper - lower));
}

/** Up to here out, squares of a distance from 0 take no digits. */
const FAR = 4;

/**
 * The log density at z of a standard normal variable that is cut off at a and b, of which `above` is z − a and `below` b − z. Far from 0 it is
 * measured from the nearer end: there the density is e to the −(end + s/2)s at the distance s, and the mass the difference of Mills's
 * ratios, or, where they are nearly one number, an integral.
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

/** Where the tails are nearly one number: the density, summed by the midpoint rule with its next correction. */
function logIntegral(a: number, b: number): number {
  const pieces = 64;
  const width = (b - a) / pieces;
  const middle = (a + b) / 2;
  let sum = 0;
  for (let i = 0; i < pieces; i++) {
    const x = a + (i + 0.5) * width;
    // ∫φ over a piece is φ(x)·w·(1 + (x² − 1)w²/24 + (x⁴ − 6x² + 3)w⁴/1920 + …), by φ″ = (x² − 1)φ and so on.
    const correction = 1 + ((x * x - 1) * width ** 2) / 24 + ((x ** 4 - 6 * x * x + 3) * width ** 4) / 1920;
    sum += Math.exp(logNormalDensity(x) - logNormalDensity(middle)) * correction;
  }
  return logNormalDensity(middle) + Math.log(sum * width);
}

/** ln((arctan b − arctan a)/π): the angle between the two, which no difference of large numbers is in. */
function logCauchyMass(a: number, b: number): number {
  const angle =
    b === Infinity ? Math.atan2(1, a) : a === -Infinity ? Math.atan2(1, -b) : Math.atan2(b - a, 1 + a * b);
  return Math.log(angle / Math.PI);
}
