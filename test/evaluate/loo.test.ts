import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawsOfRow,
  type LikelihoodMatrix,
  loo,
  spreadOverRows,
  waic,
} from '../../analysis/evaluate/compare/criteria.ts';
import { relativeEfficiency } from '../../statistics/effective-size.ts';
import {
  fitGeneralisedPareto,
  generalisedParetoQuantile,
  paretoKThreshold,
  paretoSmooth,
  tailLength,
} from '../../statistics/pareto-smooth.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { PYTHON, R, SCHOOL_MODELS, schoolsLikelihood } from './reference/reference.ts';

/** As R prints them: to fourteen digits. */
function expectClose(found: ArrayLike<number>, wanted: readonly number[], digits = 10): void {
  expect(found.length).toBe(wanted.length);
  for (const [index, value] of wanted.entries()) expect(found[index]).toBeCloseTo(value, digits);
}

describe('leave-one-out by importance sampling', () => {
  it.each(SCHOOL_MODELS)('is that of the R package loo for the eight schools: %s', (model) => {
    const found = loo(schoolsLikelihood(model), PYTHON.arviz[model].relativeEfficiency);
    const wanted = R.loo[model];
    expectClose([found.elpd, found.effectiveParameters, -2 * found.elpd], wanted.estimates);
    expectClose(
      [found.standardError!, found.effectiveParametersError!, 2 * found.standardError!],
      wanted.errors,
    );
    expectClose(found.pointwise.elpd, wanted.pointwise);
    expectClose(found.pointwise.paretoK, wanted.paretoK);
  });

  it.each(SCHOOL_MODELS)('is that of ArviZ with a relative efficiency of 1: %s', (model) => {
    const found = loo(schoolsLikelihood(model), new Float64Array(8).fill(1));
    expect(found.elpd).toBeCloseTo(PYTHON.arviz[model].elpd, 8);
    expectClose(found.pointwise.paretoK, PYTHON.arviz[model].paretoK, 8);
  });

  it.each(SCHOOL_MODELS)('estimates the relative efficiencies from the chains as ArviZ does: %s', (model) => {
    const likelihood = schoolsLikelihood(model);
    for (let row = 0; row < likelihood.rows; row++) {
      const found = relativeEfficiency(drawsOfRow(likelihood, row), likelihood.chains);
      expect(found / PYTHON.arviz[model].relativeEfficiency[row]!).toBeCloseTo(1, 8);
    }
    const byHand = Array.from({ length: 8 }, (_, row) =>
      relativeEfficiency(drawsOfRow(likelihood, row), likelihood.chains),
    );
    expect(loo(likelihood)).toEqual(loo(likelihood, byHand));
  });

  it('counts a row that stands in the data several times as so many rows', () => {
    const { relativeEfficiency: efficiencies } = PYTHON.arviz.hierarchical;
    const found = loo(schoolsLikelihood('hierarchical', R.counts), efficiencies);
    expectClose([found.elpd, found.effectiveParameters, -2 * found.elpd], R.repeated.estimates);
    expectClose(
      [found.standardError!, found.effectiveParametersError!, 2 * found.standardError!],
      R.repeated.errors,
    );
    expect(found.rows).toBe(11);
  });

  it('says which rows it cannot be relied on for', () => {
    // 1 − 1/log10(600), for 600 draws.
    const separate = loo(schoolsLikelihood('separate', R.counts), PYTHON.arviz.separate.relativeEfficiency);
    expect(separate.paretoK.threshold).toBeCloseTo(0.640048, 6);
    // The first row, which is there three times, has k̂ = 1.16; all others are between the threshold and 1.
    expect(separate.paretoK).toMatchObject({ good: 0, bad: 8, veryBad: 3 });
    expect(separate.paretoK.worst).toBeCloseTo(1.16019, 5);
    expect(loo(schoolsLikelihood('pooled')).paretoK).toMatchObject({ good: 8, bad: 0, veryBad: 0 });
    expect(paretoKThreshold(4000)).toBe(0.7);
  });

  it('comes as near to refitting as its Monte Carlo error says, where that is known', () => {
    // y_i ~ normal(θ, 1) with a flat prior: the density of y_i given the others is normal(their mean, 1 + 1/(n − 1)).
    const y = [0.3, -1.2, 0.8, 1.9, -0.4, 0.1, -2.2, 1.1, 0.6, -0.7];
    const n = y.length;
    const mean = y.reduce((a, b) => a + b) / n;
    const logNormal = (x: number, centre: number, variance: number) =>
      -0.5 * (Math.log(2 * Math.PI * variance) + (x - centre) ** 2 / variance);
    const exact = y.map((value) => logNormal(value, (n * mean - value) / (n - 1), 1 + 1 / (n - 1)));
    const random = openStream(1n, 'latent', 0);
    const draws = Array.from({ length: 4000 }, () => mean + random.normal() / Math.sqrt(n));
    const values = Float64Array.from(draws.flatMap((theta) => y.map((value) => logNormal(value, theta, 1))));
    const found = loo({ values, rows: n, chains: 4, counts: null });
    for (const [row, elpd] of exact.entries()) {
      const error = found.pointwise.monteCarloError[row]!;
      expect(Math.abs(found.pointwise.elpd[row]! - elpd)).toBeLessThan(4.5 * error);
      expect(error).toBeLessThan(0.05);
    }
  });

  it('does not change when rows are repeated or counted', () => {
    const likelihood = schoolsLikelihood('hierarchical');
    const draws = likelihood.values.length / likelihood.rows;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 8, maxLength: 8 }), (counts) => {
        const places = counts.flatMap((count, row) => new Array<number>(count).fill(row));
        const repeated: LikelihoodMatrix = {
          values: Float64Array.from({ length: draws * places.length }, (_, place) => {
            const draw = Math.floor(place / places.length);
            return likelihood.values[draw * 8 + places[place % places.length]!]!;
          }),
          rows: places.length,
          chains: likelihood.chains,
          counts: null,
        };
        const asCounts = loo({ ...likelihood, counts });
        const asRows = loo(repeated);
        for (const name of ['elpd', 'standardError', 'effectiveParameters', 'monteCarloError'] as const) {
          expect(asCounts[name]).toBeCloseTo(asRows[name]!, 9);
        }
        expect(asCounts.paretoK).toEqual(asRows.paretoK);
        expect(spreadOverRows(asCounts.pointwise.elpd, places)).toEqual(asRows.pointwise.elpd);
        const [waicOfCounts, waicOfRows] = [waic({ ...likelihood, counts }), waic(repeated)];
        expect(waicOfCounts.elpd).toBeCloseTo(waicOfRows.elpd, 9);
        expect(waicOfCounts.unreliable).toBe(waicOfRows.unreliable);
      }),
      { numRuns: 8 },
    );
  });

  it('refuses an outcome that is impossible at a draw, and numbers that do not fit', () => {
    const values = Float64Array.of(-1, -2, -1, -Infinity, -1, -2, -1, -2);
    expect(() => loo({ values, rows: 2, chains: 2, counts: null })).toThrow(
      'The log likelihood of row 2 is -Infinity at draw 2.',
    );
    const finite = values.map((value) => Math.max(value, -3));
    expect(() => loo({ values: finite, rows: 3, chains: 1, counts: null })).toThrow(RangeError);
    expect(() => loo({ values: finite, rows: 2, chains: 3, counts: null })).toThrow(RangeError);
    expect(() => loo({ values: finite, rows: 2, chains: 1, counts: [1] })).toThrow(RangeError);
    expect(() => loo({ values: finite, rows: 2, chains: 1, counts: [1, 0.5] })).toThrow(RangeError);
    expect(() => spreadOverRows([1, 2], [0, 2])).toThrow(RangeError);
  });
});

