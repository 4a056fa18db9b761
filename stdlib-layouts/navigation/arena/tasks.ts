/** The tasks of appendix B.1: a goal of ten sizes at a hundred places, and a start from which the agent looks anywhere. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { randomStream } from './random-stream.ts';

export interface ArenaTask {
  readonly name: string;
  /** Where the goal touches the floor, m: x to the right and z away from the wall behind the agent. */
  readonly x: number;
  readonly z: number;
  /** Diameter of the goal, m. */
  readonly size: number;
  /** From the agent's start to the goal along the floor, m. */
  readonly distance: number;
  /** Where the agent looks at the start, whole degrees clockwise from the z axis. */
  readonly heading: number;
  readonly split: 'train' | 'test';
}

/** Where the agent starts, m: in the middle of a wall. */
export const START = { x: 20, z: 0.5 } as const;

/** Coordinates of goals, m, along either side of the arena of 40 m. */
const PLACES = Array.from({ length: 10 }, (_, i) => 2 + 4 * i);
/** Diameters of goals, m. */
const SIZES = Array.from({ length: 10 }, (_, i) => (2 * (i + 1)) / 10);
/** A fifth is held out. */
const HELD_OUT = 200;

/** The 1000 tasks, the same at every call. */
export function makeTasks(): readonly ArenaTask[] {
  const random = randomStream(0);
  const goals = PLACES.flatMap((x) => PLACES.flatMap((z) => SIZES.map((size) => ({ x, z, size }))));
  const headings = goals.map(() => uniformInt(random, 0, 359));
  const lots = goals.map(() => uniformFloat64(random));
  const limit = lots.toSorted((a, b) => a - b)[HELD_OUT]!;
  return goals.map(({ x, z, size }, index) => ({
    name: `nav-${String(index).padStart(4, '0')}`,
    x,
    z,
    size,
    distance: Math.sqrt((x - START.x) ** 2 + (z - START.z) ** 2),
    heading: headings[index]!,
    split: lots[index]! < limit ? 'test' : 'train',
  }));
}
