import { describe, expect, it } from 'vitest';
import { loo, spreadOverRows } from '../../analysis/evaluate/compare/criteria.ts';
import { likelihoodOfFit } from '../../analysis/evaluate/compare/estimate-fit.ts';
import { compileSource } from '../../compiler/compile.ts';
import { load, openThisThread } from '../../host/index.ts';
import { ofAllRows, type PointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';

const NONE = Number.NaN;

/** Two outcomes of five rows, of which rows 0 and 3 are one distinct row, and 1 and 4; at two draws. */
const distinctOf = Uint32Array.of(0, 1, 2, 0, 1);
const read: PointwiseLogLikelihood = {
  draws: 2,
  distinct: 3,
  distinctOf,
  values: Float64Array.of(-1, NONE, NONE, -2, NONE, NONE),
};
const seen: PointwiseLogLikelihood = {
  draws: 2,
  distinct: 3,
  distinctOf,
  values: Float64Array.of(-0.5, NONE, -3, -0.25, NONE, -4),
};

describe('the log likelihood of whole rows', () => {
  it('is the sum over the outcomes that a row has, and counts rows that are alike', () => {
    const { matrix, rows, matrixRow } = likelihoodOfFit([read, seen], 1);
    expect(matrix).toEqual({
      values: Float64Array.of(-1.5, -3, -2.25, -4),
      rows: 2,
      chains: 1,
      counts: [2, 1],
    });
    expect(rows).toEqual([0, 2, 3]);
    expect(matrixRow).toEqual(Uint32Array.of(0, 1, 0));
    expect(likelihoodOfFit([read], 2).matrix).toMatchObject({ rows: 1, counts: [2], chains: 2 });
  });

  it('is refused without outcomes, or of different rows', () => {
    expect(() => likelihoodOfFit([], 1)).toThrow(RangeError);
    expect(() => likelihoodOfFit([read, { ...seen, distinctOf: Uint32Array.of(0, 1, 2, 0, 2) }], 1)).toThrow(
      'the outcomes are not of the same rows and draws',
    );
    const missing = { ...read, values: read.values.map(() => NONE) };
    expect(() => likelihoodOfFit([missing], 1)).toThrow('No row has an outcome.');
  });

  it('of a fit has the same leave-one-out as of its rows one by one', async () => {
    const { bytes } = await compileSource({
      name: 'jump.ml',
      text: `layout Jump
unit m
demand height : m in [0, 3]
capability leap : m ~ uniform(0, 3)
observe cleared ~ bernoulli(margin(leap, height, 4))
`,
    });
    const height = [0.5, 1, 1, 1.2, 1.2, 1.2, 1.5, 2];
    const cleared = [1, 1, 1, 0, 1, 1, NONE, 0];
    const data = await (await load(bytes)).bind({ height, cleared });
    const fit = await data.fit({ chains: 2, warmup: 200, draws: 200, seed: 1n, pool: openThisThread() });
    const ofOutcomes = await fit.pointwiseLogLikelihood({ height, cleared });
    const { matrix, rows, matrixRow } = likelihoodOfFit(Object.values(ofOutcomes), 2);
    expect(rows).toEqual([0, 1, 2, 3, 4, 5, 7]);
    expect(matrix.rows).toBeLessThan(rows.length);
    const all = ofAllRows(ofOutcomes.cleared!).filter((_, place) => place % 8 !== 6);
    const [counted, oneByOne] = [loo(matrix), loo({ values: all, rows: 7, chains: 2, counts: null })];
    expect(counted.elpd).toBeCloseTo(oneByOne.elpd, 10);
    expect(counted.standardError).toBeCloseTo(oneByOne.standardError!, 10);
    expect(spreadOverRows(counted.pointwise.elpd, matrixRow)).toEqual(oneByOne.pointwise.elpd);
    expect(counted.paretoK).toEqual(oneByOne.paretoK);
  });
});
