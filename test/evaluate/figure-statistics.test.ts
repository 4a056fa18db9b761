import { describe, expect, it } from 'vitest';
import { consistencyInterval, successDistribution } from '../../analysis/evaluate/scores/predictions.ts';
import {
  predictedByLevel,
  ratesOnPlane,
  spreadLevels,
  successGrid,
} from '../../analysis/evaluate/scores/success-by-level.ts';
import { wilsonInterval } from '../../statistics/proportion-interval.ts';

describe("Wilson's interval", () => {
  // Newcombe (1998), Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is that of Newcombe', (successes, tries, lower, upper) => {
    const interval = wilsonInterval(successes, tries);
    expect(interval[0]).toBeCloseTo(lower, 4);
    expect(interval[1]).toBeCloseTo(upper, 4);
  });

  it('ends at 0 and at 1 exactly, and is the same from the other side', () => {
    expect(wilsonInterval(0, 7)[0]).toBe(0);
    expect(wilsonInterval(7, 7)[1]).toBe(1);
    const [lower, upper] = wilsonInterval(3, 11, 0.8);
    const [other, same] = wilsonInterval(8, 11, 0.8);
    expect([1 - same, 1 - other]).toEqual([expect.closeTo(lower, 12), expect.closeTo(upper, 12)]);
  });

  it.each([
    [1, 0],
    [-1, 5],
    [6, 5],
    [0.5, 5],
  ])('there is none of %d in %d', (successes, tries) => {
    expect(() => wilsonInterval(successes, tries)).toThrow(RangeError);
  });
});

/** n over k by Pascal's triangle. */
function choose(n: number, k: number): number {
  return k === 0 || k === n ? 1 : choose(n - 1, k - 1) + choose(n - 1, k);
}

describe('the successes that predictions make', () => {
  it('are binomial where all predictions are equal', () => {
    const { first, masses } = successDistribution(new Array(12).fill(0.3));
    expect(first).toBe(0);
    for (const [k, mass] of masses.entries())
      expect(mass).toBeCloseTo(choose(12, k) * 0.3 ** k * 0.7 ** (12 - k), 14);
  });

  it('are those of all ways to succeed where they differ', () => {
    const p = [0.1, 0.5, 0.9, 0.25];
    const expected = new Array(5).fill(0);
    for (let way = 0; way < 16; way++) {
      const is = p.map((_, place) => (way >> place) & 1);
      expected[is.reduce((sum, one) => sum + one, 0)] += p.reduce(
        (product, each, place) => product * (is[place] === 1 ? each : 1 - each),
        1,
      );
    }
    const { masses } = successDistribution(p);
    for (const [k, mass] of masses.entries()) expect(mass).toBeCloseTo(expected[k], 15);
  });

  it('lie in the interval of their quantiles', () => {
    // Binomial quantiles of R: qbinom(c(0.025, 0.975), 100, 0.3) is 21 39.
    expect(consistencyInterval(new Array(100).fill(0.3))).toEqual([0.21, 0.39]);
    expect(consistencyInterval([0, 0, 1, 1])).toEqual([0.5, 0.5]);
  });

  it('keep their mass where there are many rows', () => {
    const many = Float64Array.from({ length: 20_000 }, (_, row) => 0.3 + 0.4 * ((row % 10) / 10));
    const { masses } = successDistribution(many);
    expect(masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 12);
    expect(masses.length).toBeLessThan(2000);
  });

  it('are none of what is no probability', () => {
    expect(() => successDistribution([0.5, 1.5])).toThrow('1.5 is no probability');
    expect(() => consistencyInterval([])).toThrow('no rows');
  });
});

