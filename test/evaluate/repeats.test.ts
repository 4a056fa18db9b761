import { describe, expect, it } from 'vitest';
import {
  comparePredictors,
  meanWithError,
  pairedDifferences,
  resampledMean,
} from '../../analysis/evaluate/scores/scored-predictors.ts';

describe('means over repeats', () => {
  it('have the standard error of independent values', () => {
    // Variance 5/3.
    expect(meanWithError([1, 2, 3, 4])).toEqual({ mean: 2.5, standardError: Math.sqrt(5 / 3 / 4), count: 4 });
    expect(meanWithError([7]).standardError).toBeNull();
    expect(meanWithError([1, -Infinity])).toEqual({ mean: -Infinity, standardError: null, count: 2 });
    expect(() => meanWithError([])).toThrow(RangeError);
  });

  it('have a larger one where splits share rows', () => {
    // Nadeau & Bengio's factor for 15 splits into 80 and 20 %: 1/15 + 1/4, 4.75 times that of independent ones.
    const scores = Array.from({ length: 15 }, (_, i) => 0.1 + 0.001 * ((i * 7) % 15));
    const independent = meanWithError(scores).standardError!;
    expect((resampledMean(scores, 0.25).standardError! / independent) ** 2).toBeCloseTo(4.75, 10);
    expect(() => resampledMean(scores, 0)).toThrow(RangeError);
  });

  it('are compared value by value', () => {
    const first = [0.3, 0.1, 0.7];
    const second = first.map((value) => value - 0.05);
    const { mean, standardError } = meanWithError(pairedDifferences(first, second));
    expect(mean).toBeCloseTo(0.05, 15);
    expect(standardError).toBeLessThan(1e-15);
    expect(() => pairedDifferences([1], [1, 2])).toThrow(RangeError);
    expect(() => pairedDifferences([1, -Infinity], [1, -Infinity])).toThrow(
      'The scores numbered 2 have no difference: they are -Infinity and -Infinity.',
    );
  });

  it('are as sure as they say', () => {
    // Over many simulated repeats, the mean lies within 2 errors of the truth in about 95 of 100: bounds at four binomial errors.
    let state = 12345;
    const uniform = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const within = Array.from({ length: 1000 }, () => {
      const { mean, standardError } = meanWithError(Array.from({ length: 60 }, uniform));
      return Math.abs(mean - 0.5) < 2 * standardError!;
    }).filter(Boolean).length;
    expect(within).toBeGreaterThan(950 - 28);
    expect(within).toBeLessThan(950 + 28);
  });
});

describe('the comparison of predictors', () => {
  const predictors = [
    { name: 'layout', scores: [0.1, 0.2, 0.15] },
    { name: 'aggregate', scores: [0.15, 0.26, 0.19] },
  ];

  it('marks the best, with the paired differences from it', () => {
    const [layout, aggregate] = comparePredictors(predictors, { better: 'lower', testOverTraining: null });
    expect(layout).toMatchObject({ name: 'layout', isBest: true, difference: { mean: 0, standardError: 0 } });
    expect(aggregate!.isBest).toBe(false);
    // Differences 0.05, 0.06, 0.04.
    expect(aggregate!.difference!.mean).toBeCloseTo(0.05, 12);
    expect(aggregate!.difference!.standardError).toBeCloseTo(0.01 / Math.sqrt(3), 12);
    expect(aggregate!.mean).toBeCloseTo(0.2, 12);
  });

  it('turns where a higher score is better, and is less sure of splits', () => {
    const rows = comparePredictors(predictors, { better: 'higher', testOverTraining: 0.25 });
    expect(rows.map(({ isBest }) => isBest)).toEqual([false, true]);
    expect(rows[0]!.difference!.standardError).toBeCloseTo(0.01 * Math.sqrt(1 / 3 + 1 / 4), 12);
  });

  it('marks all equals, and has no difference of two infinities', () => {
    const infinite = [
      { name: 'a', scores: [-Infinity, -1] },
      { name: 'b', scores: [-Infinity, -2] },
      { name: 'c', scores: [-1, -1] },
    ];
    const rows = comparePredictors(infinite.slice(0, 2), { better: 'higher', testOverTraining: null });
    expect(rows.map(({ isBest, difference }) => [isBest, difference])).toEqual([
      [true, null],
      [true, null],
    ]);
    const withFinite = comparePredictors(infinite, { better: 'higher', testOverTraining: null });
    expect(withFinite.map(({ isBest }) => isBest)).toEqual([false, false, true]);
    expect(withFinite[0]!.difference).toEqual({ mean: -Infinity, standardError: null, count: 2 });
  });

  it('refuses nothing, and scores that cannot be paired', () => {
    expect(() => comparePredictors([], { better: 'lower', testOverTraining: null })).toThrow(RangeError);
    const uneven = [...predictors, { name: 'short', scores: [1] }];
    expect(() => comparePredictors(uneven, { better: 'lower', testOverTraining: null })).toThrow(RangeError);
  });
});
