/** Ways from one place of a posterior to another, and the barriers on them: whether two maxima are separate modes, or one place. */

import { Surface } from '../estimate/surface.ts';
import type { PathBetween, SamplerInstance, ScoutReport } from '../sampler-instance.ts';
import { SEPARATE_BARRIER } from './thresholds.ts';

/** What a way is looked for on: the posterior's log density on the unconstrained scale. */
export type Landscape = Pick<Surface, 'at' | 'climb' | 'gradients'>;

/** From which places a way to another one is looked for, all on the unconstrained scale. */
export interface WayPlan {
  readonly from: readonly Float64Array[];
  readonly to: Float64Array;
}

/** How many points within a straight stretch of a way are evaluated. */
const POINTS = 12;

/** Golden sections about the lowest of them: they leave a thousandth of the distance of two points. */
const SECTIONS = 14;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** A straight stretch that falls by less than this below its ends is not replaced by one that climbs. */
const LEVEL = 0.1;

/** How often a way is halved at most, and with how many climbs. */
const MAX_HALVINGS = 7;
const MAX_CLIMBS = 60;

/**
 * How many of the coordinates that differ most are tried for each stair, how many stairs there are at most, and how many
 * steps each has.
 */
const FIRST_COORDINATES = 5;
const MAX_STAIRS = 5;
const STEPS = 16;

/** Nothing is held. */
const FREE: ReadonlySet<number> = new Set();

/** A search for a way on an instance: what chains move on is the density on the unconstrained scale, with the Jacobian. */
export function findWay(instance: SamplerInstance, plan: WayPlan): ScoutReport {
  const surface = new Surface(instance, 'laplace');
  const way = lowestWay(surface, plan);
  return { maximum: null, gradients: surface.gradients, way };
}

/**
 * The way with the lowest barrier from the maxima above some places to the maximum above another. There may be a way
 * with a lower barrier that was not found: the barrier is an upper bound.
 */
export function lowestWay(landscape: Landscape, { from, to }: WayPlan): PathBetween {
  const end = landscape.climb(to, FREE);
  let lowest: PathBetween = { barrier: Number.POSITIVE_INFINITY, from: 0 };
  for (const [index, place] of from.entries()) {
    const barrier = barrierBetween(landscape, topAbove(landscape, place), end);
    if (barrier < lowest.barrier) lowest = { barrier, from: index };
    if (barrier < SEPARATE_BARRIER) break;
  }
  return lowest;
}

/**
 * The maximum that a climb from a place comes to; the place itself where the climb has leapt to another mode, as its first long steps
 * may: to where no way is without a barrier.
 */
function topAbove(landscape: Landscape, place: Float64Array): Float64Array {
  const top = landscape.climb(place, FREE);
  const low = lowestByHalves(landscape, place, top, {
    halvings: MAX_HALVINGS,
    climbs: { left: MAX_CLIMBS },
  });
  return heightAt(landscape, place) - low < SEPARATE_BARRIER ? top : place;
}

/** By how much the log density falls below the lower of two places on the best way between them that is found; not less than 0. */
export function barrierBetween(landscape: Landscape, a: Float64Array, b: Float64Array): number {
  const floor = Math.min(heightAt(landscape, a), heightAt(landscape, b));
  if (!Number.isFinite(floor)) return Number.POSITIVE_INFINITY;
  let best = lowestOfStretch(landscape, a, b);
  const tries = [
    () => lowestByHalves(landscape, a, b, { halvings: MAX_HALVINGS, climbs: { left: MAX_CLIMBS } }),
    () => lowestByStairs(landscape, a, b, best),
    () => lowestByStairs(landscape, b, a, best),
  ];
  for (const attempt of tries) {
    if (floor - best < SEPARATE_BARRIER) break;
    best = Math.max(best, attempt());
  }
  return Math.max(0, floor - best);
}

/**
 * The lowest height of a way from a to b that goes by one coordinate after another. Each stair takes a coordinate to where it is in b, a
 * step at a time, while those before it are held and the others climb; of all coordinates it takes the one by which
 * the way falls least. From the end of each stair the rest is gone by halves.
 *
 * @param known a way that is no higher is given up
 */
