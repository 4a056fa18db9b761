/** Where an agent stands on the floor of the arena and where it looks, and how turning and walking change that. */
import type { Ball } from './eye.ts';
import { type ArenaTask, START } from './tasks.ts';

/** Place, m, and the unit vector of where it looks. */
export interface Pose {
  readonly x: number;
  readonly z: number;
  readonly towardsX: number;
  readonly towardsZ: number;
}

/** What an action turns by, degrees. */
export const TURN = 6;
/** What an action walks, m. */
export const STRIDE = 0.15;
/** Radius of the agent's upright body, m. */
const BODY = 0.5;
/** Height of its eye above the floor, m. */
const EYE = 0.25;
/** Side of the arena, m. */
const ARENA = 40;

const RADIANS = Math.PI / 180;
const TURN_COSINE = Math.cos(TURN * RADIANS);
const TURN_SINE = Math.sin(TURN * RADIANS);

export function startOf({ heading }: ArenaTask): Pose {
  return { ...START, towardsX: Math.sin(heading * RADIANS), towardsZ: Math.cos(heading * RADIANS) };
}

/** Turned once, clockwise as seen from above to the right. */
export function turned({ x, z, towardsX, towardsZ }: Pose, side: 'left' | 'right'): Pose {
  const sine = side === 'right' ? TURN_SINE : -TURN_SINE;
  return {
    x,
    z,
    towardsX: towardsX * TURN_COSINE + towardsZ * sine,
    towardsZ: towardsZ * TURN_COSINE - towardsX * sine,
  };
}

/** One stride on, or up to the wall. */
export function walked({ x, z, towardsX, towardsZ }: Pose): Pose {
  const inside = (place: number) => Math.min(Math.max(place, BODY), ARENA - BODY);
  return { x: inside(x + STRIDE * towardsX), z: inside(z + STRIDE * towardsZ), towardsX, towardsZ };
}

/** The goal, a ball that lies on the floor, in the frame of the agent's eye. */
export function seenFrom({ x, z, towardsX, towardsZ }: Pose, goal: ArenaTask): Ball {
  const radius = goal.size / 2;
  const [dx, dz] = [goal.x - x, goal.z - z];
  return {
    right: dx * towardsZ - dz * towardsX,
    up: radius - EYE,
    ahead: dx * towardsX + dz * towardsZ,
    radius,
  };
}

/** Whether the agent's body touches the goal. */
export function touches({ x, z }: Pose, goal: ArenaTask): boolean {
  return (goal.x - x) ** 2 + (goal.z - z) ** 2 <= (BODY + goal.size / 2) ** 2;
}
