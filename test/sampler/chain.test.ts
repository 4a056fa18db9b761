import { beforeAll, describe, expect, it } from 'vitest';
import { compileSampler, type Row, type Sampler } from './chain.ts';
import { brokenNormalTarget, groupsTarget, normalTarget, parabolaTarget } from './targets.ts';

let normal: Sampler;

beforeAll(async () => {
  normal = await compileSampler(normalTarget([0.5, 1, 2]));
});

describe('a chain', () => {
  it('writes the same bytes for the same seed', () => {
    const first = normal.run({ seed: 7, warmup: 200, draws: 100 });
    normal.run({ seed: 8, chain: 3, warmup: 50, draws: 20, maxTreeDepth: 4 });
    const again = normal.run({ seed: 7, warmup: 200, draws: 100 });
    expect(Buffer.compare(first.bytes, again.bytes)).toBe(0);
    expect(again.gradients).toBe(first.gradients);
  });

  it('writes the same bytes on a fresh instance', async () => {
    const fresh = await compileSampler(normalTarget([0.5, 1, 2]));
    const settings = { seed: 7, warmup: 100, draws: 50 };
    expect(Buffer.compare(fresh.run(settings).bytes, normal.run(settings).bytes)).toBe(0);
  });

  it('differs from the other chains of its seed and from the same chain of another seed', () => {
    const settings = { seed: 7, chain: 0, warmup: 100, draws: 50 };
    const first = normal.run(settings);
    for (const other of [{ chain: 1 }, { chain: 2 }, { seed: 8 }]) {
      const values = normal.run({ ...settings, ...other }).draws.map((row) => row.values[0]);
      expect(first.draws.some((row) => values.includes(row.values[0]))).toBe(false);
    }
  });

  it('writes the same bytes in calls of 1 or 7 transitions as in one call', () => {
    const settings = { seed: 3, warmup: 150, draws: 60 };
    const whole = normal.run(settings);
    for (const piece of [1, 7]) {
      expect(Buffer.compare(normal.run({ ...settings, piece }).bytes, whole.bytes)).toBe(0);
    }
  });

  it('takes no more memory when chains begin again on one instance', () => {
    normal.run({ warmup: 100, draws: 100 });
    const before = normal.memoryBytes();
    for (let chain = 0; chain < 2000; chain++) normal.start({ chain, warmup: 10, draws: 0 });
    expect(normal.memoryBytes()).toBe(before);
  });

  it('writes each row so that energy, density, depth and steps fit together', () => {
    const { warmup, draws } = normal.run({ seed: 5, warmup: 300, draws: 300, maxTreeDepth: 6 });
    for (const row of [...warmup, ...draws]) {
      const [a, b, c] = row.values as [number, number, number];
      expect(row.logDensity).toBeCloseTo(-0.5 * ((a / 0.5) ** 2 + b * b + (c / 2) ** 2), 10);
      expect(row.energy).toBeGreaterThanOrEqual(-row.logDensity);
      expect(row.acceptStatistic).toBeGreaterThanOrEqual(0);
      expect(row.acceptStatistic).toBeLessThanOrEqual(1);
      expect(row.treeDepth).toBeLessThanOrEqual(6);
      expect(row.leapfrogs).toBeGreaterThanOrEqual(2 ** row.treeDepth - 1);
      expect(row.leapfrogs).toBeLessThan(2 ** (row.treeDepth + 1));
    }
    expect(new Set(draws.map((row) => row.stepSize)).size).toBe(1);
  });

  it('counts every gradient: those of its steps, its start and its first guesses of a step size', () => {
    const { warmup, draws, gradients } = normal.run({ seed: 5, warmup: 100, draws: 200 });
    const steps = [...warmup, ...draws].reduce((sum, row) => sum + row.leapfrogs, 0);
    expect(gradients).toBeGreaterThan(steps);
    expect(gradients).toBeLessThan(steps + 200);
    const unadapted = normal.run({ seed: 5, warmup: 0, draws: 50 });
    const none = normal.run({ seed: 5, warmup: 0, draws: 0 });
    const walked = unadapted.draws.reduce((sum, row) => sum + row.leapfrogs, 0);
    expect(unadapted.gradients - none.gradients).toBe(walked);
  });

  it('never makes a trajectory deeper than it is allowed to', () => {
    const { draws } = normal.run({ warmup: 100, draws: 100, targetAccept: 0.999, maxTreeDepth: 2 });
    expect(Math.max(...draws.map((row) => row.treeDepth))).toBe(2);
    expect(Math.max(...draws.map((row) => row.leapfrogs))).toBe(3);
  });
});

