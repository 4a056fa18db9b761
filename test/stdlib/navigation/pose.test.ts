import { describe, expect, it } from 'vitest';
import {
  type Pose,
  seenFrom,
  startOf,
  touches,
  turned,
  walked,
} from '../../../stdlib-layouts/navigation/arena/pose.ts';
import { goalAt } from './goal-at.ts';

const centre: Pose = { x: 20, z: 20, towardsX: 0, towardsZ: 1 };

function repeated(pose: Pose, act: (pose: Pose) => Pose, times: number): Pose {
  return Array.from({ length: times }).reduce<Pose>(act, pose);
}

describe('an agent on the floor', () => {
  it('starts in the middle of a wall and looks where the task says', () => {
    expect(startOf(goalAt(20, 10, 1, 0))).toEqual({ x: 20, z: 0.5, towardsX: 0, towardsZ: 1 });
    const right = startOf(goalAt(20, 10, 1, 90));
    expect(right.towardsX).toBeCloseTo(1, 12);
    expect(right.towardsZ).toBeCloseTo(0, 12);
  });

  it.each(['left', 'right'] as const)('has turned once around after sixty turns to the %s', (side) => {
    const around = repeated(centre, (pose) => turned(pose, side), 60);
    expect(around.towardsX).toBeCloseTo(0, 12);
    expect(around.towardsZ).toBeCloseTo(1, 12);
    const quarter = repeated(centre, (pose) => turned(pose, side), 15);
    expect(quarter.towardsX).toBeCloseTo(side === 'right' ? 1 : -1, 12);
  });

  it('sees on its right what it has turned left from, at the same distance', () => {
    const goal = goalAt(20, 30, 0.6);
    expect(seenFrom(centre, goal)).toEqual({ right: 0, up: expect.closeTo(0.05), ahead: 10, radius: 0.3 });
    const { right, ahead } = seenFrom(turned(centre, 'left'), goal);
    expect(right).toBeCloseTo(10 * Math.sin(Math.PI / 30), 12);
    expect(ahead).toBeCloseTo(10 * Math.cos(Math.PI / 30), 12);
  });

  it('walks 0.15 m a stride where it looks, and no further than the wall', () => {
    expect(repeated(centre, walked, 20).z).toBeCloseTo(23, 12);
    const oblique = repeated({ ...centre, towardsX: 0.6, towardsZ: -0.8 }, walked, 10);
    expect([oblique.x, oblique.z]).toEqual([expect.closeTo(20.9, 12), expect.closeTo(18.8, 12)]);
    expect(repeated(centre, walked, 1000)).toMatchObject({ x: 20, z: 39.5 });
  });

  it('touches the goal where its body of half a metre meets the ball', () => {
    expect(touches(centre, goalAt(20, 21.5, 2))).toBe(true);
    expect(touches(centre, goalAt(20, 21.5, 1.99))).toBe(false);
    expect(touches(centre, goalAt(20.6, 20.79, 1))).toBe(true);
    expect(touches(centre, goalAt(20.6, 20.81, 1))).toBe(false);
  });
});
