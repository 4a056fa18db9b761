import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';
import {
  probabilitiesHighest,
  probabilityHigher,
  probabilityHigherTogether,
} from '../../statistics/probability-highest.ts';

const numbers = (...values: number[]) => Float64Array.from(values);
/** Evenly spaced quantiles of a normal distribution. */
const normal = (mean: number, sd: number, count = 2000) =>
  Float64Array.from({ length: count }, (_, i) => mean + sd * normalQuantile((i + 0.5) / count));

describe('the probability that one quantity is higher than another', () => {
  it('counts all pairs of draws that are independent, equals a half', () => {
    expect(probabilityHigher(numbers(1, 3), numbers(2, 3, 4))).toBeCloseTo(1.5 / 6, 15);
    expect(probabilityHigher(numbers(5), numbers(1, 2))).toBe(1);
    expect(probabilityHigher(numbers(0), numbers(1, 2))).toBe(0);
  });

  it('is that of two normal distributions: Φ of the difference by the root of the summed variances', () => {
    // Φ(1 / √2) = 0.7602499…
    expect(probabilityHigher(normal(1, 1), normal(0, 1))).toBeCloseTo(0.7602499, 3);
  });

  it('counts draws one by one where they are drawn together', () => {
    expect(probabilityHigherTogether(numbers(1, 5, 2, 7), numbers(0, 6, 2, 6))).toBe(2.5 / 4);
  });

  it('refuses what it cannot count', () => {
    expect(() => probabilityHigher(numbers(), numbers(1))).toThrow(RangeError);
    expect(() => probabilityHigher(numbers(Number.NaN), numbers(1))).toThrow(RangeError);
    expect(() => probabilityHigherTogether(numbers(1), numbers(1, 2))).toThrow(RangeError);
  });
});

describe('the probability of being highest', () => {
  it('is the share of draws, shared among equals', () => {
    const shares = probabilitiesHighest([numbers(3, 1, 2, 2), numbers(1, 3, 2, 0), numbers(0, 0, 2, 1)]);
    expect(shares[0]).toBeCloseTo((1 + 1 / 3 + 1) / 4, 15);
    expect(shares[1]).toBeCloseTo((1 + 1 / 3) / 4, 15);
    expect(shares[2]).toBeCloseTo(1 / 3 / 4, 15);
  });

  it('of one quantity is certain', () => {
    expect(probabilitiesHighest([numbers(4, 5)])).toEqual([1]);
  });

  it('refuses draws that do not belong together', () => {
    expect(() => probabilitiesHighest([])).toThrow(RangeError);
    expect(() => probabilitiesHighest([numbers(1), numbers(1, 2)])).toThrow(RangeError);
    expect(() => probabilitiesHighest([numbers(Number.NaN)])).toThrow(RangeError);
  });
});
