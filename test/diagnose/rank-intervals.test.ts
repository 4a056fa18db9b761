import { describe, expect, it } from 'vitest';
import { rankIntervals } from '../../statistics/rank-intervals.ts';

const draws = (...values: readonly number[]) => Float64Array.from(values);

describe('ranks', () => {
  it('are counted from the highest', () => {
    const ranks = rankIntervals([draws(1, 1, 1), draws(3, 3, 3), draws(2, 2, 2)]);
    expect(ranks.map(({ median }) => median)).toEqual([3, 1, 2]);
    expect(ranks[1]).toEqual({ median: 1, lower: 1, upper: 1, highest: 1 });
  });

  it('vary from draw to draw', () => {
    // The first is the highest in one draw of four, and the lowest in the others.
    const [first, second] = rankIntervals([draws(9, 0, 0, 0), draws(5, 5, 5, 5), draws(1, 1, 1, 1)]);
    expect(first).toEqual({ median: 3, lower: 1, upper: 3, highest: 0.25 });
    expect(second).toEqual({ median: 1, lower: 1, upper: 2, highest: 0.75 });
  });

  it('of equal values are the best of theirs', () => {
    const ranks = rankIntervals([draws(2, 2), draws(2, 2), draws(1, 1)]);
    expect(ranks.map(({ median }) => median)).toEqual([1, 1, 3]);
  });

  it('may be of unlike numbers of draws, and of none are refused', () => {
    const many = Float64Array.from({ length: 10_000 }, (_, i) => i);
    expect(rankIntervals([many, draws(5000, 5000)])[0]!.highest).toBeCloseTo(0.5, 2);
    expect(() => rankIntervals([])).toThrow(RangeError);
    expect(() => rankIntervals([draws(), draws(1)])).toThrow(RangeError);
    expect(() => rankIntervals([draws(Number.NaN), draws(1)])).toThrow('draws must be numbers');
  });
});
