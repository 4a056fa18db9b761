/** Latents of which no row tells anything: where the likelihood does not change with them, whatever the others are. */
import type { Instance } from './instance.ts';

/** How many points are looked at. One would do but for where a probability is flat to the last bit. */
const POINTS = 8;

/** The two derivatives are computed in different orders. */
const ROUNDING = 1e-12;

/** The positive root of x³ = x + 1: its powers make a lattice without regularities in several dimensions. */
const PLASTIC = 1.324717957244746;

/**
 * The values of a draw, by their places in it, that the likelihood has no derivative by at any of several points (there the posterior's is the
 * prior's), and on which no prior rests of a value that rows do inform.
 */
export function uninformedValues(instance: Instance): readonly number[] {
  const all = Array.from({ length: instance.size }, (_, index) => index);
  const points = Array.from({ length: POINTS }, (_, point) =>
    all.map((index) => 3 * (2 * fraction((point + 0.5) * PLASTIC ** -(index + 1)) - 1)),
  );
  const informed = new Set<number>();
  for (const at of points) {
    const posterior = instance.gradientUnconstrained(at);
    const prior = instance.priorGradientUnconstrained(at);
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

/** The latents whose prior changes with a latent: the prior's derivative by them moves when that one does. */
function priorsThatRead(instance: Instance, at: readonly number[], index: number): number[] {
  const moved = at.with(index, at[index]! + 0.5);
  const [before, after] = [
    instance.priorGradientUnconstrained(at),
    instance.priorGradientUnconstrained(moved),
  ];
  return at.flatMap((_, other) => (other !== index && differ(before[other]!, after[other]!) ? [other] : []));
}

/** Whether two derivatives are not the same but for rounding; what is no number tells that something acts there. */
function differ(a: number, b: number): boolean {
  return !(Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b), 1));
}

function fraction(x: number): number {
  return x - Math.floor(x);
}
