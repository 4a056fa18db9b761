import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { describe, expect, it } from 'vitest';
import {
  look,
  middleColumns,
  reachesGoal,
  TIME_LIMIT,
} from '../../../stdlib-layouts/navigation/arena/episode.ts';
import { seenFrom, startOf } from '../../../stdlib-layouts/navigation/arena/pose.ts';
import { randomStream } from '../../../stdlib-layouts/navigation/arena/random-stream.ts';
import { goalAt } from './goal-at.ts';

const agent = (pixels: number, noise: number) => ({ name: 'any', pixels, noise });

/** Random numbers that are counted. */
function counted(): { readonly random: RandomGenerator; readonly count: () => number } {
  const stream = randomStream(7);
  let count = 0;
  const next = () => {
    count++;
    return stream.next();
  };
  return {
    random: { clone: () => stream.clone(), next, getState: () => stream.getState() },
    count: () => count,
  };
}

describe('where an agent sees green', () => {
  it('is ahead, left, right or nowhere', () => {
    const from = (x: number, heading = 0) => {
      const goal = goalAt(x, 10.5, 1, heading);
      return look(40, seenFrom(startOf(goal), goal));
    };
    expect(from(20)).toBe('ahead');
    expect(from(17)).toBe('left');
    expect(from(23)).toBe('right');
    expect(from(20, 180)).toBe('nowhere');
    expect(from(20, 340)).toBe('right');
  });

  it.each([4, 5, 7, 8, 12, 20, 28, 33, 40])(
    'has a middle in an eye of %s pixels that no turn skips',
    (pixels) => {
      const middle = middleColumns(pixels);
      expect((pixels - middle) % 2).toBe(0);
      const degrees = (columns: number) =>
        (2 * Math.atan((columns / pixels) * Math.tan(Math.PI / 6)) * 180) / Math.PI;
      expect(degrees(middle)).toBeGreaterThanOrEqual(6);
      expect(degrees(middle - 2)).toBeLessThan(6);
    },
  );
});

describe('an episode', () => {
  it('ends at the goal, whatever the eye and wherever the agent looks at first', () => {
    for (const pixels of [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]) {
      for (let heading = 0; heading < 360; heading += 7) {
        const goal = goalAt(17, 3, 2, heading);
        expect(reachesGoal(agent(pixels, 0), goal, randomStream(1)), `${pixels}, ${heading}`).toBe(true);
      }
    }
  });

  it('ends without it when the goal is too far or too small for the eye', () => {
    const reaches = (pixels: number, z: number, size: number) =>
      reachesGoal(agent(pixels, 0), goalAt(20.2, z, size), randomStream(1));
    expect([reaches(40, 20, 1.6), reaches(8, 20, 1.6), reaches(40, 20, 0.2)]).toEqual([true, false, false]);
    expect([reaches(8, 6, 1.6), reaches(40, 3, 0.2)]).toEqual([true, true]);
  });

  it('is over after 250 actions', () => {
    const reach = 0.5 + 250 * 0.15 + 0.5 + 1;
    const reaches = (z: number) => reachesGoal(agent(400, 0), goalAt(20, z, 2), randomStream(1));
    expect(TIME_LIMIT).toBe(250);
    expect([reaches(reach - 0.01), reaches(reach + 0.01)]).toEqual([true, false]);
  });

  it('leaves out each action with the probability of the noise', () => {
    // Straight ahead and 125 strides away: in time when no more than 125 of 250 actions are left out.
    const goal = goalAt(20, 0.5 + 125 * 0.15 - 0.01 + 1.5, 2);
    const share = (noise: number) => {
      const random = randomStream(3);
      return (
        Array.from({ length: 2000 }, () => reachesGoal(agent(100, noise), goal, random)).filter(Boolean)
          .length / 2000
      );
    };
    // Binomial(250, noise): at most 125 with probabilities 0.9505, 0.5252 and 0.0638.
    expect(share(0.45)).toBeCloseTo(0.9505, 1.5);
    expect(share(0.5)).toBeCloseTo(0.5252, 1.5);
    expect(share(0.55)).toBeCloseTo(0.0638, 1.5);
    expect(share(0)).toBe(1);
  });

  it('has no noise until green is seen', () => {
    const draws = (heading: number) => {
      const { random, count } = counted();
      expect(reachesGoal(agent(40, 1), goalAt(20, 10, 1, heading), random)).toBe(false);
      return count() / 2;
    };
    expect(draws(0)).toBe(TIME_LIMIT);
    // Turning left from 180 degrees, the goal comes into the image after some 150 of them.
    expect(TIME_LIMIT - draws(180)).toBeGreaterThanOrEqual(25);
    expect(TIME_LIMIT - draws(180)).toBeLessThanOrEqual(27);
  });
});
