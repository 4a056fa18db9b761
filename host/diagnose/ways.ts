/**
 * Searches ways between places of a posterior, and the barriers on them: whether two maxima are separate modes, or one
 * place.
 */

import { Surface } from '../estimate/surface.ts';
import type { PathBetween, SamplerInstance, ScoutReport } from '../sampler-instance.ts';
import { SEPARATE_BARRIER } from './thresholds.ts';

/** The function on which ways are searched: the posterior's log density on the unconstrained scale. */
export type Landscape = Pick<Surface, 'at' | 'climb' | 'gradients'>;

/** The places between which a way is searched, all on the unconstrained scale. */
export interface WayPlan {
  readonly from: readonly Float64Array[];
  readonly to: Float64Array;
}

/** The number of points that are evaluated on a straight part of a way. */
const POINTS = 12;

/** The number of golden sections around the lowest point: they leave a thousandth of the distance of two points. */
const SECTIONS = 14;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** A straight part that falls by less than this below its ends is not replaced by one with climbs. */
const LEVEL = 0.1;

/** The maximum number of times that a way is halved, and of climbs for it. */
const MAX_HALVINGS = 7;
const MAX_CLIMBS = 60;

/**
 * The number of most different coordinates that are tried for each stair, the maximum number of stairs, and the number
 * of steps per stair.
 */
const FIRST_COORDINATES = 5;
const MAX_STAIRS = 5;
const STEPS = 16;

/** No coordinate is held. */
const FREE: ReadonlySet<number> = new Set();

/**
 * A search for a way on an instance. Chains move on the density on the unconstrained scale, with the Jacobian, so this
 * is used.
 */
export function findWay(instance: SamplerInstance, plan: WayPlan): ScoutReport {
  const surface = new Surface(instance, 'laplace');
  const way = lowestWay(surface, plan);
  return { maximum: null, gradients: surface.gradients, way };
}

/**
 * The way with the lowest barrier from the maxima above some places to the maximum above another. A way with a lower
 * barrier may exist, so the barrier is an upper bound.
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
 * The maximum that a climb from a place reaches. If the climb leapt to another mode, as its first long steps may, so
 * that a barrier lies between, the place itself is returned.
 */
function topAbove(landscape: Landscape, place: Float64Array): Float64Array {
  const top = landscape.climb(place, FREE);
  const low = lowestByHalves(landscape, place, top, {
    halvings: MAX_HALVINGS,
    climbs: { left: MAX_CLIMBS },
  });
  return heightAt(landscape, place) - low < SEPARATE_BARRIER ? top : place;
}

/** The decrease of the log density below the lower of two places on the best way found between them; at least 0. */
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
 * The lowest height of a way from a to b that moves one coordinate after another. Each stair moves a coordinate to its
 * value in b, step by step, while earlier ones are held and the others climb. It chooses the coordinate with the least
 * fall. From the end of each stair, the rest of the way is searched by halving.
 *
 * @param known a way that is not higher is abandoned
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

/**
 * Moves one coordinate to its value in b. Returns the end, and the lowest height on the way; abandoned once that is not
 * higher than `known`.
 */
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
 * The lowest height of a way from a to b. If the straight way falls, the coordinate that differs most is held half-way
 * while the others climb; the way then passes through that point, and each half is searched in the same way.
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
  // A way is as low as its lowest part: if the first half is not better than the straight way, the second cannot help.
  if (before <= straight) return straight;
  return Math.max(straight, Math.min(before, lowestByHalves(landscape, middle, b, next)));
}

/** The lowest height of the straight way from a to b, found by golden sections around the lowest of several points. */
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

/** The coordinates, ordered by the difference between two positions, the largest first. */
function byDifference(a: Float64Array, b: Float64Array): number[] {
  const difference = (k: number) => Math.abs(a[k]! - b[k]!);
  return [...a.keys()].sort((i, j) => difference(j) - difference(i));
}

function heightAt(landscape: Landscape, position: Float64Array): number {
  const { value } = landscape.at(position);
  return Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY;
}
