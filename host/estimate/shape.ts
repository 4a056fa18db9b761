/** How an objective falls beside its optimum: whether as a quadratic one does, not at all, or on one side alone. */
import { type Direction, withoutAxes } from './curvature.ts';
import type { Settled } from './settle.ts';
import type { Surface } from './surface.ts';

/** What one standard deviation to either side costs, in units of log density; a half each where the objective is quadratic. */
export interface Fall {
  /** By how much each of the free coordinates moves. */
  readonly along: readonly number[];
  readonly forward: number;
  readonly backward: number;
}

/** Falls beyond these show that a standard error from the curvature is not that of the estimate. */
const LEAST_FALL = 0.2;
const MAX_FALL = 1.25;
/** So small a fall at a whole standard deviation means that there is no top: the objective goes on rising, ever more slowly. */
const NO_FALL = 0.02;
/** What an objective that does not depend on a direction changes by, at most. */
const UNCHANGED = 1e-6;

/** A direction in which the objective does not bend at its optimum, and falls towards neither end. */
export interface Flat {
  readonly along: Direction;
  /** Whether it is the same all along, wherever the other coordinates are; else it is the same where the climb ended, and another further off. */
  readonly isEverywhere: boolean;
}

/** How many times as far it is looked whether what does not fall falls further on. */
const FURTHER = [4, 16, 64];

/** Where else the objective is looked at before it is said to be the same everywhere: by how much, at most, the other coordinates are moved. */
const ELSEWHERE = [0.7, -1.3, 2.1];

export interface DensityShape {
  /** The directions in which there is no optimum, pointing to where the objective rises for ever. */
  readonly endless: readonly (readonly number[])[];
  readonly flat: readonly Flat[];
  /** Axes along which it falls otherwise than by a half, the farthest from it first. */
  readonly uneven: readonly Fall[];
}

/**
 * What is settled, without the curvature of ledges: where an objective that is all but the same from one step to another bends so
 * little, the normal of that curvature is wider than the ledge, or ends at one side of it.
 */
export function withoutLedges(surface: Surface, settled: Settled): Settled {
  const fallAt = fallsFrom(surface, settled);
  const isLedge = (axis: Direction) =>
    [1, -1].some((way) => fallAt(axis, way) <= NO_FALL) &&
    ![1, -1].some((way) => fallAt(axis, way) <= NO_FALL && goesOn(fallAt, axis, way));
  return { ...settled, spread: withoutAxes(settled.spread, isLedge) };
}

type FallAt = (along: Direction, far: number) => number;

/** By how much the objective falls from the optimum when the free coordinates move so far along a direction; Infinity where it has no value. */
function fallsFrom(surface: Surface, { position, objective, spread }: Settled): FallAt {
  return (along, far) => {
    const moved = position.slice();
    for (const [index, k] of spread.free.entries()) moved[k]! += far * along[index]!;
    const { value } = surface.at(moved);
    return Number.isFinite(value) ? objective - value : Number.POSITIVE_INFINITY;
  };
}

/** Whether the objective never falls further that way, as far as it has a value: a plateau ends somewhere, and is no way to infinity. */
function goesOn(fallAt: FallAt, along: Direction, far: number): boolean {
  for (const times of FURTHER) {
    const fall = fallAt(along, times * far);
    if (fall === Number.POSITIVE_INFINITY) return true;
    if (fall > NO_FALL) return false;
  }
  return true;
}

/** Looks one standard deviation along each axis, and far along each direction without curvature. */
export function shapeOf(surface: Surface, settled: Settled): DensityShape {
  const { position, objective, spread } = settled;
  const fallAt = fallsFrom(surface, settled);
  const runs = wayOut();
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
  /** Whether the objective is the same along a direction from other places too, at a short way and a long one. */
  function isSameElsewhere(along: Direction): boolean {
    const far = farAlong(position, spread.free, along);
    const places = [
      position,
      // Each coordinate by another share, so that no two of them move together.
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
   * The way that a climb has run along what does not bend any more, where the objective falls on the way back alone. It names all that
   * runs together, or else the first that runs while the others stay, as a steepness does beside the place of a step. It is looked at
   * first: so far out, axes without curvature are any.
   */
  function wayOut(): Direction | null {
    const way = spread.free.map((k, index) =>
      spread.flat.some((along) => along[index] !== 0) ? position[k]! : 0,
    );
    const isMoved = way.some((part) => part !== 0);
    if (isMoved && fallAt(way, 1) <= NO_FALL && fallAt(way, -0.9) > NO_FALL && goesOn(fallAt, way, 1))
      return way;
    // Along a ridge every step of one latent alone costs something; where one runs, a step on costs nothing. A shorter one, as it may be far out.
    const alone = way.map((_, index) => way.map((part, other) => (other === index ? part : 0)));
    const runsOn = (each: Direction) =>
      fallAt(each, 0.5) <= UNCHANGED && fallAt(each, -0.9) > NO_FALL && goesOn(fallAt, each, 0.5);
    return alone.find(runsOn) ?? null;
  }

  const isUneven = (fall: number) => fall < LEAST_FALL || fall > MAX_FALL;
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

/** Far enough along a direction to come back from where a climb has run to: twice the way to 0 in each coordinate that moves. */
function farAlong(position: Float64Array, free: readonly number[], along: readonly number[]): number {
  const most = Math.max(...along.map((part) => Math.abs(part)));
  const reach = Math.max(
    1,
    ...free.map((k, index) => (Math.abs(along[index]!) > 1e-3 * most ? Math.abs(position[k]!) : 0)),
  );
  return (2 * reach) / most;
}
