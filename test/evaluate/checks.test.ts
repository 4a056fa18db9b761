import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelsOfDemand } from '../../evaluate/checks/levels-of-demand.ts';
import { isSurprising, predictiveCheck } from '../../evaluate/checks/predictive-check.ts';
import { checkSuccessByLevel } from '../../evaluate/checks/success-by-level.ts';
import { openStream } from '../../simulate/random/stream.ts';

describe('levels of a demand', () => {
  it('are its values where these are few', () => {
    expect(levelsOfDemand([1, 0, 1, Number.NaN, -1])).toEqual([
      { lower: -1, upper: -1, rows: [4] },
      { lower: 0, upper: 0, rows: [1] },
      { lower: 1, upper: 1, rows: [0, 2] },
    ]);
    expect(levelsOfDemand([Number.NaN])).toEqual([]);
  });

  it('are bins of about equally many rows where they are many', () => {
    const levels = levelsOfDemand(Array.from({ length: 100 }, (_, row) => (row * 37) % 100));
    expect(levels.map(({ lower, upper, rows }) => [lower, upper, rows.length])).toEqual(
      Array.from({ length: 10 }, (_, bin) => [10 * bin, 10 * bin + 9, 10]),
    );
  });

  it('hold every row with the demand once, in the order of the demand', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ min: 0, max: 9 }))),
        fc.integer({ min: 1, max: 12 }),
        (values, most) => {
          const levels = levelsOfDemand(values, most);
          expect(levels.length).toBeLessThanOrEqual(most);
          const rows = levels.flatMap((level) => [...level.rows]).sort((a, b) => a - b);
          expect(rows).toEqual(values.flatMap((value, row) => (Number.isNaN(value) ? [] : [row])));
          for (let i = 1; i < levels.length; i++) {
            expect(levels[i]!.lower).toBeGreaterThan(levels[i - 1]!.upper);
          }
        },
      ),
    );
  });

  it('are at least one', () => {
    expect(() => levelsOfDemand([1], 0)).toThrow(RangeError);
  });
});

describe('a predictive check', () => {
  it('counts replications above what was observed, equals by half', () => {
    const check = predictiveCheck(3, [1, 2, 3, 3, 4]);
    expect(check).toMatchObject({ observed: 3, mean: 2.6, replications: 5, pValue: (1 + 2 / 2) / 5 });
    expect(check.lower).toBeCloseTo(1.1, 12);
    expect(check.upper).toBeCloseTo(3.9, 12);
    expect(isSurprising(check)).toBe(false);
    expect(isSurprising(predictiveCheck(9, [1, 2, 3]))).toBe(true);
    expect(isSurprising(predictiveCheck(0, [1, 2, 3]))).toBe(true);
  });

  it('turns with the sign of the statistic', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5, max: 5 }),
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1 }),
        (observed, replicated) => {
          const turned = predictiveCheck(
            -observed,
            replicated.map((value) => -value),
          );
          expect(turned.pValue).toBeCloseTo(1 - predictiveCheck(observed, replicated).pValue, 12);
        },
      ),
    );
  });

  it('has uniform p values where data are of the same kind as the replications', () => {
    const failing = Array.from({ length: 2000 }, (_, index) => {
      const random = openStream(11n, 'latent', index);
      return isSurprising(
        predictiveCheck(
          random.normal(),
          Array.from({ length: 199 }, () => random.normal()),
        ),
      );
    }).filter(Boolean).length;
    // 5 % of 2000, with an sd of 9.7.
    expect(Math.abs(failing - 100)).toBeLessThan(40);
  });

  it('refuses what cannot be compared', () => {
    expect(() => predictiveCheck(1, [])).toThrow(RangeError);
    expect(() => predictiveCheck(Number.NaN, [1])).toThrow(RangeError);
    expect(() => predictiveCheck(1, [Infinity])).toThrow(RangeError);
  });
});

describe('success by level', () => {
  it('is worked out by hand for four rows', () => {
    const found = checkSuccessByLevel(
      new Map([['ramp', [0, 0, 1, 1]]]),
      [1, 0, 1, Number.NaN],
      Float64Array.of(1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1),
    );
    expect(found).toMatchObject([
      {
        demand: 'ramp',
        lowerDemand: 0,
        upperDemand: 0,
        rows: 2,
        observed: 0.5,
        mean: 0.5,
        pValue: 0.5,
        fails: false,
      },
      // No replication succeeds in the one row with a ramp that has an outcome.
      {
        demand: 'ramp',
        lowerDemand: 1,
        upperDemand: 1,
        rows: 1,
        observed: 1,
        mean: 0,
        pValue: 0,
        fails: true,
      },
    ]);
  });

  it('finds the demand that a model does not know of', () => {
    // Success depends on the height alone; the model makes it depend on nothing.
    const rows = 400;
    const random = openStream(12n, 'latent', 0);
    const height = Float64Array.from({ length: rows }, () => random.uniform());
    const side = Float64Array.from({ length: rows }, () => Math.floor(3 * random.uniform()) - 1);
    const outcomes = height.map((value) => (random.uniform() < 0.2 + 0.6 * value ? 1 : 0));
    const replicated = Float64Array.from({ length: 300 * rows }, () => (random.uniform() < 0.5 ? 1 : 0));
    const demands = new Map([
      ['height', height],
      ['side', side],
    ]);
    const found = checkSuccessByLevel(demands, outcomes, replicated, 0.002);
    const failing = found.filter(({ fails }) => fails);
    expect(found).toHaveLength(13);
    expect(failing.length).toBeGreaterThanOrEqual(3);
    expect(new Set(failing.map(({ demand }) => demand))).toEqual(new Set(['height']));
    // Too few at the bottom, too many at the top.
    expect(failing[0]!.observed).toBeLessThan(failing[0]!.lower);
    expect(failing.at(-1)!.observed).toBeGreaterThan(failing.at(-1)!.upper);
  });

  it('refuses lengths that do not fit together', () => {
    expect(() => checkSuccessByLevel(new Map(), [1, 0], new Float64Array(3))).toThrow(RangeError);
    expect(() => checkSuccessByLevel(new Map([['x', [1]]]), [1, 0], new Float64Array(4))).toThrow(
      '`x` has 1 rows where outcomes have 2',
    );
  });
});
