import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ComparedModel,
  compareModels,
  pseudoBmaWeights,
  stack,
} from '../../analysis/evaluate/compare/compare-models.ts';
import { loo } from '../../analysis/evaluate/compare/criteria.ts';
import { logMeanExp, logSumExp } from '../../statistics/log-sum-exp.ts';
import { PYTHON, R, SCHOOL_MODELS, schoolsLikelihood } from './reference/reference.ts';

const schools: ComparedModel[] = SCHOOL_MODELS.map((name) => ({
  name,
  elpd: loo(schoolsLikelihood(name), PYTHON.arviz[name].relativeEfficiency).pointwise.elpd,
}));

const mixed: ComparedModel[] = [0, 1, 2].map((model) => ({
  name: `model ${model}`,
  elpd: R.mixed.map((row) => row[model]!),
}));

/** The log score of a mixture, row by row. */
function mixtureScore(models: readonly ComparedModel[], weights: ArrayLike<number>): number {
  return Array.from(models[0]!.elpd).reduce(
    (sum, _, row) => sum + logSumExp(models.map(({ elpd }, k) => elpd[row]! + Math.log(weights[k]!))),
    0,
  );
}

/** Models of the same rows, some far better than others. */
const models: fc.Arbitrary<ComparedModel[]> = fc
  .record({ models: fc.integer({ min: 1, max: 5 }), rows: fc.integer({ min: 1, max: 20 }) })
  .chain(({ models: count, rows }) =>
    fc.array(fc.array(fc.double({ min: -30, max: 2, noNaN: true }), { minLength: rows, maxLength: rows }), {
      minLength: count,
      maxLength: count,
    }),
  )
  .map((all) => all.map((elpd, k) => ({ name: String(k), elpd })));

describe('the comparison of models', () => {
  it('is that of the R package loo for the eight schools', () => {
    const ranked = compareModels(schools, null);
    expect(ranked.map(({ name }) => name)).toEqual(R.comparison.names);
    for (const [place, { difference, differenceError }] of ranked.entries()) {
      expect(difference).toBeCloseTo(R.comparison.difference[place]!, 10);
      expect(differenceError).toBeCloseTo(R.comparison.error[place]!, 10);
    }
  });

  it('counts rows that stand in the data several times', () => {
    const repeated = schools.map(({ name, elpd }) => ({
      name,
      elpd: R.counts.flatMap((count, row) => new Array<number>(count).fill(elpd[row]!)),
    }));
    const [counted, asRows] = [compareModels(schools, R.counts), compareModels(repeated, null)];
    expect(counted.map(({ name }) => name)).toEqual(asRows.map(({ name }) => name));
    for (const [place, { difference, differenceError }] of asRows.entries()) {
      expect(counted[place]!.difference).toBeCloseTo(difference, 10);
      expect(counted[place]!.differenceError).toBeCloseTo(differenceError!, 10);
    }
    const [weights, ofRows] = [stack(schools, R.counts).weights, stack(repeated, null).weights];
    for (const [k, weight] of ofRows.entries()) expect(weights[k]).toBeCloseTo(weight, 5);
  });

  it('refuses models of different rows', () => {
    expect(() => compareModels([], null)).toThrow(RangeError);
    expect(() =>
      compareModels(
        [
          { name: 'a', elpd: [1] },
          { name: 'b', elpd: [1, 2] },
        ],
        null,
      ),
    ).toThrow('`b` has 2 rows where others have 1');
    expect(() => compareModels([{ name: 'a', elpd: [-Infinity] }], null)).toThrow(RangeError);
    expect(() => compareModels([{ name: 'a', elpd: [1] }], [0])).toThrow(RangeError);
  });
});

