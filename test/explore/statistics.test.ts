/** Rank correlations and clusters, beside those of SciPy and scikit-learn. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageLinkage } from '../../statistics/average-linkage.ts';
import { correlation } from '../../statistics/moments.ts';
import { kendall, matthews, midRanks, spearman } from '../../statistics/rank-correlation.ts';

const reference = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`reference/${name}.json`, import.meta.url), 'utf8'));

const PAIRS =
  reference<
    readonly {
      readonly one: readonly number[];
      readonly other: readonly number[];
      readonly spearman: number;
      readonly kendall: number;
      readonly matthews: number | null;
    }[]
  >('correlations');

const floats = (values: readonly number[]) => Float64Array.from(values);

describe('rank correlations', () => {
  it.for(PAIRS.map((pair) => [pair.one.length, pair] as const))(
    'of %d rows are those of SciPy',
    ([, pair]) => {
      const [one, other] = [floats(pair.one), floats(pair.other)];
      expect(Math.abs(spearman(one, other)! - pair.spearman)).toBeLessThan(1e-12);
      expect(Math.abs(kendall(one, other)! - pair.kendall)).toBeLessThan(1e-12);
      if (pair.matthews !== null) expect(Math.abs(matthews(one, other)! - pair.matthews)).toBeLessThan(1e-12);
    },
  );

  it('have the values of the documentation of SciPy and scikit-learn', () => {
    expect(spearman(floats([1, 2, 3, 4, 5]), floats([5, 6, 7, 8, 7]))).toBeCloseTo(0.8207826816681233, 14);
    expect(kendall(floats([12, 2, 1, 12, 2]), floats([1, 4, 7, 1, 0]))).toBeCloseTo(-0.47140452079103173, 14);
    expect(matthews(floats([1, 1, 1, 0]), floats([1, 0, 1, 1]))).toBeCloseTo(-1 / 3, 14);
  });

  it('share ranks among equal values', () => {
    expect([...midRanks(floats([3, 1, 3, 0, 3]))]).toEqual([4, 2, 4, 1, 4]);
  });

  it('are one number for columns of 0 and 1', () => {
    const flags = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 1 })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(flags, (rows) => {
        const [one, other] = [floats(rows.map(([a]) => a)), floats(rows.map(([, b]) => b))];
        const found = matthews(one, other);
        for (const same of [spearman(one, other), kendall(one, other), correlation(one, other)]) {
          if (found === null) expect(same).toBeNull();
          else expect(same).toBeCloseTo(found, 12);
        }
      }),
    );
  });

  it('are none of a constant column, and refuse columns that they are not for', () => {
    expect(spearman(floats([1, 1]), floats([1, 2]))).toBeNull();
    expect(kendall(floats([1, 2]), floats([1, 1]))).toBeNull();
    expect(matthews(floats([1, 1]), floats([1, 0]))).toBeNull();
    expect(() => matthews(floats([1, 2]), floats([1, 0]))).toThrow(RangeError);
    expect(() => matthews(floats([1]), floats([0.5]))).toThrow(RangeError);
    expect(() => kendall(floats([1]), floats([1, 0]))).toThrow(RangeError);
  });
});

describe('average linkage', () => {
  const cases =
    reference<
      readonly {
        readonly distances: readonly (readonly number[])[];
        readonly merges: readonly (readonly [number, number, number, number])[];
      }[]
    >('linkage');

  it.for(cases.map((each) => [each.distances.length, each] as const))(
    'joins %d members as SciPy does, and keeps each cluster together',
    ([size, { distances, merges }]) => {
      const { merges: found, order } = averageLinkage(distances);
      expect([...order].sort((a, b) => a - b)).toEqual(distances.map((_, member) => member));
      const members: number[][] = distances.map((_, member) => [member]);
      for (const [place, [left, right, distance]] of merges.entries()) {
        expect(new Set([found[place]!.left, found[place]!.right])).toEqual(new Set([left, right]));
        expect(found[place]!.distance).toBeCloseTo(distance, 12);
        members.push([...members[left]!, ...members[right]!]);
        const places = members[size + place]!.map((member) => order.indexOf(member));
        expect(Math.max(...places) - Math.min(...places)).toBe(places.length - 1);
      }
    },
  );

  it('is of nothing where there is nothing', () => {
    expect(averageLinkage([])).toEqual({ merges: [], order: [] });
    expect(averageLinkage([[0]])).toEqual({ merges: [], order: [0] });
  });
});
