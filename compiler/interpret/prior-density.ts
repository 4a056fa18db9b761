/** The log densities of the prior families: normalised, in Stan's parametrisation. */
import { logBeta } from './log-gamma.ts';
import type { LogProbability } from './log-probability.ts';

/** A prior whose parameters have been evaluated. */
export type EvaluatedPrior =
  | { readonly family: 'uniform'; readonly lo: number; readonly hi: number }
  | { readonly family: 'normal'; readonly mean: number; readonly sd: number }
  | { readonly family: 'half_normal'; readonly sd: number }
  | { readonly family: 'beta'; readonly a: number; readonly b: number };

/** Where a latent is: its value, and where it is a probability, that probability as a pair. */
export interface Position {
  readonly value: number;
  readonly probability: LogProbability | null;
}

/** Whether the parameters make a density: finite, `lo < hi`, and `sd`, `a` and `b` positive. */
export function isProper(prior: EvaluatedPrior): boolean {
  switch (prior.family) {
    case 'uniform':
      return Number.isFinite(prior.hi - prior.lo) && prior.lo < prior.hi;
    case 'normal':
      return Number.isFinite(prior.mean) && isPositive(prior.sd);
    case 'half_normal':
      return isPositive(prior.sd);
    case 'beta':
      return isPositive(prior.a) && isPositive(prior.b);
  }
}

function isPositive(x: number): boolean {
  return x > 0 && x < Infinity;
}

/** Whether the value can be drawn from a proper prior; the ends of an interval can. */
export function isInSupport(prior: EvaluatedPrior, value: number): boolean {
  switch (prior.family) {
    case 'uniform':
      return prior.lo <= value && value <= prior.hi;
    case 'normal':
      return Number.isFinite(value);
    case 'half_normal':
      return value >= 0 && value < Infinity;
    case 'beta':
      return value >= 0 && value <= 1;
  }
}

/**
 * The log density of a proper prior inside its support. Gelman et al., Bayesian Data Analysis, 3rd edition (2013),
 * table A.1; the half-normal is a normal of mean 0 folded at 0.
 */
export function logPriorDensity(prior: EvaluatedPrior, at: Position): number {
  switch (prior.family) {
    case 'uniform':
      return -Math.log(prior.hi - prior.lo);
    case 'normal':
      return logNormal((at.value - prior.mean) / prior.sd, prior.sd);
    case 'half_normal':
      return Math.LN2 + logNormal(at.value / prior.sd, prior.sd);
    case 'beta': {
      if (at.probability === null) throw new Error('A beta prior stands on a latent that is no probability.');
      const { lnP, lnComplement } = at.probability;
      return times(prior.a - 1, lnP) + times(prior.b - 1, lnComplement) - logBeta(prior.a, prior.b);
    }
  }
}

/** The log density of a normal at the standardised value z. */
function logNormal(z: number, sd: number): number {
  return -0.5 * z * z - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
}

/** ln x^n, which is 0 for n = 0 even where x is 0. */
function times(n: number, lnX: number): number {
  return n === 0 ? 0 : n * lnX;
}
