import { beforeAll, describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';

interface ScheduleExports {
  scheduleWarmup(warmup: number, cooling: number): void;
  inWindow(iteration: number): number;
  endsWindow(iteration: number): number;
  nextWindow(): void;
}

let schedule: ScheduleExports;

beforeAll(async () => {
  const instance = await compileRuntime(
    `export { scheduleWarmup, inWindow, endsWindow, nextWindow } from './runtime/sampler/warmup';`,
  );
  schedule = instance.exports as unknown as ScheduleExports;
});

/** The first transition learned from, and the last of each window, as a chain that follows the schedule finds them. */
function windowsOf(
  warmup: number,
  cooling = 0,
): { first: number | undefined; count: number; ends: number[] } {
  schedule.scheduleWarmup(warmup, cooling);
  const ends: number[] = [];
  const learned: number[] = [];
  for (let iteration = 0; iteration < warmup; iteration++) {
    if (schedule.inWindow(iteration)) learned.push(iteration);
    if (schedule.endsWindow(iteration)) {
      ends.push(iteration);
      schedule.nextWindow();
    }
  }
  return { first: learned[0], count: learned.length, ends };
}

describe('the warm-up schedule', () => {
  it.each([
    [2000, 20, [39, 79, 159, 319, 639, 1699]],
    [1000, 20, [39, 79, 159, 319, 849]],
    [500, 20, [39, 79, 159, 424]],
    [300, 20, [39, 79, 254]],
    [100, 20, [39, 84]],
    [60, 20, [50]],
    [40, 6, [33]],
    [20, 3, [16]],
  ])('of %i transitions learns from transition %i on and ends its windows at %j', (warmup, first, ends) => {
    expect(windowsOf(warmup)).toEqual({ first, count: ends.at(-1)! + 1 - first, ends });
  });

  it.each([
    [1000, 150, [189, 229, 309, 469, 849]],
    [500, 100, [139, 179, 259, 424]],
    [100, 20, [84]],
    [60, 12, [50]],
  ])('of %i transitions, %i of which cool, ends its windows at %j', (warmup, cooling, ends) => {
    const { first, ends: found } = windowsOf(warmup, cooling);
    expect(found).toEqual(ends);
    expect(first).toBeGreaterThan(cooling);
  });

  it.each([0, 1, 10, 19])('of %i transitions, too short for a metric, has no window', (warmup) => {
    expect(windowsOf(warmup)).toEqual({ first: undefined, count: 0, ends: [] });
  });

  it('ends its last window with its last draw learned from, and doubles or stretches each, whatever its length', () => {
    for (let warmup = 20; warmup <= 1500; warmup++) {
      const { first, count, ends } = windowsOf(warmup);
      expect(ends.at(-1)).toBe(first! + count - 1);
      const lengths = ends.map((end, i) => end - (i === 0 ? first! - 1 : ends[i - 1]!));
      for (let i = 1; i < lengths.length; i++)
        expect(lengths[i]!).toBeGreaterThanOrEqual(2 * lengths[i - 1]!);
    }
  });
});