function lowestByStairs(landscape: Landscape, a: Float64Array, b: Float64Array, known: number): number {
  let best = known;
  let [here, low] = [a, heightAt(landscape, a)];
  const held = new Set<number>();
  for (let stair = 0; stair < MAX_STAIRS && low > best; stair++) {
    let next: { readonly coordinate: number; readonly end: Float64Array; readonly low: number } | null = null;
    for (const coordinate of byDifference(here, b)
      .filter((k) => !held.has(k))
      .slice(0, FIRST_COORDINATES)) {
      const walked = walk(landscape, here, b, { coordinate, held, known: next?.low ?? best });
      if (walked.low > (next?.low ?? best)) next = { coordinate, ...walked };
    }
    if (next === null) break;
    [here, low] = [next.end, Math.min(low, next.low)];
    held.add(next.coordinate);
    const rest = lowestByHalves(landscape, here, b, {
      halvings: MAX_HALVINGS,
      climbs: { left: MAX_CLIMBS },
    });
    best = Math.max(best, Math.min(low, rest));
  }
  return best;
}

/** Takes one coordinate to where it is in b. The end, and the lowest height on the way; given up once that is no higher than `known`. */
function walk(
  landscape: Landscape,
  from: Float64Array,
  b: Float64Array,
  {
    coordinate,
    held,
    known,
  }: { readonly coordinate: number; readonly held: ReadonlySet<number>; readonly known: number },
): { readonly end: Float64Array; readonly low: number } {
  const [first, last] = [from[coordinate]!, b[coordinate]!];
  const fixed = new Set([...held, coordinate]);
  let [here, low] = [from, Number.POSITIVE_INFINITY];
  for (let step = 1; step <= STEPS && low > known; step++) {
    const moved = here.slice();
    moved[coordinate] = first + ((last - first) * step) / STEPS;
    const next = landscape.climb(moved, fixed);
    low = Math.min(low, lowestOfStretch(landscape, here, next));
    here = next;
  }
  return { end: here, low };
}

/**
 * The lowest height of a way from a to b. Where the straight one falls, the coordinate that differs most is held half-way and the
 * others climb; the way then goes by that point, and each half of it is found likewise.
 */
function lowestByHalves(
  landscape: Landscape,
  a: Float64Array,
  b: Float64Array,
  { halvings, climbs }: { readonly halvings: number; readonly climbs: { left: number } },
): number {
  const straight = lowestOfStretch(landscape, a, b);
  const floor = Math.min(heightAt(landscape, a), heightAt(landscape, b));
  if (straight >= floor - LEVEL) return straight;
  if (halvings === 0 || climbs.left === 0) return straight;
  climbs.left--;
  const held = byDifference(a, b)[0]!;
  const middle = landscape.climb(
    a.map((value, k) => (value + b[k]!) / 2),
    new Set([held]),
  );
  const next = { halvings: halvings - 1, climbs };
  const before = lowestByHalves(landscape, a, middle, next);
  // A way is as low as its lowest stretch: where the first half is no better than the straight way, the second cannot help.
  if (before <= straight) return straight;
  return Math.max(straight, Math.min(before, lowestByHalves(landscape, middle, b, next)));
}

/** The lowest height of the straight way from a to b: between the points beside the lowest of some, a golden section finds it. */
function lowestOfStretch(landscape: Landscape, a: Float64Array, b: Float64Array): number {
  const at = (share: number) =>
    heightAt(
      landscape,
      a.map((value, k) => value + share * (b[k]! - value)),
    );
  const heights = Array.from({ length: POINTS + 2 }, (_, point) => at(point / (POINTS + 1)));
  const lowest = Math.min(...heights);
  if (lowest === Number.NEGATIVE_INFINITY) return lowest;
  const point = heights.indexOf(lowest);
  if (point === 0 || point === POINTS + 1) return lowest;
  let [left, right] = [(point - 1) / (POINTS + 1), (point + 1) / (POINTS + 1)];
  let least = lowest;
  for (let section = 0; section < SECTIONS; section++) {
    const [first, second] = [right - GOLDEN * (right - left), left + GOLDEN * (right - left)];
    const [before, after] = [at(first), at(second)];
    least = Math.min(least, before, after);
    if (before < after) right = second;
    else left = first;
  }
  return least;
}

/** The coordinates, that in which two positions differ most first. */
function byDifference(a: Float64Array, b: Float64Array): number[] {
  const difference = (k: number) => Math.abs(a[k]! - b[k]!);
  return [...a.keys()].sort((i, j) => difference(j) - difference(i));
}

function heightAt(landscape: Landscape, position: Float64Array): number {
  const { value } = landscape.at(position);
  return Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY;
}
