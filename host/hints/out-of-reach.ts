/**
 * Abilities whose prior goes beyond what the rows can tell apart. Beyond the hardest demand every ability does equally well, so
 * that what a fit says of a system that masters it is what the prior says; likewise below the easiest.
 */

import type { ManifestLatent } from '../../module/manifest.ts';
import { quoted } from '../diagnose/wording.ts';
import type { LatentParameter } from '../parameters.ts';
import type { Maximum, SamplerInstance } from '../sampler-instance.ts';
import { MAX_VALUES } from '../scout.ts';
import type { Hint } from './hint.ts';
import { priorRange } from './prior-range.ts';

/** Roles whose latents meet demands that can be made larger and smaller. */
const ABILITIES: ReadonlySet<ManifestLatent['role']> = new Set(['capability', 'propensity']);

/** How much the log likelihood may change among values that the rows do not tell apart: a factor of 1.05. */
const EQUAL = 0.05;

/**
 * How much the log likelihood must change elsewhere along the prior: a factor of 20. With less the rows tell little of the latent
 * anywhere, as where another ability stands in the way, and tasks that demand more or less of it would be of no use.
 */
const TOLD_APART = 3;

/** The least share of the prior that must lie out of reach. A prior that goes a little beyond the data is as it should be. */
const LEAST_PRIOR = 0.2;

/** The least share of the posterior. With less, rows rule most of those values out, and nothing need be done. */
const LEAST_POSTERIOR = 0.5;

/** Values of the latent that are compared, over the range of its prior. */
const POINTS = 65;

/** Scouts that look for where the other latents are. Their seed is fixed: hints do not depend on that of the draws. */
const SCOUTS = 8;
const SEED = 0n;

/** Maxima of less than this share of the best one's mass are passed over. */
const NEGLIGIBLE = 0.01;

/** The values to one side of some value: where they begin on the layout's own scale, and the prior's share of them. */
interface FlatEnd {
  readonly from: number;
  readonly prior: number;
}

interface FlatEnds {
  readonly above: FlatEnd | null;
  readonly below: FlatEnd | null;
}

/**
 * One hint for each ability, and side of it, where the rows cannot tell values apart that a fifth of the prior and half of the
 * posterior lie at. The others are held where the posterior has its maxima, and it must be so at each that matters.
 */
export function outOfReach(
  instance: SamplerInstance,
  parameters: readonly LatentParameter[],
  uninformed: readonly number[],
): Hint[] {
  if (parameters.length > MAX_VALUES) return [];
  // A probability meets a demand that is there or not, and so is never beyond the largest.
  const candidates = [...parameters.entries()].filter(
    ([index, { latent }]) =>
      ABILITIES.has(latent.role) && !latent.isProbability && !uninformed.includes(index),
  );
  if (candidates.length === 0) return [];
  const places = maxima(instance);
  if (places.length === 0) return [];
  return candidates.flatMap(([index, parameter]) => {
    const ends = places.map((position) => flatEnds(instance, position, index));
    const above = ends.map((end) => end.above).filter((end) => end !== null);
    const below = ends.map((end) => end.below).filter((end) => end !== null);
    return [
      ...(above.length < places.length ? [] : [hint(parameter, 'above', above)]),
      ...(below.length < places.length ? [] : [hint(parameter, 'below', below)]),
    ];
  });
}

/** The maxima of the posterior that matter, on the unconstrained scale, each once. */
function maxima(instance: SamplerInstance): number[][] {
  const found = Array.from({ length: SCOUTS }, (_, index) => instance.scout(SEED, index).maximum);
  const best = Math.max(...found.map((maximum) => maximum?.logEvidence ?? -Infinity));
  const kept: Maximum[] = [];
  for (const maximum of found) {
    if (maximum === null || maximum.logEvidence < best + Math.log(NEGLIGIBLE)) continue;
    if (!kept.some((other) => areOne(other, maximum))) kept.push(maximum);
  }
  return kept.map(({ position }) => Array.from(position));
}