describe('the levels of a demand for the eye', () => {
  const told = (values: readonly number[], most: number) =>
    spreadLevels(values, most).map(({ lower, upper, rows }) => [lower, upper, rows.length]);

  it('are its values where there are few', () => {
    expect(told([3, 1, Number.NaN, 1], 2)).toEqual([
      [1, 1, 2],
      [3, 3, 1],
    ]);
  });

  it('leave a value that most rows have by itself, and divide the rest', () => {
    const values = [...new Array(60).fill(0), ...Array.from({ length: 40 }, (_, place) => place + 1)];
    expect(told(values, 5)).toEqual([[0, 0, 60], ...[1, 11, 21, 31].map((first) => [first, first + 9, 10])]);
  });

  it('are divided where a frequent value lies among the others', () => {
    const values = [1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 7, 8, 9];
    expect(told(values, 2)).toEqual([
      [1, 4, 4],
      [5, 5, 8],
      [6, 9, 4],
    ]);
  });

  it('hold each row once', () => {
    const values = Array.from({ length: 200 }, (_, row) => Math.round(10 * Math.sin(row) ** 3));
    const rows = spreadLevels(values, 6).flatMap((level) => level.rows);
    expect([...rows].sort((a, b) => a - b)).toEqual(values.map((_, row) => row));
  });

  it('are none of no rows, and there is at least one', () => {
    expect(spreadLevels([], 3)).toEqual([]);
    expect(() => spreadLevels([1], 0)).toThrow(RangeError);
  });
});

describe('a grid of two demands', () => {
  it('counts the rows that have an outcome, and their successes and predictions', () => {
    const { first, second, cells } = successGrid(
      [1, 1, 2, 2, 2],
      [0, 0, 0, 1, 1],
      [1, 0, 1, Number.NaN, 1],
      [0.5, 0.7, 0.9, 0.1, 0.2],
      5,
    );
    expect(first.map(({ lower, upper }) => [lower, upper])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(second).toHaveLength(2);
    expect(cells).toEqual([
      { first: 0, second: 0, rows: 2, successRate: 0.5, meanPrediction: 0.6 },
      { first: 1, second: 0, rows: 1, successRate: 1, meanPrediction: 0.9 },
      { first: 0, second: 1, rows: 0, successRate: null, meanPrediction: null },
      { first: 1, second: 1, rows: 1, successRate: 1, meanPrediction: 0.2 },
    ]);
  });

  it('wants as many of each', () => {
    expect(() => successGrid([1], [1, 2], [1], [1], 3)).toThrow(RangeError);
  });
});

describe('success by the levels of a demand', () => {
  it('averages the probabilities of each draw over the rows of a level', () => {
    const values = Float64Array.of(0.2, 0.4, 0.6, 0.8, 0.1, 0.3, 0.9, 0.9);
    const levels = predictedByLevel([1, 1, 3, 3], [1, 0, 1, Number.NaN], values, 0.5);
    expect(levels).toHaveLength(2);
    expect(levels[0]).toMatchObject({ lower: 1, upper: 1, meanDemand: 1, rows: 2, successes: 1 });
    // The draws' means over the first two rows are 0.4 and 0.6.
    expect(levels[0]!.expected).toBeCloseTo(0.5, 15);
    expect(levels[0]!.expectedInterval[0]).toBeCloseTo(0.45, 15);
    expect(levels[0]!.expectedInterval[1]).toBeCloseTo(0.55, 15);
    expect(levels[1]).toMatchObject({ meanDemand: 3, rows: 1, successes: 1, expected: 0.2 });
  });

  it('wants as many draws of each row', () => {
    expect(() => predictedByLevel([1, 2], [1, 0], new Float64Array(3))).toThrow(RangeError);
  });
});

describe('rates on a plane', () => {
  const plane = { from: 0, to: 4, across: 2 };

  it('are those of the rows in each square, at the mean of their demands', () => {
    const found = ratesOnPlane(
      [0, 1, 2, 4, 1.5, 9, 1],
      [0, 1, 1, 4, 3, 1, 1],
      [1, 0, 1, 0, 1, 1, Number.NaN],
      plane,
    );
    expect(found).toEqual({
      rates: [
        { first: 0.5, second: 0.5, rows: 2, successRate: 0.5 },
        { first: 2, second: 1, rows: 1, successRate: 1 },
        { first: 1.5, second: 3, rows: 1, successRate: 1 },
        { first: 4, second: 4, rows: 1, successRate: 0 },
      ],
      beside: 1,
    });
  });

  it('are not there without a plane, or of columns of different lengths', () => {
    expect(() => ratesOnPlane([1], [1], [1], { from: 4, to: 4, across: 2 })).toThrow(RangeError);
    expect(() => ratesOnPlane([1], [1], [1], { from: 0, to: 4, across: 0 })).toThrow(RangeError);
    expect(() => ratesOnPlane([1, 2], [1], [1], plane)).toThrow(RangeError);
  });
});
