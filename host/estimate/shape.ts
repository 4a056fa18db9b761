/** How an objective falls around its optimum: as a quadratic one does, not at all, or on one side only. */
import { type Direction, withoutAxes } from './curvature.ts';
import type { Settled } from './settle.ts';
import type { Surface } from './surface.ts';

/** The loss at one standard deviation to either side, in units of log density; a half each if the objective is quadratic. */
export interface Fall {
  /** The change of each free coordinate. */
  readonly along: readonly number[];
  readonly forward: number;
  readonly backward: number;
}

/** Losses outside this range show that the curvature does not give a valid standard error. */
const MIN_FALL = 0.2;
const MAX_FALL = 1.25;
/** A loss below this at a whole standard deviation means that there is no maximum: the objective continues to rise, ever more slowly. */
const NO_FALL = 0.02;
/** Maximum change of an objective along a direction on which it does not depend. */
const UNCHANGED = 1e-6;

/** A direction without curvature at the optimum, in which the objective falls towards neither end. */
export interface Flat {
  readonly along: Direction;
  /**
   * Whether the objective is constant along the direction wherever the other coordinates are; otherwise it is constant
   * only near the end of the climb.
   */
  readonly isEverywhere: boolean;
}

/** The factor for a second distance, at which an objective that has not fallen is evaluated again. */
const FURTHER = [4, 16, 64];

/** The maximum shift of the other coordinates at which the objective is evaluated before it counts as the same everywhere. */
const ELSEWHERE = [0.7, -1.3, 2.1];

export interface DensityShape {
  /** The directions in which the objective rises for ever. */
  readonly endless: readonly (readonly number[])[];
  readonly flat: readonly Flat[];
  /** Axes along which the loss differs from a half, the largest difference first. */
  readonly uneven: readonly Fall[];
}

/**
 * The optimum without the curvature of ledges. An objective that changes by almost nothing within a step has a curvature
 * so small that its normal is wider than the ledge, or ends at one side of it.
 */
export function withoutLedges(surface: Surface, settled: Settled): Settled {
  const fallAt = fallsFrom(surface, settled);
  const isLedge = (axis: Direction) =>
    [1, -1].some((way) => fallAt(axis, way) <= NO_FALL) &&
    ![1, -1].some((way) => fallAt(axis, way) <= NO_FALL && goesOn(fallAt, axis, way));
  return { ...settled, spread: withoutAxes(settled.spread, isLedge) };
}

type FallAt = (along: Direction, far: number) => number;

/**
 * The loss of the objective when the free coordinates move `distance` along a direction from the optimum; Infinity where
 * it has no value.
 */
function fallsFrom(surface: Surface, { position, objective, spread }: Settled): FallAt {
  return (along, far) => {
    const moved = position.slice();
    for (const [index, k] of spread.free.entries()) moved[k]! += far * along[index]!;
    const { value } = surface.at(moved);
    return Number.isFinite(value) ? objective - value : Number.POSITIVE_INFINITY;
  };
}

/**
 * Whether the objective never falls in this direction, as far as it has a value: a plateau ends somewhere, and does not
 * lead to infinity.
 */
function goesOn(fallAt: FallAt, along: Direction, far: number): boolean {
  for (const times of FURTHER) {
    const fall = fallAt(along, times * far);
    if (fall === Number.POSITIVE_INFINITY) return true;
    if (fall > NO_FALL) return false;
  }
  return true;
}

