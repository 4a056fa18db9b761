/**
 * Finds latents about which no row is informative: the likelihood does not depend on them for any values of the others.
 */

import type { ManifestLatent } from '../../module/manifest.ts';
import type { LatentParameter } from '../parameters.ts';
import { namesRead, sparePlaces } from '../parameters.ts';
import type { SamplerInstance } from '../sampler-instance.ts';
import { type PriorRange, priorRange } from './prior-range.ts';

/**
 * The maximum number of points over the whole priors: if a probability is exactly flat, or a slope is 0 by symmetry, at
 * one point, other points show the dependence.
 */
const POINTS = 24;

/**
 * The number of points near the priors' middles. The range of a heavy-tailed prior is much wider than most of its mass,
 * so at all other points two latents may be too far apart to show a dependence.
 */
const MIDDLE_POINTS = 12;

/** The number of points of each kind at which a value without a slope is moved. */
const MOVED = 6;

/** The two derivatives, and the two densities, are computed in different orders. */
const ROUNDING = 1e-12;

/**
 * The share of its prior's range over which a latent is examined: three of a normal distribution's five standard
 * deviations.
 */
const OUTWARD = 0.6;

/**
 * The positions in a draw of the values on which the likelihood does not depend. At several points over the range of
 * the priors, it has no slope along them, and moving them, alone or together, does not change it. Also, no prior of an
 * informed value depends on them.
 */
export function uninformedValues(
  instance: SamplerInstance,
  parameters: readonly LatentParameter[],
): readonly number[] {
  const { points, middle } = typicalPoints(instance, parameters);
  const silent = new Set(parameters.keys());
  for (const at of [...points, ...middle]) {
    if (silent.size === 0) return [];
    const posterior = instance.logDensityUnconstrained(at).gradient;
    const prior = instance.logPriorUnconstrained(at).gradient;
    for (const index of silent) if (differ(posterior[index]!, prior[index]!)) silent.delete(index);
  }
  const ways = [...points.keys()].slice(0, MOVED).flatMap((place): [Point, Point][] => [
    [points[place]!, points[place + 1]!],
    [middle[place]!, points[place]!],
  ]);
  for (const index of moving(instance, ways, [...silent])) silent.delete(index);
  // Rows that are informative about a latent are also informative about the values that its prior reads. The reverse
  // does not hold.
  const mayRead = readings(instance, parameters);
  const readers = new Map(
    [...silent].map((index) => [
      index,
      valuesMovedBy(instance, points.slice(0, MOVED), index).filter((other) => mayRead(other, index)),
    ]),
  );
  for (let before = -1; before !== silent.size; ) {
    before = silent.size;
    for (const [index, reading] of readers)
      if (reading.some((reader) => !silent.has(reader))) silent.delete(index);
  }
  // The number of a level without a coordinate moves nothing; what is known of the other levels is known of this one.
  for (const index of sparePlaces(parameters)) {
    const { latent } = parameters[index]!;
    if (parameters.some((other, place) => other.latent === latent && !silent.has(place)))
      silent.delete(index);
  }
  return [...silent];
}

/**
 * The values that change the likelihood when they are moved, although it has no slope along them.
 *
 * @param ways the start and end of each move, with everything else fixed
 */
function moving(
  instance: SamplerInstance,
  ways: readonly (readonly [from: Point, to: Point])[],
  silent: readonly number[],
): readonly number[] {
  const moves = (indices: readonly number[]) => {
    const chosen = new Set(indices);
    return ways.some(([at, other]) => {
      const moved = at.map((u, index) => (chosen.has(index) ? other[index]! : u));
      return isChanged(instance, at, moved);
    });
  };
  if (silent.length === 0 || !moves(silent)) return [];
  const alone = silent.filter((index) => moves([index]));
  return alone.length > 0 ? alone : silent;
}

/** Whether the likelihood differs by more than rounding. NaN at both points does not count as different. */
function isChanged(instance: SamplerInstance, a: readonly number[], b: readonly number[]): boolean {
  const [here, there] = [a, b].map((at) => ({
    posterior: instance.logDensityUnconstrained(at).logDensity,
    prior: instance.logPriorUnconstrained(at).logDensity,
  })) as [Densities, Densities];
  const [before, after] = [here.posterior - here.prior, there.posterior - there.prior];
  if (!Number.isFinite(before) || !Number.isFinite(after))
    return Number.isFinite(before) !== Number.isFinite(after);
  const sizes = [here, there].flatMap(({ posterior, prior }) => [Math.abs(posterior), Math.abs(prior)]);
  return Math.abs(after - before) > 100 * ROUNDING * Math.max(1, ...sizes);
}

