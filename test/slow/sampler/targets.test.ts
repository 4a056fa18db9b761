import { describe, expect, it } from 'vitest';
import { compileSampler } from '../../sampler/chain.ts';
import { autocorrelation, mean, standardErrorsFrom, variance } from '../../sampler/moments.ts';
import { autoregressiveTarget, funnelTarget, normalTarget } from '../../sampler/targets.ts';

describe('100 000 draws from ten independent normals', () => {
  it('have their means and variances within Monte Carlo error, and no autocorrelation that lasts', async () => {
    const deviations = [0.01, 0.03, 0.1, 0.3, 1, 1, 3, 10, 30, 100];
    const sampler = await compileSampler(normalTarget(deviations));
    const { draws } = sampler.run({ seed: 4, warmup: 1000, draws: 100_000 });
    deviations.forEach((deviation, i) => {
      const series = draws.map((row) => row.values[i]! / deviation);
      expect(standardErrorsFrom(series, 0)).toBeLessThan(4.5);
      expect(
        standardErrorsFrom(
          series.map((value) => value ** 2),
          1,
        ),
      ).toBeLessThan(4.5);
      expect(Math.abs(variance(series) - 1)).toBeLessThan(0.03);
      expect(Math.abs(autocorrelation(series, 1))).toBeLessThan(0.3);
      for (const lag of [4, 8, 16, 32]) expect(Math.abs(autocorrelation(series, lag))).toBeLessThan(0.02);
    });
  });
});

describe('a strongly correlated normal of 100 dimensions', () => {
  it('has its moments within Monte Carlo error', async () => {
    const sampler = await compileSampler(autoregressiveTarget(100, 0.95));
    const { draws } = sampler.run({ seed: 2, warmup: 1000, draws: 5000 });
    expect(draws.some((row) => row.divergent)).toBe(false);
    for (let i = 0; i < 100; i++) {
      const series = draws.map((row) => row.values[i]!);
      expect(standardErrorsFrom(series, 0)).toBeLessThan(5);
      expect(
        standardErrorsFrom(
          series.map((value) => value ** 2),
          1,
        ),
      ).toBeLessThan(5);
    }
    for (const i of [0, 49, 98]) {
      const products = draws.map((row) => row.values[i]! * row.values[i + 1]!);
      expect(standardErrorsFrom(products, 0.95)).toBeLessThan(5);
    }
  });
});

describe("Neal's funnel", () => {
  it('is sampled without a divergence when it is not centred', async () => {
    const sampler = await compileSampler(funnelTarget(false));
    const { draws } = sampler.run({ seed: 1, warmup: 1000, draws: 20_000 });
    const widths = draws.map((row) => row.values[0]!);
    expect(draws.some((row) => row.divergent)).toBe(false);
    expect(standardErrorsFrom(widths, 0)).toBeLessThan(4.5);
    expect(
      standardErrorsFrom(
        widths.map((value) => value ** 2),
        9,
      ),
    ).toBeLessThan(4.5);
  });

  it('gives itself away when it is centred: divergences, and a mouth that is sampled but a neck that is not', async () => {
    const sampler = await compileSampler(funnelTarget(true));
    const chains = [1, 2, 3, 4].map(
      (chain) => sampler.run({ seed: 1, chain, warmup: 1000, draws: 2000 }).draws,
    );
    const draws = chains.flat();
    expect(draws.filter((row) => row.divergent).length).toBeGreaterThan(5);
    const widths = draws.map((row) => row.values[0]!);
    expect(mean(widths)).toBeGreaterThan(-1);
    expect(Math.max(...widths)).toBeGreaterThan(3);
    expect(Math.min(...widths)).toBeGreaterThan(-9);
  });
});
