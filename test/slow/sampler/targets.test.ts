import { describe, expect, it } from 'vitest';
import { bulkEffectiveSize } from '../../../statistics/effective-size.ts';
import { quantile } from '../../../statistics/quantile.ts';
import { rHat } from '../../../statistics/r-hat.ts';
import { type ChainRows, compileSampler, type Sampler } from '../../sampler/chain.ts';
import { autocorrelation, mean, standardErrorsFrom, variance } from '../../sampler/moments.ts';
import { autoregressiveTarget, funnelTarget, normalTarget } from '../../sampler/targets.ts';

/** Stan 2.21 with its default metric, 4 chains of 1000 + 1000 unless it says otherwise, as docs/explanation/sampler.md has it. */
const STAN = {
  /** Ten independent normals, 100 000 draws of one chain at target 0.8: means over the dimensions, at lags 1, 2, 3. */
  autocorrelations: { accepted: 0.87, values: [-0.297, 0.092, -0.03], squares: [0.395, 0.157] },
  /** The 100-dimensional normal at target 0.8, five seeds: the median of the worst dimension's bulk ESS a gradient. */
  normalDrawsPerGradient: 0.00323,
  /** The centred funnel's 5 % quantile of v: mean over 27 seeds, and the standard error of that mean. */
  funnelDepths: [
    { targetAccept: 0.8, depth: -2.26, error: 0.12 },
    { targetAccept: 0.95, depth: -3.21, error: 0.12 },
  ],
} as const;

/** The four chains that a fit of this seed has, 1000 warm-up transitions and 1000 draws each. */
function fourChains(sampler: Sampler, seed: number, targetAccept: number): ChainRows[] {
  return [1, 2, 3, 4].map((chain) => sampler.run({ seed, chain, targetAccept, warmup: 1000, draws: 1000 }));
}

function drawsOf(chains: readonly ChainRows[], dimension: number): Float64Array[] {
  return chains.map(({ draws }) => Float64Array.from(draws, ({ values }) => values[dimension]!));
}

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

describe('100 000 draws from ten independent normals at the step size that Stan had', () => {
  it('have the autocorrelations of those of Stan, and so have their squares', async () => {
    const sampler = await compileSampler(normalTarget(new Array<number>(10).fill(1)));
    const { accepted, values, squares } = STAN.autocorrelations;
    const { draws } = sampler.run({ seed: 4, targetAccept: accepted, warmup: 1000, draws: 100_000 });
    const series = Array.from({ length: 10 }, (_, i) => draws.map((row) => row.values[i]!));
    const meanAt = (lag: number, of: (value: number) => number) =>
      mean(series.map((each) => autocorrelation(each.map(of), lag)));
    // Both settle on a step size that accepts within 0.01 of this, which moves the first of them by 0.02.
    values.forEach((truth, i) => {
      expect(Math.abs(meanAt(i + 1, (value) => value) - truth)).toBeLessThan(0.03);
    });
    squares.forEach((truth, i) => {
      expect(Math.abs(meanAt(i + 1, (value) => value ** 2) - truth)).toBeLessThan(0.03);
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

  it('has thirty times the effective draws a gradient that it has in Stan, whose metric is diagonal', async () => {
    const sampler = await compileSampler(autoregressiveTarget(100, 0.95));
    const perGradient = [1, 2, 3].map((seed) => {
      const chains = fourChains(sampler, seed, 0.8);
      const draws = chains.flatMap((chain) => chain.draws);
      expect(draws.some((row) => row.divergent)).toBe(false);
      const sizes = Array.from({ length: 100 }, (_, i) => bulkEffectiveSize(drawsOf(chains, i)) ?? 0);
      return Math.min(...sizes) / draws.reduce((sum, row) => sum + row.leapfrogs, 0);
    });
    expect(mean(perGradient)).toBeGreaterThan(30 * STAN.normalDrawsPerGradient);
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

  it('is entered as deep as by Stan when it is centred, and every fit of it tells by its R-hat', async () => {
    const sampler = await compileSampler(funnelTarget(true));
    const seeds = Array.from({ length: 27 }, (_, i) => i + 1);
    for (const { targetAccept, depth, error } of STAN.funnelDepths) {
      const depths = seeds.map((seed) => {
        const widths = drawsOf(fourChains(sampler, seed, targetAccept), 0);
        expect(rHat(widths)).toBeGreaterThan(1.01);
        return quantile(Float64Array.from(widths.flatMap((chain) => [...chain])).sort(), 0.05);
      });
      const ownError = Math.sqrt(variance(depths) / depths.length);
      expect(mean(depths)).toBeLessThan(depth + 3 * Math.hypot(error, ownError));
    }
  });
});
