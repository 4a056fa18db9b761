import { describe, expect, it } from 'vitest';
import { meanWithError, pairedDifferences, resampledMean } from '../../evaluate/repeats/mean-with-error.ts';

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
