import { describe, expect, it } from 'vitest';
import { rankHistogram } from '../../statistics/rank-histogram.ts';

describe('the ranks of chains', () => {
  it('are counted in equal bins', () => {
    // Ranks 1 to 8: the first chain has 1, 2, 3, 8, the second 4, 5, 6, 7.
    const { counts, expected } = rankHistogram(
      [Float64Array.of(10, 11, 12, 99), Float64Array.of(20, 21, 22, 23)],
      2,
    );
    expect(counts).toEqual([
      [3, 1],
      [1, 3],
    ]);
    expect(expected).toBe(2);
  });

  it('are shared by equal draws', () => {
    const { counts } = rankHistogram([Float64Array.of(1, 1, 1, 1), Float64Array.of(1, 1, 1, 1)], 4);
    // The average rank of all is 4.5, the middle.
    expect(counts).toEqual([
      [0, 0, 4, 0],
      [0, 0, 4, 0],
    ]);
  });

  it('lie in the interval of the binomial distribution', () => {
    const chain = Float64Array.from({ length: 1000 }, (_, place) => place);
    // qbinom(c(0.025, 0.975), 1000, 1 / 20) in R.
    expect(rankHistogram([chain], 20).interval).toEqual([37, 64]);
  });

  it('take no more bins than a chain has draws', () => {
    expect(() => rankHistogram([Float64Array.of(1, 2)], 3)).toThrow(RangeError);
    expect(() => rankHistogram([], 1)).toThrow(RangeError);
  });
});
