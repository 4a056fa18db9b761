/**
 * The maps from the sampler's unconstrained scale to the constrained one: onto an interval by the normal distribution
 * function Φ, otherwise as in the Stan Reference Manual (2.36), chapter "Constraint Transforms".
 */
import { linear, mix, probability } from './log-probability.ts';
import { logNormalDensity, normalProbability } from './normal-probability.ts';
import { boundsOf, type EvaluatedPrior, heavyTailsOf, normalOf, type Position } from './priors.ts';

/** A latent is sampled as u, where the transform takes centre + spread · u to the constrained scale. */
export interface Standard {
  readonly centre: number;
  readonly spread: number;
}

/** No standardising. */
export const AS_IT_IS: Standard = { centre: 0, spread: 1 };

/** What determines, besides its prior, how a latent is sampled. */
export interface EvaluatedSampling {
  readonly isProbability: boolean;
  readonly isNonCentred: boolean;
  readonly standard: Standard;
  /** From 0 (noncentred) to 1 (centred), for a latent whose centring chains learn. */
  readonly centring?: number;
}

/** The constrained value of an unconstrained number, with ln |dx/du| there. */
export interface TransformedPosition extends Position {
  readonly logJacobian: number;
}

/** The value of an unconstrained u under a proper prior: `fromWhole` of centre + spread · u. */
export function transform(
  prior: EvaluatedPrior,
  sampling: EvaluatedSampling,
  u: number,
): TransformedPosition {
  const { centre, spread } = sampling.standard;
  const { logJacobian, ...position } = fromWhole(prior, sampling, centre + spread * u);
  return { ...position, logJacobian: logJacobian + Math.log(spread) };
}

/**
 * Maps a number u of the whole line to a proper prior's support:
 * - from lo to hi, x = lo + (hi − lo)Φ(u), so that x is uniform if u is standard normal;
 * - above lo, x = lo + e^u ("Lower bounded scalar"); below hi, x = hi − e^u ("Upper bounded scalar");
 * - the whole line, x = u, but x = location + scale √df sinh u for a Cauchy and a Student's t, whose tails are too heavy
 *   for a sampler;
 * - with a centring, see `partlyCentred`.
 */
function fromWhole(
  prior: EvaluatedPrior,
  { isProbability, isNonCentred, centring = isNonCentred ? 0 : undefined }: EvaluatedSampling,
  u: number,
): TransformedPosition {
  const { lo, hi } = boundsOf(prior);
  const isBelow = hi < Infinity;
  const real = (value: number, logJacobian: number) => ({ value, probability: null, logJacobian });
  if (centring !== undefined) return partlyCentred(prior, centring, u);
  if (lo > -Infinity) {
    if (!isBelow) return real(lo + Math.exp(u), u);
    return isProbability ? probabilityBetween(lo, hi, u) : between(lo, hi, u);
  }
  if (isBelow) return real(hi - Math.exp(u), u);
  const tails = heavyTailsOf(prior);
  if (tails === null) return real(u, 0);
  const { centre, spread } = tails;
  return real(centre + spread * Math.sinh(u), Math.log(spread) + Math.log(Math.cosh(u)));
}

/** Maps u = w location + scale^w z to location + scale z, or to the exponential of that for a lognormal; w = 0 is noncentred, w = 1 centred. */
function partlyCentred(prior: EvaluatedPrior, w: number, u: number): TransformedPosition {
  const normal = normalOf(prior);
  if (normal === null) throw new Error(`\`${prior.family}\` is sampled in one way alone.`);
  const { mean, sd, isLogarithm } = normal;
  const z = (u - w * mean) / sd ** w;
  const x = mean + sd * z;
  const logJacobian = (1 - w) * Math.log(sd);
  return isLogarithm
    ? { value: Math.exp(x), probability: null, logJacobian: logJacobian + x }
    : { value: x, probability: null, logJacobian };
}

/** lo + (hi − lo)Φ(u), measured from the nearer end, so that the value never rounds past the other one. */
function between(lo: number, hi: number, u: number): TransformedPosition {
  const offset = (hi - lo) * Math.exp(normalProbability(-Math.abs(u)).lnP);
  return { value: u < 0 ? lo + offset : hi - offset, probability: null, logJacobian: logSlope(lo, hi, u) };
}

/** The same as a pair: the mixture of lo and hi with weight w = Φ(u), which for lo = 0 and hi = 1 is w itself. */
function probabilityBetween(lo: number, hi: number, u: number): TransformedPosition {
  const w = normalProbability(u);
  const p = lo === 0 && hi === 1 ? w : mix(w, probability(lo), probability(hi));
  return { value: linear(p), probability: p, logJacobian: logSlope(lo, hi, u) };
}

/** ln((hi − lo)φ(u)). */
function logSlope(lo: number, hi: number, u: number): number {
  return Math.log(hi - lo) + logNormalDensity(u);
}
