/** Latents of which no row tells anything: where the likelihood does not change with them, whatever the others are. */

import type { ManifestLatent } from '../manifest.ts';
import type { Parameter } from '../parameters.ts';
import type { SamplerInstance } from '../sampler-instance.ts';
import { type PriorRange, priorRange } from './prior-range.ts';

/** How many points are looked at. One would do but for where a probability is flat to the last bit. */
const POINTS = 8;

/** The two derivatives are computed in different orders. */
const ROUNDING = 1e-12;

/** The positive root of x³ = x + 1: its powers make a lattice without regularities in several dimensions. */
const PLASTIC = 1.324717957244746;

/** How far out in its prior's range a latent is looked at: three of a normal distribution's five standard deviations. */
const OUTWARD = 0.6;

/**
 * The values of a draw, by their places in it, that the likelihood has no derivative by at any of several points (there the posterior's is the
 * prior's), and on which no prior rests of a value that rows do inform.
 */
export function uninformedValues(
  instance: SamplerInstance,
  parameters: readonly Parameter[],
): readonly number[] {
  const all = parameters.map((_, index) => index);
  const points = typicalPoints(instance, parameters);
  const informed = new Set<number>();
  for (const at of points) {
    const posterior = instance.logDensityUnconstrained(at).gradient;
    const prior = instance.logPriorUnconstrained(at).gradient;
    for (const index of all) if (differ(posterior[index]!, prior[index]!)) informed.add(index);
  }
  // What a prior reads is informed by what that prior's latent is informed by.
  const silent = all.filter((index) => !informed.has(index));
  const readers = new Map(silent.map((index) => [index, priorsThatRead(instance, points[0]!, index)]));
  for (let before = -1; before !== informed.size; ) {
    before = informed.size;
    for (const [index, reading] of readers)
      if (reading.some((reader) => informed.has(reader))) informed.add(index);
  }
  return all.filter((index) => !informed.has(index));
}

/**
 * Points where the prior has its mass, on the unconstrained scale: elsewhere chances may be 0 or 1 to the last bit. The levels of
 * a latent have one prior, which is looked at once.
 */
function typicalPoints(instance: SamplerInstance, parameters: readonly Parameter[]): number[][] {
  const centre = parameters.map((_, index) => lattice(0, index));
  const ranges = new Map<ManifestLatent, PriorRange | null>();
  for (const [index, { latent }] of parameters.entries()) {
    if (ranges.has(latent)) continue;
    const range = priorRange(instance, centre, index);
    ranges.set(latent, range);
    if (range === null) continue;
    // Off the peak, where a latent would say that the spread of its prior is nothing.
    const beside = range.mode + 0.2 * (range.hi - range.mode);
    for (const [level, other] of parameters.entries()) if (other.latent === latent) centre[level] = beside;
  }
  return Array.from({ length: POINTS }, (_, point) =>
    parameters.map(({ latent }, index) => {
      const outward = lattice(point, index);
      const range = ranges.get(latent) ?? null;
      if (range === null) return 3 * outward;
      const { lo, mode, hi } = range;
      return mode + OUTWARD * outward * (outward > 0 ? hi - mode : mode - lo);
    }),
  );
}

/** A number from -1 to 1 for each point and latent. */
function lattice(point: number, index: number): number {
  const x = (point + 0.5) * PLASTIC ** -(index + 1);
  return 2 * (x - Math.floor(x)) - 1;
}

/** The latents whose prior changes with a latent: the prior's derivative by them moves when that one does. */
function priorsThatRead(instance: SamplerInstance, at: readonly number[], index: number): number[] {
  const moved = at.with(index, at[index]! + 0.5);
  const [before, after] = [at, moved].map((position) => instance.logPriorUnconstrained(position).gradient);
  return at.flatMap((_, other) =>
    other !== index && differ(before![other]!, after![other]!) ? [other] : [],
  );
}

/** Whether two derivatives are not the same but for rounding; what is no number tells that something acts there. */
function differ(a: number, b: number): boolean {
  return !(Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b), 1));
}
