/**
 * The maps from the unconstrained scale, on which the sampler moves, to the layout's own: onto an interval by the normal
 * distribution function Φ, otherwise those of the Stan Reference Manual (2.36), chapter "Constraint Transforms".
 */
import { linear, mix, probability } from './log-probability.ts';
import { logNormalDensity, normalProbability } from './normal-probability.ts';
import type { EvaluatedPrior, Position } from './prior-density.ts';

/** Where an unconstrained number lands, with ln |dx/du| there. */
export interface Transformed extends Position {
  readonly logJacobian: number;
}

/**
 * The value of an unconstrained u under a proper prior:
 * - `uniform(lo, hi)`: x = lo + (hi − lo)Φ(u), so that x is uniform where u is standard normal;
 * - `beta`: p = Φ(u) (the same, between 0 and 1);
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

/** lo + (hi − lo)Φ(u), measured from the nearer end so that the value never rounds past the other one. */
function between(lo: number, hi: number, u: number): Transformed {
  const offset = (hi - lo) * Math.exp(normalProbability(-Math.abs(u)).lnP);
  return { value: u < 0 ? lo + offset : hi - offset, probability: null, logJacobian: logSlope(lo, hi, u) };
}

/** The same as a pair: lo + (hi − lo)w mixes lo and hi with the weight w = Φ(u), which between 0 and 1 is w itself. */
function probabilityBetween(lo: number, hi: number, u: number): Transformed {
  const w = normalProbability(u);
  const p = lo === 0 && hi === 1 ? w : mix(w, probability(lo), probability(hi));
  return { value: linear(p), probability: p, logJacobian: logSlope(lo, hi, u) };
}

/** ln((hi − lo)φ(u)). */
function logSlope(lo: number, hi: number, u: number): number {
  return Math.log(hi - lo) + logNormalDensity(u);
}