/** Scouts stop within a small part of a standard deviation. */
function areOne(a: Maximum, b: Maximum): boolean {
  return a.values.every((value, index) => Math.abs(value - b.values[index]!) <= 0.1 * a.sds[index]!);
}

/** A value of the latent with what speaks for it. */
interface Candidate {
  /** On the layout's own scale. */
  readonly value: number;
  readonly logLikelihood: number;
  /** The shares of the mass. */
  readonly prior: number;
  readonly posterior: number;
}

/** Where, along one latent, the likelihood no longer changes towards the ends of the prior, if it matters. */
function flatEnds(instance: SamplerInstance, position: readonly number[], index: number): FlatEnds {
  const line = alongPrior(instance, position, index);
  return { above: flatEnd(line.toReversed()), below: flatEnd(line) };
}

/** The values that candidates begin with which the rows cannot tell apart, if enough of the mass is there. */
function flatEnd(candidates: readonly Candidate[]): FlatEnd | null {
  const end = candidates[0]?.logLikelihood ?? Number.NaN;
  const differs = candidates.findIndex(({ logLikelihood }) => !(Math.abs(logLikelihood - end) <= EQUAL));
  // Where it changes nowhere, no bound is out of reach more than another.
  if (differs < 1) return null;
  if (!candidates.some(({ logLikelihood }) => Math.abs(logLikelihood - end) >= TOLD_APART)) return null;
  const flat = candidates.slice(0, differs);
  const share = (of: 'prior' | 'posterior') => flat.reduce((sum, candidate) => sum + candidate[of], 0);
  if (share('prior') < LEAST_PRIOR || share('posterior') < LEAST_POSTERIOR) return null;
  return { from: flat.at(-1)!.value, prior: share('prior') };
}

/** Values over the range of a latent's prior, the lowest first; none where it has no range. */
function alongPrior(instance: SamplerInstance, position: readonly number[], index: number): Candidate[] {
  const range = priorRange(instance, position, index);
  if (range === null) return [];
  const line = Array.from({ length: POINTS }, (_, i) => {
    const at = position.with(index, range.lo + (i * (range.hi - range.lo)) / (POINTS - 1));
    const logPrior = instance.logPriorUnconstrained(at).logDensity;
    const logLikelihood = instance.logDensityUnconstrained(at).logDensity - logPrior;
    return { value: instance.constrain(at)[index]!, logPrior, logLikelihood };
  });
  const priors = shares(line.map(({ logPrior }) => logPrior));
  const posteriors = shares(line.map(({ logPrior, logLikelihood }) => logPrior + logLikelihood));
  const candidates = line.map(({ value, logLikelihood }, i) => ({
    ...{ value, logLikelihood },
    ...{ prior: priors[i]!, posterior: posteriors[i]! },
  }));
  // A prior with an upper bound alone runs the other way on the unconstrained scale.
  return line[0]!.value <= line.at(-1)!.value ? candidates : candidates.reverse();
}

/** The shares of a whole that logarithms of densities at equal distances have; what is no number has none. */
function shares(logs: readonly number[]): number[] {
  const most = Math.max(...logs.filter((log) => !Number.isNaN(log)));
  const weights = logs.map((log) => (Number.isNaN(log) ? 0 : Math.exp(log - most)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function hint(
  { name, latent: { unit } }: LatentParameter,
  side: keyof FlatEnds,
  ends: readonly FlatEnd[],
): Hint {
  const froms = ends.map(({ from }) => from);
  const from = side === 'above' ? Math.max(...froms) : Math.min(...froms);
  const share = Math.min(...ends.map(({ prior }) => prior));
  const value = `${Number(from.toPrecision(2))}${unit === '' ? '' : ` ${unit}`}`;
  return {
    kind: 'out-of-reach',
    names: [name],
    message: `The rows cannot tell values of ${quoted(name)} ${side} about ${value} apart, where ${Math.round(100 * share)} % of its prior lies: there the fit only repeats the prior.`,
    remedy:
      side === 'above'
        ? 'Add tasks that demand more of it, or give it a prior that ends there.'
        : 'Add tasks that demand less of it, or give it a prior that begins there.',
  };
}
