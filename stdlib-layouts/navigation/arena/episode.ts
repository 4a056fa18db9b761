/** One agent at one task: it turns until green is ahead, walks to it, and succeeds if it is there in time. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Agent } from './agents.ts';
import { type Ball, FIELD_OF_VIEW, isGreen } from './eye.ts';
import { type Pose, seenFrom, startOf, TURN, touches, turned, walked } from './pose.ts';
import type { ArenaTask } from './tasks.ts';

/** Where the agent sees green. */
export type Sight = 'ahead' | 'left' | 'right' | 'nowhere';

/** How many actions an agent has, taken or not. */
export const TIME_LIMIT = 250;

/** The share of the image's width that one turn crosses in its middle. */
const TURN_SHARE = slope(TURN / 2) / slope(FIELD_OF_VIEW / 2);

/**
 * Whether the agent reaches the goal in time. While it sees no green it turns left; once it does, each action is left
 * out with the probability of its noise.
 */
export function reachesGoal({ pixels, noise }: Agent, task: ArenaTask, random: RandomGenerator): boolean {
  let pose = startOf(task);
  let sight = look(pixels, seenFrom(pose, task));
  for (let time = 0; time < TIME_LIMIT; time++) {
    if (sight !== 'nowhere' && uniformFloat64(random) < noise) continue;
    pose = act(pose, sight);
    if (touches(pose, task)) return true;
    sight = look(pixels, seenFrom(pose, task));
  }
  return false;
}

/** Where an eye of `pixels` × `pixels` sees the goal, the middle before the sides. */
export function look(pixels: number, goal: Ball): Sight {
  const first = (pixels - middleColumns(pixels)) / 2;
  const end = pixels - first;
  if (isGreen(pixels, first, end, goal)) return 'ahead';
  if (isGreen(pixels, 0, first, goal)) return 'left';
  if (isGreen(pixels, end, pixels, goal)) return 'right';
  return 'nowhere';
}

/**
 * How many columns are the middle of the image: as few as one turn cannot skip, lest an agent turn to and fro
 * for ever with the goal now on its left and now on its right. Odd for an odd eye, as both sides are equal.
 */
export function middleColumns(pixels: number): number {
  const odd = pixels % 2;
  return odd + 2 * Math.max(0, Math.ceil((pixels * TURN_SHARE - odd) / 2));
}

function act(pose: Pose, sight: Sight): Pose {
  switch (sight) {
    case 'ahead':
      return walked(pose);
    case 'right':
      return turned(pose, 'right');
    case 'left':
    case 'nowhere':
      return turned(pose, 'left');
  }
}

function slope(degrees: number): number {
  return Math.tan(degrees * (Math.PI / 180));
}