describe('a warm-up', () => {
  it('keeps its first trajectories short and its later ones as long as they may be', async () => {
    const sampler = await compileSampler(parabolaTarget(0.003));
    const { warmup } = sampler.run({ warmup: 200, draws: 0 });
    const deepest = (rows: readonly Row[]): number => Math.max(...rows.map((row) => row.treeDepth));
    expect(deepest(warmup.slice(0, 60))).toBe(7);
    expect(deepest(warmup.slice(60))).toBeGreaterThan(7);
  });
});

describe('a chain that begins far outside', () => {
  it('falls to the posterior within some thirty transitions', async () => {
    const sampler = await compileSampler(groupsTarget());
    const chains = Array.from(
      { length: 40 },
      (_, chain) => sampler.run({ chain, warmup: 100, draws: 0 }).warmup,
    );
    // The posterior lies about 208. Without the rule that lets a chain fall, a quarter of the chains is above 50 by then.
    expect(chains.filter((rows) => rows[0]!.logDensity < -300)).toHaveLength(40);
    expect(chains.filter((rows) => rows[30]!.logDensity > 50).length).toBeGreaterThan(25);
    expect(chains.filter((rows) => rows[99]!.logDensity > 190).length).toBeGreaterThan(38);
  });
});

describe('a chain that is warmed up again', () => {
  it('begins at the position that it is given, with nothing learned', async () => {
    const sampler = await compileSampler(normalTarget([1, 3]));
    sampler.run({ warmup: 100, draws: 10 });
    expect(sampler.restart([0.25, -2], 50)).toEqual({ status: 0, position: [0.25, -2] });
  });

  it('is refused where the density is not finite', async () => {
    const sampler = await compileSampler(brokenNormalTarget());
    sampler.start({ warmup: 100, draws: 10 });
    expect(sampler.restart([3, 0], 50).status).toBe(1);
    expect(sampler.restart([0, 3], 50).status).toBe(1);
  });
});

describe('a density without a finite point', () => {
  it('reports that there is no starting point, whichever way each point is not finite', async () => {
    const sampler = await compileSampler({
      dimension: 1,
      logDensity: `
  slope(0, x(0) > 1 ? NaN : 0);
  return x(0) > 1 ? 0 : x(0) > 0 ? -Infinity : x(0) > -1 ? Infinity : NaN;`,
    });
    expect(sampler.start({ warmup: 10, draws: 0 })).toBe(1);
  });
});

describe('a density that is zero in a region', () => {
  it('never yields a draw where it is -Infinity, NaN or +Infinity, or its gradient is no number', async () => {
    const sampler = await compileSampler(brokenNormalTarget());
    const { warmup, draws } = sampler.run({ warmup: 500, draws: 3000 });
    for (const row of [...warmup, ...draws]) {
      expect(Math.max(...row.values.map(Math.abs))).toBeLessThan(1);
      expect([row.logDensity, row.energy, row.stepSize, row.acceptStatistic].every(Number.isFinite)).toBe(
        true,
      );
    }
    expect(draws.some((row) => row.divergent)).toBe(true);
    for (const i of [0, 1]) expect(new Set(draws.map((row) => row.values[i])).size).toBeGreaterThan(1000);
  });
});
