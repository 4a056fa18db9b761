import { describe, expect, it } from 'vitest';
import { compareFits } from '../../analysis/evaluate/compare/compare-fits.ts';
import { loo } from '../../analysis/evaluate/compare/criteria.ts';
import { leaveOneOut, widelyApplicable } from '../../analysis/evaluate/compare/estimate-fit.ts';
import { compileSource } from '../../compiler/compile.ts';
import { load, openThisThread } from '../../host/index.ts';
import { ofAllRows } from '../../host/predict/log-likelihood.ts';

const NONE = Number.NaN;
const height = [0.5, 1, 1, 1.2, 1.2, 1.2, 1.5, 2];
const cleared = [1, 1, 1, 0, 1, 1, NONE, 0];
const ROWS = { height, cleared };

async function fitted(observe: string) {
  const { bytes } = await compileSource({
    name: 'jump.ml',
    text: `layout Jump
unit m
demand height : m in [0, 3]
capability leap : m ~ uniform(0, 3)
observe ${observe}
`,
  });
  const data = await (await load(bytes)).bind(ROWS);
  return data.fit({ chains: 2, warmup: 200, draws: 200, seed: 1n, pool: openThisThread() });
}

const [steep, flat, real] = await Promise.all([
  fitted('cleared ~ bernoulli(margin(leap, height, 4))'),
  fitted('cleared ~ bernoulli(margin(leap, height, 0.5))'),
  fitted('cleared ~ normal(leap / 1 m, 0.3)'),
]);

describe('a fit', () => {
  it('is estimated row by row of the data, of those that have an outcome', async () => {
    const all = ofAllRows((await steep.pointwiseLogLikelihood(ROWS)).cleared!);
    const present = all.filter((_, place) => place % 8 !== 6);
    const matrix = { values: present, rows: 7, chains: 2, counts: null };
    const { rows, estimate } = await leaveOneOut(steep, ROWS);
    expect(rows).toEqual([0, 1, 2, 3, 4, 5, 7]);
    const expected = loo(matrix);
    expect(estimate.pointwise).toEqual(expected.pointwise);
    expect(estimate.elpd).toBeCloseTo(expected.elpd, 10);
  });

  it('has a WAIC of the mean density and the variance of its logarithm, worked out for one row', async () => {
    const { rows, estimate } = await widelyApplicable(steep, ROWS, { every: 4 });
    expect(rows).toHaveLength(7);
    // Row 3, which failed: its probabilities follow from the draws by the formula of the margin.
    const leap = steep.chains('leap').flatMap((chain) => [...chain].filter((_, draw) => draw % 4 === 0));
    const failed = leap.map((ability) => 1 - 1 / (1 + Math.exp(-4 * (ability - 1.2))));
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
    const logs = failed.map(Math.log);
    const spread = logs.reduce((sum, log) => sum + (log - mean(logs)) ** 2, 0) / (logs.length - 1);
    expect(estimate.pointwise.effectiveParameters[3]).toBeCloseTo(spread, 10);
    expect(estimate.pointwise.elpd[3]).toBeCloseTo(Math.log(mean(failed)) - spread, 10);
  });
});

describe('fits', () => {
  it.each(['loo', 'waic'] as const)('are ranked by %s, with weights', async (criterion) => {
    const { fits, rows } = await compareFits({ flat, steep }, ROWS, { criterion });
    expect(rows).toHaveLength(7);
    const estimate = criterion === 'loo' ? leaveOneOut : widelyApplicable;
    const own = { flat: await estimate(flat, ROWS), steep: await estimate(steep, ROWS) };
    expect(fits[0]!.difference).toBe(0);
    for (const { name, elpd, difference } of fits) {
      expect(elpd).toBeCloseTo(own[name as keyof typeof own].estimate.elpd, 10);
      expect(difference).toBeCloseTo(elpd - fits[0]!.elpd, 10);
    }
    expect(fits.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 10);
  });

  it('cannot be compared where one says probabilities and one densities', async () => {
    await expect(compareFits({ steep, real }, ROWS)).rejects.toThrow(
      'Of the outcome `cleared` steep has probabilities, and real has densities: the two cannot be compared.',
    );
  });

  it('cannot be compared by rows that lack an outcome', async () => {
    await expect(compareFits({ steep }, { height })).rejects.toThrow(
      'There is no column for the outcome `cleared`.',
    );
  });
});
