import { describe, expect, it } from 'vitest';
import { priorRanges, runSeeds } from '../../analysis/evaluate/recovery/plan-recovery.ts';
import {
  type RecoveredParameter,
  recoveredParameters,
  spreadOver,
} from '../../analysis/evaluate/recovery/recovered-parameter.ts';
import { type RecoveryRun, recoveryTable } from '../../analysis/evaluate/recovery/recovery-run.ts';
import { sumUpRecovery } from '../../analysis/evaluate/recovery/sum-up.ts';
import { simulateLayout } from '../../analysis/simulate/simulate.ts';
import { analyseSource } from '../../compiler/analyse.ts';
import { openStream } from '../../statistics/random/stream.ts';

/** A run whose posterior is known: that of a mean with the prior normal(0, 1), from four measurements with an sd of 1. */
function conjugateRun(run: number, { width = 1, effectiveDraws = 400 } = {}): RecoveryRun {
  const random = openStream(7n, 'latent', run);
  const truth = random.normal();
  const sum = [1, 2, 3, 4].reduce((total) => total + truth + random.normal(), 0);
  const [mean, sd] = [sum / 5, width * Math.sqrt(1 / 5)];
  const rank = Array.from({ length: 59 }, () => mean + sd * random.normal()).filter((x) => x < truth).length;
  const parameter: RecoveredParameter = {
    ...{ name: 'mu', truth, mean, sd, rank, effectiveDraws },
    ...{ q2_5: mean - 1.96 * sd, q25: mean - 0.6745 * sd, q50: mean, q75: mean + 0.6745 * sd },
    q97_5: mean + 1.96 * sd,
  };
  return {
    ...{ run, seed: BigInt(run), status: 'converged', findings: [], error: null },
    ...{ truths: [truth], parameters: [parameter] },
  };
}

const FAILED: RecoveryRun = {
  ...{ run: 1, seed: 1n, status: 'failed', findings: ['stuck'], error: 'no start' },
  ...{ truths: [3], parameters: [] },
};
const SETTING = { names: ['mu'], ranges: new Map([['mu', { lower: -2, upper: 2 }]]), fromPrior: true };
const runs = (count: number, options?: Parameters<typeof conjugateRun>[1]) =>
  Array.from({ length: count }, (_, index) => conjugateRun(index + 1, options));

describe('what runs say together', () => {
  it('is what is known of a conjugate posterior', () => {
    const [mu] = sumUpRecovery(runs(600), SETTING)!;
    expect(Math.abs(mu!.coverage50 - 0.5)).toBeLessThan(4 * mu!.coverage50Error);
    expect(Math.abs(mu!.coverage95 - 0.95)).toBeLessThan(4 * mu!.coverage95Error);
    expect(Math.abs(mu!.rmse - Math.sqrt(1 / 5))).toBeLessThan(4 * mu!.rmseError!);
    expect(mu!.normalisedRmse).toBeCloseTo(mu!.rmse / 4, 12);
    expect(mu!.meanSd).toBeCloseTo(Math.sqrt(1 / 5), 12);
    expect(mu!.ranks!.verdict).toBe('uniform');
    expect(mu!.ranks!.histogram!.counts).toHaveLength(20);
  });

  it('finds posteriors that are too narrow', () => {
    const [mu] = sumUpRecovery(runs(200, { width: 0.5 }), SETTING)!;
    expect(mu!.ranks!.verdict).toBe('not-uniform');
    expect(mu!.coverage95).toBeLessThan(0.8);
  });

  it('leaves out what failed, and is nothing where all did', () => {
    const all = sumUpRecovery([FAILED, ...runs(20)], SETTING);
    expect(all).toEqual(sumUpRecovery(runs(20), SETTING));
    expect(all![0]!.simulations).toBe(20);
    expect(sumUpRecovery([FAILED], SETTING)).toBeNull();
  });

  it('says nothing of ranks that are too few, of draws too few, or of a profile that was given', () => {
    const verdict = (of: readonly RecoveryRun[]) => sumUpRecovery(of, SETTING)![0]!.ranks!.verdict;
    expect(verdict(runs(19))).toBe('too-few-runs');
    expect(verdict(runs(20))).toBe('uniform');
    const dependent = (count: number) => [
      ...runs(20 - count),
      ...runs(20, { effectiveDraws: 58 }).slice(20 - count),
    ];
    expect(verdict(dependent(2))).toBe('uniform');
    expect(verdict(dependent(3))).toBe('too-few-draws');
    const given = sumUpRecovery(runs(20), { ...SETTING, fromPrior: false })![0]!;
    expect(given.ranks).toBeNull();
    expect(given.truth).toBe(conjugateRun(1).truths[0]);
  });

  it('stands in a tidy table, in which a failed run has its truth and no estimate', () => {
    const [heads, first, second] = recoveryTable(['mu'], [FAILED, conjugateRun(2)]);
    expect(heads!.slice(0, 9)).toEqual([
      'run',
      'seed',
      'status',
      'findings',
      'error',
      'parameter',
      'truth',
      'mean',
      'sd',
    ]);
    expect(first!.slice(0, 9)).toEqual([1, '1', 'failed', 'stuck', 'no start', 'mu', 3, null, null]);
    expect(first).toHaveLength(heads!.length);
    const { parameters } = conjugateRun(2);
    expect(second!.at(heads!.indexOf('rank'))).toBe(parameters[0]!.rank);
  });
});