/** Evaluates the objective one standard deviation along each axis, and far along each direction without curvature. */
export function shapeOf(surface: Surface, settled: Settled): DensityShape {
  const { position, objective, spread } = settled;
  const fallAt = fallsFrom(surface, settled);
  const runs = directionOut();
  const endless: Direction[] = runs === null ? [] : [runs];
  const flat: Flat[] = [];
  for (const along of runs === null ? spread.flat : []) {
    const far = farAlong(position, spread.free, along);
    const [forward, backward] = [fallAt(along, far), fallAt(along, -far)];
    const unchanged = UNCHANGED * Math.max(1, 1e-6 * Math.abs(objective));
    const isSame = Math.abs(forward) <= unchanged && Math.abs(backward) <= unchanged;
    if (!isSame && forward <= NO_FALL && backward > NO_FALL && goesOn(fallAt, along, far))
      endless.push(along);
    else if (!isSame && backward <= NO_FALL && forward > NO_FALL && goesOn(fallAt, along, -far))
      endless.push(along.map((part) => -part));
    else flat.push({ along, isEverywhere: isSame && isSameElsewhere(along) });
  }
  /** Whether the objective is constant along a direction from other points too, at a short and at a long distance. */
  function isSameElsewhere(along: Direction): boolean {
    const far = farAlong(position, spread.free, along);
    const places = [
      position,
      // Shifts each coordinate by a different share, so that no two of them move together.
      ...ELSEWHERE.map((most) => position.map((u, k) => u + most * Math.cos(2.4 * k))),
    ];
    return places.every((place) => {
      const here = surface.at(place).value;
      const unchanged = UNCHANGED * Math.max(1, 1e-6 * Math.abs(here));
      return [-far, -1, 1, far].every((way) => {
        const moved = place.slice();
        for (const [index, k] of spread.free.entries()) moved[k]! += way * along[index]!;
        const { value } = surface.at(moved);
        return Object.is(value, here) || Math.abs(value - here) <= unchanged;
      });
    });
  }
  const falls = spread.axes.map((along: Direction) => ({
    along,
    forward: fallAt(along, 1),
    backward: fallAt(along, -1),
  }));
  for (const { along, forward, backward } of falls) {
    if (Math.min(forward, backward) > NO_FALL) continue;
    endless.push(forward <= backward ? along : along.map((part) => -part));
  }
  /**
   * The direction in which a climb has run off to infinity, along which there is no curvature any more and the objective
   * falls only on the way back. It consists of all coordinates that run off together, or else of the first that runs off
   * while the others stay, as the steepness of a step does beside its place. It is examined first, since so far out the
   * axes without curvature are arbitrary.
   */
  function directionOut(): Direction | null {
    const way = spread.free.map((k, index) =>
      spread.flat.some((along) => along[index] !== 0) ? position[k]! : 0,
    );
    const isMoved = way.some((part) => part !== 0);
    if (isMoved && fallAt(way, 1) <= NO_FALL && fallAt(way, -0.9) > NO_FALL && goesOn(fallAt, way, 1))
      return way;
    // Along a ridge every step in one latent alone has a loss; for a coordinate that runs off, a further step has none. Half
    // a step is tried, since the climb may already be far out.
    const alone = way.map((_, index) => way.map((part, other) => (other === index ? part : 0)));
    const runsOn = (each: Direction) =>
      fallAt(each, 0.5) <= UNCHANGED && fallAt(each, -0.9) > NO_FALL && goesOn(fallAt, each, 0.5);
    return alone.find(runsOn) ?? null;
  }

  const isUneven = (fall: number) => fall < MIN_FALL || fall > MAX_FALL;
  const distance = ({ forward, backward }: Fall) =>
    Math.max(Math.abs(forward - 0.5), Math.abs(backward - 0.5));
  return {
    endless,
    flat,
    uneven: falls
      .filter(
        ({ forward, backward }) =>
          Math.min(forward, backward) > NO_FALL && (isUneven(forward) || isUneven(backward)),
      )
      .sort((a, b) => distance(b) - distance(a)),
  };
}

/**
 * A distance along a direction that is long enough to return from where a climb has run off to: twice the way to 0 in
 * each coordinate that moves.
 */
function farAlong(position: Float64Array, free: readonly number[], along: readonly number[]): number {
  const most = Math.max(...along.map((part) => Math.abs(part)));
  const reach = Math.max(
    1,
    ...free.map((k, index) => (Math.abs(along[index]!) > 1e-3 * most ? Math.abs(position[k]!) : 0)),
  );
  return (2 * reach) / most;
}