describe('Pareto smoothing', () => {
  it('leaves weights alone that are all the same, and says that nothing is lost', () => {
    const { logWeights, paretoK } = paretoSmooth(new Float64Array(100).fill(-7), 1);
    expect(paretoK).toBe(-Infinity);
    expect(logWeights.every((weight) => Math.abs(weight + Math.log(100)) < 1e-12)).toBe(true);
  });

  it('says that it cannot judge of few draws, or of few different ones', () => {
    expect(paretoSmooth(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 1).paretoK).toBe(Infinity);
    const twoValues = Float64Array.from({ length: 200 }, (_, draw) => (draw < 190 ? 0 : 3));
    expect(paretoSmooth(twoValues, 1).paretoK).toBe(Infinity);
    expect(tailLength(4000, 1)).toBe(190);
    expect(tailLength(100, 0.5)).toBe(20);
    expect(() => paretoSmooth(twoValues, 0)).toThrow(RangeError);
  });

  it('keeps the weights in order, and none above the largest', () => {
    const random = openStream(5n, 'latent', 1);
    const ratios = Float64Array.from({ length: 1000 }, () => 2 * random.normal());
    const { logWeights, paretoK } = paretoSmooth(ratios, 1);
    const order = Array.from(ratios.keys()).sort((a, b) => ratios[a]! - ratios[b]!);
    for (let i = 1; i < order.length; i++) {
      expect(logWeights[order[i]!]!).toBeGreaterThanOrEqual(logWeights[order[i - 1]!]!);
    }
    expect(logWeights.reduce((sum, weight) => sum + Math.exp(weight), 0)).toBeCloseTo(1, 12);
    expect(paretoK).toBeGreaterThan(0.3);
  });

  it('does not change with a constant factor, however large', () => {
    const random = openStream(6n, 'latent', 1);
    const ratios = Float64Array.from({ length: 400 }, () => random.normal());
    const plain = paretoSmooth(ratios, 0.8);
    const scaled = paretoSmooth(
      ratios.map((ratio) => ratio + 5000),
      0.8,
    );
    expect(scaled.paretoK).toBeCloseTo(plain.paretoK, 8);
    expectClose(scaled.logWeights, Array.from(plain.logWeights), 8);
  });
});

