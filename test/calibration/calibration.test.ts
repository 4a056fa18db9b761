/** That calibration passes what is right and finds what is wrong. */
import { describe, expect, it } from 'vitest';
import { compileSource } from '../../compiler/compile.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { chiSquareBound } from '../simulate/goodness-of-fit.ts';
import { type Calibration, calibrate, rankOf } from './calibrate.ts';
import { testUniformity } from './uniformity.ts';

/** Four measurements of a mean whose prior is normal(0, 1), ranked among draws of the posterior for another prior. */
function conjugate(mean: number, sd: number): Calibration {
  const ranks = Array.from({ length: 256 }, (_, index) => {
    const random = openStream(1n, 'latent', index);
    const truth = random.normal();
    const sum = [1, 2, 3, 4].reduce((total) => total + truth + random.normal(), 0);
    const precision = 4 + 1 / (sd * sd);
    const center = (sum + mean / (sd * sd)) / precision;
    const draws = Array.from({ length: 63 }, () => center + random.normal() / Math.sqrt(precision));
    return rankOf(truth, draws);
  });
  return { draws: 63, ranks: new Map([['mean', ranks]]) };
}

describe('the test of uniformity', () => {
  it('passes the ranks in exact posteriors', () => {
    expect(testUniformity(conjugate(0, 1)).failing).toEqual([]);
  });

  it.each([
    ['lies too high', 1, 1],
    ['is too narrow', 0, 0.4],
  ])('finds the ranks in posteriors of a prior that %s', (_, mean, sd) => {
    expect(testUniformity(conjugate(mean, sd)).failing).toEqual(['mean']);
  });

  it('has the bounds of the chi-squared distribution', () => {
    // Tables of the chi-squared distribution: 30.578 for 15 degrees of freedom and 0.01, 37.697 for 0.001.
    expect(Math.abs(chiSquareBound(15, 0.01) / 30.578 - 1)).toBeLessThan(0.005);
    expect(Math.abs(chiSquareBound(15, 0.001) / 37.697 - 1)).toBeLessThan(0.005);
  });
});

describe('calibration of a compiled layout', () => {
  const text = (prior: string) => `layout Measured
demand effort in [-1, 1]
param center ~ ${prior}
param slope ~ normal(0, 1)
observe y ~ normal(center + slope * effort, 1)
`;
  const plan = async (fitted: string) => {
    const { layout } = await compileSource({ name: 'right.ml', text: text('normal(0, 1)') });
    const compiled = await compileSource({ name: 'fitted.ml', text: text(fitted) });
    return {
      layout,
      compiled,
      demands: { kind: 'grid', rows: 4 },
      simulations: 200,
      draws: 31,
      warmup: 150,
    } as const;
  };

  it('passes the layout that the outcomes were drawn from', async () => {
    expect(testUniformity(await calibrate(await plan('normal(0, 1)'))).failing).toEqual([]);
  });

  it('finds a prior that is wrong, and where', async () => {
    const { failing } = testUniformity(await calibrate(await plan('normal(1.5, 1)')));
    expect(failing).toContain('center');
    expect(failing).not.toContain('slope');
  });
});
