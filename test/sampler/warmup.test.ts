import { beforeAll, describe, expect, it } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';

interface ScheduleExports {
  scheduleWarmup(warmup: number, cooling: number): void;
  inWindow(iteration: number): number;
  endsWindow(iteration: number): number;
  nextWindow(): void;
  observeTransition(leapfrogs: number, failed: number, logDensity: number): void;
  isSteady(): number;
  endWindows(iteration: number, warmup: number): number;
  isLastWindow(): number;
}

let schedule: ScheduleExports;

beforeAll(async () => {
  const instance = await compileRuntime(
    `export { scheduleWarmup, inWindow, endsWindow, nextWindow, observeTransition, isSteady, endWindows, isLastWindow } from './runtime/sampler/warmup';`,
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

/** What one transition of a window was like. */
interface Seen {
  readonly leapfrogs: number;
  readonly failed?: boolean;
  readonly logDensity: number;
}

/** The length of a warm-up whose chain ends it after the first steady window, and how many transitions the last window had. */
function endOf(warmup: number, seen: (iteration: number) => Seen, cooling = 0) {
  schedule.scheduleWarmup(warmup, cooling);
  let length = warmup;
  let window = 0;
  for (let iteration = 0; iteration < length; iteration++) {
    if (!schedule.inWindow(iteration)) continue;
    const { leapfrogs, failed = false, logDensity } = seen(iteration);
    schedule.observeTransition(leapfrogs, failed ? 1 : 0, logDensity);
    window += 1;
    if (!schedule.endsWindow(iteration)) continue;
    if (!schedule.isLastWindow() && schedule.isSteady()) length = schedule.endWindows(iteration, length);
    if (schedule.isLastWindow()) return { length, window };
    schedule.nextWindow();
    window = 0;
  }
  return { length, window };
}

/** A log density that goes up and down, without a drift. */
const wave = (iteration: number) => Math.sin(iteration);

describe('a warm-up that ends early', () => {
  it.each([
    [1000, 0, 376, 160],
    [2000, 0, 752, 320],
    [500, 0, 500, 265],
    [300, 0, 300, 175],
    [1000, 150, 552, 160],
  ])(
    'of %i transitions, %i of which cool, has %i where all windows are alike',
    (warmup, cooling, length, window) => {
      const alike = (iteration: number) => ({ leapfrogs: 7, logDensity: wave(iteration) });
      expect(endOf(warmup, alike, cooling)).toEqual({ length, window });
    },
  );

  it.each<[string, (iteration: number) => Seen]>([
    ['transitions become cheaper', (i) => ({ leapfrogs: i < 160 ? 15 : 7, logDensity: wave(i) })],
    ['transitions become dearer', (i) => ({ leapfrogs: i < 160 ? 7 : 15, logDensity: wave(i) })],
    ['a trajectory failed', (i) => ({ leapfrogs: 7, failed: i === 200, logDensity: wave(i) })],
    ['the chain drifts', (i) => ({ leapfrogs: 7, logDensity: wave(i) + i / 40 })],
  ])('has its full length where %s in the window that could be its last', (_, seen) => {
    expect(endOf(1000, seen)).toEqual({ length: 1000, window: 530 });
  });
});