describe('the generalised Pareto distribution', () => {
  it.each([-0.3, 0.2, 0.9])('has its shape found in its own quantiles: %s', (shape) => {
    const excesses = Float64Array.from({ length: 2000 }, (_, rank) =>
      generalisedParetoQuantile({ shape, scale: 3 }, (rank + 0.5) / 2000),
    );
    const found = fitGeneralisedPareto(excesses);
    // The prior draws the shape towards 0.5 by 10 parts in 2010.
    expect(found.shape).toBeCloseTo((2000 * shape + 5) / 2010, 1);
    expect(found.scale / 3).toBeCloseTo(1, 1);
  });

  it('has the exponential distribution as its limit', () => {
    expect(generalisedParetoQuantile({ shape: 0, scale: 2 }, 0.5)).toBeCloseTo(2 * Math.LN2, 14);
    expect(generalisedParetoQuantile({ shape: 1e-12, scale: 2 }, 0.5)).toBeCloseTo(2 * Math.LN2, 10);
  });

  it('refuses what cannot be excesses', () => {
    expect(() => fitGeneralisedPareto(Float64Array.of(0, 1, 2))).toThrow(RangeError);
    expect(() => fitGeneralisedPareto(Float64Array.of(1, 1, 1))).toThrow(RangeError);
    expect(() => fitGeneralisedPareto(new Float64Array(0))).toThrow(RangeError);
  });
});

describe('the widely applicable information criterion', () => {
  it.each(SCHOOL_MODELS)('is that of the R package loo: %s', (model) => {
    const found = waic(schoolsLikelihood(model));
    const wanted = R.waic[model];
    expectClose([found.elpd, found.effectiveParameters, -2 * found.elpd], wanted.estimates);
    expectClose(
      [found.standardError!, found.effectiveParametersError!, 2 * found.standardError!],
      wanted.errors,
    );
    expectClose(found.pointwise.elpd, wanted.pointwise);
  });

  it('says where it is not to be relied on', () => {
    expect(waic(schoolsLikelihood('pooled')).unreliable).toBe(0);
    const separate = waic(schoolsLikelihood('separate', R.counts));
    const wanted = separate.pointwise.effectiveParameters.reduce(
      (sum, p, row) => sum + (p > 0.4 ? R.counts[row]! : 0),
      0,
    );
    expect(wanted).toBeGreaterThan(2);
    expect(separate.unreliable).toBe(wanted);
  });
});