describe('what a fit says beside the truth', () => {
  const summary = { mean: 49.5, sd: 29, essBulk: 90, essTail: 70 };
  const fitOf = (draws: Float64Array, status: 'converged' | 'failed' = 'converged') =>
    ({
      draws: [{ latents: [draws.slice(0, draws.length / 2)] }, { latents: [draws.slice(draws.length / 2)] }],
      parameters: [{ name: 'mu' }],
      summary: { mu: summary },
      verdict: { status, findings: [] },
    }) as unknown as Parameters<typeof recoveredParameters>[0];
  const draws = Float64Array.from({ length: 100 }, (_, index) => (index * 37) % 100);

  it('is its quantiles over all chains, and the rank among draws that are spread over them', () => {
    const [mu] = recoveredParameters(fitOf(draws), [49.5], 1n);
    // Quantiles of 0 … 99 of type 7: 99 p.
    expect(mu).toMatchObject({ truth: 49.5, mean: 49.5, sd: 29, q50: 49.5, effectiveDraws: 70 });
    expect(mu!.q2_5).toBeCloseTo(2.475, 10);
    expect(mu!.q25).toBeCloseTo(24.75, 10);
    expect(mu!.q97_5).toBeCloseTo(96.525, 10);
    expect(mu!.rank).toBe(spreadOver(draws, 59).filter((draw) => draw < 49.5).length);
    expect(recoveredParameters(fitOf(draws), [-1], 1n)[0]!.rank).toBe(0);
    expect(recoveredParameters(fitOf(draws), [100], 1n)[0]!.rank).toBe(59);
  });

  it('has no rank among fewer draws, and is nothing of a fit that failed', () => {
    expect(recoveredParameters(fitOf(draws.slice(0, 58)), [1], 1n)[0]!.rank).toBeNull();
    expect(() => recoveredParameters(fitOf(draws, 'failed'), [1], 1n)).toThrow(RangeError);
  });

  it('takes draws as far apart as can be', () => {
    expect([
      ...spreadOver(
        Float64Array.from({ length: 10 }, (_, i) => i),
        5,
      ),
    ]).toEqual([1, 3, 5, 7, 9]);
    expect([
      ...spreadOver(
        Float64Array.from({ length: 3 }, (_, i) => i),
        3,
      ),
    ]).toEqual([0, 1, 2]);
  });
});

it('seeds of runs differ from each other and from those of another seed, and more leave the first as they were', () => {
  const all = [...runSeeds(1n, 100), ...runSeeds(2n, 100)];
  expect(new Set(all).size).toBe(200);
  expect(runSeeds(1n, 3)).toEqual(all.slice(0, 3));
});

it('ranges of priors are those of their data, and none where a side is open or they read another latent', () => {
  const text = `layout Ranges
demand height in [0, 9]
capability reach ~ uniform(0, max(height))
capability part ~ normal(0, 1) in [0.2, 0.7]
capability open ~ half_normal(1)
capability inner ~ uniform(0, reach)
observe y ~ normal(reach + part + open + inner, 1)`;
  const { layout, diagnostics } = analyseSource({ name: 'ranges.ml', text });
  expect(diagnostics).toEqual([]);
  const demands = new Map([['height', Float64Array.of(1, 8, 3)]]);
  const made = [1n, 2n].map((seed) => simulateLayout(layout!, { demands, profile: 'prior', seed }));
  expect(priorRanges(layout!, made)).toEqual(
    new Map([
      ['reach', { lower: 0, upper: 8 }],
      ['part', { lower: 0.2, upper: 0.7 }],
      ['open', null],
      ['inner', null],
    ]),
  );
});