/** One number per value of a draw, on the unconstrained scale. */
type Point = readonly number[];

interface Densities {
  readonly posterior: number;
  readonly prior: number;
}

/**
 * Points within the prior's mass, on the unconstrained scale: elsewhere probabilities may be exactly 0 or 1. All levels
 * of a latent share one prior, which is examined once.
 */
function typicalPoints(
  instance: SamplerInstance,
  parameters: readonly LatentParameter[],
): { readonly points: readonly Point[]; readonly middle: readonly Point[] } {
  const centre = parameters.map((_, index) => scattered(0, index));
  const ranges = new Map<ManifestLatent, PriorRange | null>();
  for (const [index, { latent }] of parameters.entries()) {
    if (ranges.has(latent)) continue;
    const range = priorRange(instance, centre, index);
    ranges.set(latent, range);
    if (range === null) continue;
    // Away from the peak, where a latent would imply that the spread of its prior is 0.
    const beside = range.mode + 0.2 * (range.hi - range.mode);
    for (const [level, other] of parameters.entries()) if (other.latent === latent) centre[level] = beside;
  }
  const pointAt = (point: number, farOut: (share: number) => number): Point =>
    parameters.map(({ latent }, index) => {
      const outward = farOut(scattered(point, index));
      const range = ranges.get(latent) ?? null;
      if (range === null) return 3 * outward;
      const { lo, mode, hi } = range;
      return mode + OUTWARD * outward * (outward > 0 ? hi - mode : mode - lo);
    });
  return {
    points: Array.from({ length: POINTS }, (_, point) => pointAt(point, (share) => share)),
    // Half of these lie within an eighth of the range.
    middle: Array.from({ length: MIDDLE_POINTS }, (_, point) =>
      pointAt(POINTS + point, (share) => share ** 3),
    ),
  };
}

/**
 * A number from -1 to 1 for each point and value of a draw. The numbers are pseudorandom, so that no two values of a
 * draw are equal or mirror images, in draws of any length: if a likelihood depends on the distance of two values, its
 * slope is 0 there.
 */
function scattered(point: number, index: number): number {
  // The finaliser of MurmurHash3 (Appleby 2011), which changes half of all bits with each bit.
  let bits = Math.imul(point + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca77);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return 2 * (((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32) - 1;
}

/**
 * Returns whether the prior of one value may read another, according to its text: by name, or within a `let`, of which
 * a manifest has only the name. No two priors read each other.
 */
function readings(
  { manifest }: SamplerInstance,
  parameters: readonly LatentParameter[],
): (reader: number, read: number) => boolean {
  const lets = new Set(manifest.derived.filter(({ isNamed }) => isNamed).map(({ name }) => name));
  const named = new Map(manifest.latents.map((latent) => [latent.name, new Set(namesRead(latent))]));
  const hasLet = new Map(
    [...named].map(([name, names]) => [name, [...names].some((each) => lets.has(each))]),
  );
  return (reader, read) => {
    const [from, to] = [parameters[reader]!.latent.name, parameters[read]!.latent.name];
    return named.get(from)!.has(to) || (hasLet.get(from)! && !named.get(to)!.has(from));
  };
}

/**
 * The values that a prior ties to a value: the joint prior's derivative with respect to them changes when that value
 * moves. These are values whose priors read it, values that its prior reads, and values that are read together with it.
 */
function valuesMovedBy(
  instance: SamplerInstance,
  points: readonly (readonly number[])[],
  index: number,
): readonly number[] {
  const tied = new Set<number>();
  for (const at of points) {
    const moved = at.with(index, at[index]! + 0.5);
    const [before, after] = [at, moved].map((position) => instance.logPriorUnconstrained(position).gradient);
    for (const other of at.keys())
      if (other !== index && differ(before![other]!, after![other]!)) tied.add(other);
  }
  return [...tied];
}

/** Whether two derivatives differ by more than rounding. A NaN counts as a difference. */
function differ(a: number, b: number): boolean {
  return !(Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b), 1));
}