describe('stacking', () => {
  it('has the weights of the R package loo, or better ones', () => {
    const found = stack(mixed, null);
    for (const [k, weight] of R.stacking.entries()) expect(found.weights[k]).toBeCloseTo(weight, 4);
    expect(found.elpd).toBeGreaterThanOrEqual(mixtureScore(mixed, R.stacking) - found.gap);
    const ofSchools = stack(schools, null);
    expect(ofSchools.elpd).toBeGreaterThanOrEqual(mixtureScore(schools, R.schoolsStacking) - 1e-8);
  });

  it('has weights by hand: of two models in n rows, the better in k of them', () => {
    // Σ ln w is highest for the shares where each model holds the other rows impossible in all but name.
    const elpd = [0, 0, 0, -60];
    const found = stack(
      [
        { name: 'often', elpd },
        { name: 'seldom', elpd: elpd.map((value) => -60 - value) },
      ],
      null,
    );
    expect(found.weights[0]).toBeCloseTo(0.75, 6);
    expect(found.elpd).toBeCloseTo(3 * Math.log(0.75) + Math.log(0.25), 8);
  });

  it('gives all weight to a model that is better everywhere, and shares it among equals', () => {
    const better = stack(
      [
        { name: 'better', elpd: [-1, -2, -1] },
        { name: 'worse', elpd: [-2, -2.5, -3] },
      ],
      null,
    );
    expect(better.weights[0]).toBeCloseTo(1, 6);
    const twins = stack(
      [
        { name: 'a', elpd: [-1, -2] },
        { name: 'b', elpd: [-1, -2] },
      ],
      null,
    );
    expect(Array.from(twins.weights)).toEqual([0.5, 0.5]);
  });

  it('proves that no other weights are better', () => {
    fc.assert(
      fc.property(
        models,
        fc.infiniteStream(fc.double({ min: 1e-3, max: 1, noNaN: true })),
        (given, numbers) => {
          const found = stack(given, null);
          const rows = given[0]!.elpd.length;
          expect(found.gap).toBeLessThanOrEqual(1e-9 * rows);
          expect(found.weights.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
          expect(found.weights.every((weight) => weight >= 0)).toBe(true);
          const other = given.map(() => numbers.next().value as number);
          const total = other.reduce((a, b) => a + b);
          const score = mixtureScore(
            given,
            other.map((weight) => weight / total),
          );
          expect(score).toBeLessThanOrEqual(found.elpd + found.gap + 1e-9 * (1 + Math.abs(score)));
          for (const { elpd } of given) {
            const alone = Array.from(elpd).reduce((a, b) => a + b);
            expect(alone).toBeLessThanOrEqual(found.elpd + found.gap + 1e-9 * (1 + Math.abs(alone)));
          }
        },
      ),
    );
  });
});

describe('pseudo-BMA+', () => {
  it('has the weights of the R package loo, to the error of the bootstraps', () => {
    // A weight is between 0 and 1, its sd at most 1/2: four standard errors of 4000 bootstraps.
    const found = pseudoBmaWeights(mixed, null, 1n, 4000);
    for (const [k, weight] of R.pseudoBma.entries()) {
      expect(Math.abs(found[k]! - weight)).toBeLessThan((4 * 0.5) / Math.sqrt(4000));
    }
  });

  it('is the same for the same seed, and counts repeated rows', () => {
    expect(pseudoBmaWeights(mixed, null, 7n, 50)).toEqual(pseudoBmaWeights(mixed, null, 7n, 50));
    expect(pseudoBmaWeights(mixed, null, 8n, 50)).not.toEqual(pseudoBmaWeights(mixed, null, 7n, 50));
    const counts = R.mixed.map((_, row) => (row === 0 ? 4 : 1));
    const repeated = mixed.map(({ name, elpd }) => ({
      name,
      elpd: counts.flatMap((count, row) => new Array<number>(count).fill(elpd[row]!)),
    }));
    const counted = pseudoBmaWeights(mixed, counts, 1n, 4000);
    const asRows = pseudoBmaWeights(repeated, null, 2n, 4000);
    for (const [k, weight] of asRows.entries()) {
      expect(Math.abs(counted[k]! - weight)).toBeLessThan((4 * 0.5 * Math.SQRT2) / Math.sqrt(4000));
    }
    expect(() => pseudoBmaWeights(mixed, null, 1n, 0)).toThrow(RangeError);
  });
});

describe('sums of logarithms', () => {
  it('neither vanish nor overflow', () => {
    expect(logSumExp([1000, 1000])).toBeCloseTo(1000 + Math.LN2, 12);
    expect(logMeanExp([-5000, -5000, -5000])).toBeCloseTo(-5000, 12);
    expect(logSumExp([])).toBe(-Infinity);
    expect(logSumExp([-Infinity, 0])).toBe(0);
  });
});
