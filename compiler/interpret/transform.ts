/**
 * The maps from the unconstrained scale, on which the sampler moves, to the layout's own: those of the Stan Reference
 * Manual (2.36), chapter "Constraint Transforms".
 */
import { linear, logistic, mix, probability } from './log-probability.ts';
import type { EvaluatedPrior, Position } from './prior-density.ts';

/** Where an unconstrained number lands, with ln |dx/du| there. */
export interface Transformed extends Position {
  readonly logJacobian: number;
}

/**
 * The value of an unconstrained u under a proper prior:
 * - `uniform(lo, hi)`: x = lo + (hi − lo)σ(u) ("Lower and upper bounded scalar");
 * - `beta`: p = σ(u) (the same, between 0 and 1);
 * - `half_normal`: x = e^u ("Lower bounded scalar");
 * - `normal`: x = u.
 */
export function transform(prior: EvaluatedPrior, isProbability: boolean, u: number): Transformed {
  switch (prior.family) {
    case 'uniform':
      return isProbability ? probabilityBetween(prior.lo, prior.hi, u) : between(prior.lo, prior.hi, u);
    case 'beta':
      return probabilityBetween(0, 1, u);
    case 'half_normal':
      return { value: Math.exp(u), probability: null, logJacobian: u };
    case 'normal':
      return { value: u, probability: null, logJacobian: 0 };
  }
}

/** lo + (hi − lo)σ(u), measured from the nearer end so that the value never rounds past the other one. */
function between(lo: number, hi: number, u: number): Transformed {
  const offset = (hi - lo) * Math.exp(logistic(-Math.abs(u)).lnP);
  return { value: u < 0 ? lo + offset : hi - offset, probability: null, logJacobian: logSlope(lo, hi, u) };
}

/** The same as a pair: lo + (hi − lo)w mixes lo and hi with the weight w = σ(u), which between 0 and 1 is w itself. */
function probabilityBetween(lo: number, hi: number, u: number): Transformed {
  const w = logistic(u);
  const p = lo === 0 && hi === 1 ? w : mix(w, probability(lo), probability(hi));
  return { value: linear(p), probability: p, logJacobian: logSlope(lo, hi, u) };
}

/** ln((hi − lo)σ(u)σ(−u)). */
function logSlope(lo: number, hi: number, u: number): number {
  const { lnP, lnComplement } = logistic(u);
  return Math.log(hi - lo) + lnP + lnComplement;
}
