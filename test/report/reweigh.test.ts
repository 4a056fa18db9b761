import { describe, expect, it } from 'vitest';
import {
  type MovedPrior,
  type Reweighed,
  reweigh,
  weightedDraws,
} from '../../reporting/report/live/reweigh.ts';
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';
import { mean, variance } from '../../statistics/moments.ts';

const COUNT = 400;

/** The quantiles of a normal posterior, in an order without meaning. */
const posterior = (centre: number, sd: number, count = COUNT) =>
  Float64Array.from(
    { length: count },
    (_, place) => centre + sd * normalQuantile((((place * 149) % count) + 0.5) / count),
  );

const normal = (centre: number, sd: number) =>
  ({ family: 'normal', parameters: { mean: centre, sd } }) as const;

function normalMoved(to: readonly [number, number], draws = posterior(1, 0.5)): MovedPrior {
  return { fitted: normal(0, 1), moved: normal(...to), isProbability: false, draws: [draws] };
}

describe('a fit under another prior', () => {
  it('is the posterior that the other prior has', () => {
    // With the prior N(0, 1) and the posterior N(1, 0.5²) the likelihood has precision 3 and its maximum at 4/3.
    for (const [centre, sd] of [
      [0.5, 1],
      [-0.4, 1],
      [0, 0.8],
      [0.3, 0.9],
    ] as const) {
      const draws = posterior(1, 0.5);
      const weighed = reweigh([normalMoved([centre, sd], draws)]) as Reweighed;
      const precision = 3 + 1 / sd ** 2;
      const values = weightedDraws(draws, weighed.weights);
      expect(mean(values)).toBeCloseTo((4 + centre / sd ** 2) / precision, 1.7);
      expect(Math.sqrt(variance(values))).toBeCloseTo(precision ** -0.5, 1.7);
      expect(weighed.paretoK).toBeLessThan(weighed.limit);
    }
  });

  it('takes each draw once where the prior is the fitted one', () => {
    const draws = posterior(1, 0.5);
    const weighed = reweigh([normalMoved([0, 1], draws)]) as Reweighed;
    expect([...weightedDraws(draws, weighed.weights)]).toEqual([...draws].sort((a, b) => a - b));
    expect(weighed.paretoK).toBe(-Infinity);
  });

  it('is cut off where a range becomes narrower, with equal weights', () => {
    const draws = Float64Array.from({ length: COUNT }, (_, place) => (place + 0.5) / COUNT);
    const uniform = (lo: number, hi: number) => ({ family: 'uniform', parameters: { lo, hi } }) as const;
    const prior = { fitted: uniform(0, 1), isProbability: true, draws: [draws] };
    const narrow = reweigh([{ ...prior, moved: uniform(0.25, 0.75) }]) as Reweighed;
    const values = weightedDraws(draws, narrow.weights);
    expect(Math.min(...values)).toBeGreaterThan(0.25);
    expect(Math.max(...values)).toBeLessThan(0.75);
    expect(mean(values)).toBeCloseTo(0.5, 2);
    expect(reweigh([{ ...prior, moved: uniform(0, 1.5) }])).toBe('wider');
    expect(reweigh([{ ...prior, moved: uniform(0.5, 0.5) }])).toBe('improper');
    expect(reweigh([{ ...prior, moved: uniform(0, Number.NaN) }])).toBe('improper');
    expect(reweigh([{ ...prior, moved: uniform(0, 0.05) }])).toBe('far');
  });

  it('is refused where few draws would carry it', () => {
    expect(reweigh([normalMoved([-8, 1])])).toBe('far');
    expect(reweigh([normalMoved([0, 0.05])])).toBe('far');
    expect(reweigh([normalMoved([0, -1])])).toBe('improper');
  });

  it('multiplies what several priors, and several levels of one, say', () => {
    const [one, other] = [posterior(1, 0.5), posterior(1, 0.5).reverse()];
    const both = reweigh([
      normalMoved([0.2, 1], one),
      { ...normalMoved([0, 1]), moved: normal(0.1, 1), draws: [other] },
    ]) as Reweighed;
    // Each by itself: precision 4, and a quarter of the prior's shift.
    expect(mean(weightedDraws(one, both.weights))).toBeCloseTo(1.05, 1.5);
    expect(mean(weightedDraws(other, both.weights))).toBeCloseTo(1.025, 1.5);
    const levels = reweigh([{ ...normalMoved([0.2, 1]), draws: [one, other] }]) as Reweighed;
    expect(mean(weightedDraws(other, levels.weights))).toBeCloseTo(1.05, 1.5);
  });
});
