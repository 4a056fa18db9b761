import { describe, expect, it } from 'vitest';
import { correlation } from '../../statistics/moments.ts';

const of = (...values: number[]) => Float64Array.from(values);

describe('a correlation', () => {
  it('is Pearson’s', () => {
    // cor(c(1, 2, 3, 4), c(2, 1, 4, 3)) in R.
    expect(correlation(of(1, 2, 3, 4), of(2, 1, 4, 3))).toBeCloseTo(0.6, 14);
  });

  it('is 1 of a line that rises and -1 of one that falls, wherever and however steep', () => {
    const x = of(1e9, 1e9 + 1, 1e9 + 2);
    expect(
      correlation(
        x,
        x.map((each) => 3 * each),
      ),
    ).toBeCloseTo(1, 12);
    expect(
      correlation(
        x,
        x.map((each) => 5 - each),
      ),
    ).toBeCloseTo(-1, 12);
  });

  it('is none where one of them never changes', () => {
    expect(correlation(of(1, 1, 1), of(1, 2, 3))).toBeNull();
  });

  it('is of as many draws of each', () => {
    expect(() => correlation(of(1), of(1, 2))).toThrow(RangeError);
  });
});
