/**
 * Finds abilities whose prior extends beyond what the rows can distinguish. Beyond the hardest demand all abilities do
 * equally well, so for a system that masters it a fit only repeats the prior; likewise below the easiest.
 */

import type { ManifestLatent } from '../../module/manifest.ts';
import { quoted } from '../diagnose/wording.ts';
import { type LatentParameter, sparePlaces } from '../parameters.ts';
import type { Maximum, SamplerInstance } from '../sampler-instance.ts';
import { MAX_VALUES } from '../scout.ts';
import type { Hint } from './hint.ts';
import { priorRange } from './prior-range.ts';

/** Roles of latents that meet demands of variable size. */
const ABILITIES: ReadonlySet<ManifestLatent['role']> = new Set(['capability', 'propensity']);

/** The maximum change of the log likelihood among values that the rows do not distinguish: a factor of 1.05. */
const EQUAL = 0.05;

/**
 * The minimum change of the log likelihood elsewhere along the prior: a factor of 20. With less, the rows say little
 * about the latent anywhere, for example because another ability is the bottleneck, and harder or easier tasks would
 * not help.
 */
const TOLD_APART = 3;

/** The minimum share of the prior that is out of reach. A prior may extend a little beyond the data. */
const LEAST_PRIOR = 0.2;

/** The minimum share of the posterior. With less, the rows exclude most of those values, and nothing need be done. */
const LEAST_POSTERIOR = 0.5;

/** The number of values of the latent that are compared, over the range of its prior. */
const POINTS = 65;

/**
 * The number of scouts that search for the values of the other latents. Their seed is fixed, so hints do not depend on
 * that of the draws.
 */
const SCOUTS = 8;
const SEED = 0n;

/** Maxima with less than this share of the best one's mass are ignored. */
const NEGLIGIBLE = 0.01;

/** The values to one side: where they begin on the layout's own scale, and their share of the prior. */
interface FlatEnd {
  readonly from: number;
  readonly prior: number;
}

interface FlatEnds {
  readonly above: FlatEnd | null;
  readonly below: FlatEnd | null;
}

/**
 * One hint for each ability and side on which the rows cannot distinguish values that hold a fifth of the prior and
 * half of the posterior. Other latents are held at the maxima of the posterior, and this must be so at each maximum
 * that matters.
 */
export function outOfReach(
  instance: SamplerInstance,
  parameters: readonly LatentParameter[],
  uninformed: readonly number[],
): Hint[] {
  if (parameters.length > MAX_VALUES) return [];
  // A probability meets a demand that is present or absent, so it is never beyond the largest.
  const spare = sparePlaces(parameters);
  const candidates = [...parameters.entries()].filter(
    ([index, { latent }]) =>
      ABILITIES.has(latent.role) && !latent.isProbability && !uninformed.includes(index) && !spare.has(index),
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

/** The relevant maxima of the posterior, on the unconstrained scale, each once. */
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

/** A value of the latent, with its density and likelihood. */
interface Candidate {
  /** On the layout's own scale. */
  readonly value: number;
  readonly logLikelihood: number;
  /** The shares of the mass. */
  readonly prior: number;
  readonly posterior: number;
}

/**
 * The values of one latent from which the likelihood no longer changes towards the ends of the prior, if that matters.
 */
function flatEnds(instance: SamplerInstance, position: readonly number[], index: number): FlatEnds {
  const line = alongPrior(instance, position, index);
  return { above: flatEnd(line.toReversed()), below: flatEnd(line) };
}

/** The candidates at the beginning that the rows cannot distinguish, if they hold enough of the mass. */
function flatEnd(candidates: readonly Candidate[]): FlatEnd | null {
  const end = candidates[0]?.logLikelihood ?? Number.NaN;
  const differs = candidates.findIndex(({ logLikelihood }) => !(Math.abs(logLikelihood - end) <= EQUAL));
  // If it changes nowhere, neither end is more out of reach than the other.
  if (differs < 1) return null;
  if (!candidates.some(({ logLikelihood }) => Math.abs(logLikelihood - end) >= TOLD_APART)) return null;
  const flat = candidates.slice(0, differs);
  const share = (of: 'prior' | 'posterior') => flat.reduce((sum, candidate) => sum + candidate[of], 0);
  if (share('prior') < LEAST_PRIOR || share('posterior') < LEAST_POSTERIOR) return null;
  return { from: flat.at(-1)!.value, prior: share('prior') };
}

/** Values over the range of a latent's prior, the lowest first; none if it has no range. */
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
  // A prior with only an upper bound is reversed on the unconstrained scale.
  return line[0]!.value <= line.at(-1)!.value ? candidates : candidates.reverse();
}

/** The shares of the total for log densities at equal distances; 0 for NaN. */
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
    message: `The rows do not distinguish values of ${quoted(name)} ${side} about ${value}, where ${Math.round(100 * share)} % of its prior lies: there the fit only repeats the prior.`,
    remedy:
      side === 'above'
        ? 'Add tasks that demand more of it, or give it a prior that ends there.'
        : 'Add tasks that demand less of it, or give it a prior that begins there.',
  };
}
