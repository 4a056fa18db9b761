import { describe, expect, it } from 'vitest';
import { compileSampler } from './chain.ts';
import { autocorrelation, standardErrorsFrom } from './moments.ts';
import { normalTarget } from './targets.ts';

const DEVIATIONS = [0.01, 0.03, 0.1, 0.3, 1, 1, 3, 10, 30, 100];

describe('draws from ten independent normals of very different scales', () => {
  it('have their means and variances within Monte Carlo error, and next to no autocorrelation', async () => {
    const sampler = await compileSampler(normalTarget(DEVIATIONS));
    const { draws } = sampler.run({ seed: 11, warmup: 1000, draws: 20_000 });
    expect(draws.every((row) => !row.divergent)).toBe(true);
    DEVIATIONS.forEach((deviation, i) => {
      const series = draws.map((row) => row.values[i]! / deviation);
      expect(standardErrorsFrom(series, 0)).toBeLessThan(4.5);
      expect(
        standardErrorsFrom(
          series.map((value) => value ** 2),
          1,
        ),
      ).toBeLessThan(4.5);
      expect(Math.abs(autocorrelation(series, 1))).toBeLessThan(0.4);
      for (const lag of [5, 10, 20]) expect(Math.abs(autocorrelation(series, lag))).toBeLessThan(0.05);
    });
  });
});
