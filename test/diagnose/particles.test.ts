/** What is said of runs of sequential Monte Carlo. */

import { describe, expect, test } from 'vitest';
import { particleSummary } from '../../host/diagnose/evidence.ts';
import type { Mode } from '../../host/diagnose/modes.ts';
import { drawShares } from '../../host/diagnose/modes.ts';
import { studentQuantile } from '../../statistics/distribution-quantiles.ts';
import { parameter, verdictOn } from './fits.ts';

const run = (
  logEvidence: number,
  { ancestors = 120, leastAcceptance = 0.75, lag = 0, logPriorMass = 0 } = {},
) => ({
  particles: {
    ...{ temperatures: 12, sweeps: 20, logEvidence, logEvidenceForward: logEvidence - lag },
    ...{ logPriorMass, leastAcceptance, ancestors, ways: 1 },
  },
});

describe('the evidence of several runs', () => {
  test('is the mean of their estimates, not of the logs', () => {
    const { logEvidence, logEvidenceError } = particleSummary([run(-1000), run(-1000 + Math.log(3))])!;
    expect(logEvidence).toBeCloseTo(-1000 + Math.log(2), 12);
    // 1 and 3 have the mean 2 and the standard error 1.
    expect(logEvidenceError).toBeCloseTo(0.5, 12);
  });

  test('has no standard error and no interval where there is one run', () => {
    const none = { logEvidenceError: null, logEvidenceInterval: null };
    expect(particleSummary([run(-3)])).toMatchObject({ logEvidence: -3, ...none });
  });

  test('has an interval that says how few runs there are', () => {
    const { logEvidence, logEvidenceError, logEvidenceInterval } = particleSummary(
      [-50.1, -50, -49.9, -50].map((log) => run(log)),
    )!;
    const [lower, upper] = logEvidenceInterval!;
    expect((upper - logEvidence) / logEvidenceError!).toBeCloseTo(3.182446305, 8);
    expect((logEvidence - lower) / logEvidenceError!).toBeCloseTo(3.182446305, 8);
  });

  test('has a wider interval where particles lag, by the lag at each end', () => {
    const width = (lag: number) => {
      const [lower, upper] = particleSummary([-50.1, -50, -49.9].map((log) => run(log, { lag })))!
        .logEvidenceInterval!;
      return upper - lower;
    };
    expect(width(0.07) - width(0)).toBeCloseTo(0.14, 12);
  });

  // R 4.2: qt(0.975, c(1, 2, 3, 4, 7, 10, 30, 1023)).
  test.each([
    [1, 12.7062047361747],
    [2, 4.30265272974946],
    [3, 3.18244630528371],
    [4, 2.77644510519779],
    [7, 2.36462425159278],
    [10, 2.22813885198627],
    [30, 2.04227245630124],
  ])('by the quantile of Student’s t with %d degrees of freedom', (degrees, quantile) => {
    expect(studentQuantile(degrees)).toBeCloseTo(quantile, 10);
  });

  test('is not there where the draws are of chains', () => {
    expect(particleSummary([{}, {}])).toBeNull();
  });
});

describe('a fit by sequential Monte Carlo', () => {
  const on = (runs: readonly ReturnType<typeof run>[], name = 'acuity') =>
    verdictOn([parameter(name, 1)], {
      ...{ warmup: 0, bfmi: [null, null, null, null] },
      particles: particleSummary(runs)!,
    });
  const agreeing = [run(-50.1), run(-50.2), run(-49.9), run(-50)];

  test('has converged where its runs agree', () => {
    expect(on(agreeing)).toEqual({ status: 'converged', findings: [] });
  });

  test.each([
    [0.49, []],
    [0.51, ['caution']],
    [1.99, ['caution']],
    [2.01, ['fatal']],
  ])('whose log evidences spread by %s is judged so', (spread, weights) => {
    // Of two at -1 and two at 1 the standard deviation is √(4/3).
    const half = spread / Math.sqrt(4 / 3);
    const { findings } = on([-half, half, half, -half].map((off) => run(-50 + off)));
    expect(findings.map(({ kind, weight }) => [kind, weight])).toEqual(
      weights.map((weight) => ['evidence', weight]),
    );
    for (const { remedy } of findings) expect(remedy).toBe('Take more particles: `draws: 2000`.');
  });

  test.each([
    [0.09, []],
    [0.11, ['caution']],
    [0.19, ['caution']],
    [0.21, ['fatal']],
  ])('whose particles lag behind by %d is judged so, though its runs agree', (lag, weights) => {
    const { findings } = on([-50.01, -50, -49.99, -50].map((log) => run(log, { lag })));
    expect(findings.map(({ kind, weight }) => [kind, weight])).toEqual(
      weights.map((weight) => ['evidence', weight]),
    );
    for (const { message } of findings) expect(message).toContain('lagged behind');
  });

  test.each([
    [0.09, []],
    [0.11, ['caution']],
    [-0.11, ['caution']],
    [0.21, ['fatal']],
    [-0.21, ['fatal']],
  ])('that finds %d for the log of the prior’s mass is judged so', (logPriorMass, weights) => {
    const { findings } = on([-50.01, -50, -49.99, -50].map((log) => run(log, { logPriorMass })));
    expect(findings.map(({ kind, weight }) => [kind, weight])).toEqual(
      weights.map((weight) => ['evidence', weight]),
    );
    for (const { message } of findings) expect(message).toContain('whole prior');
  });

  test('is not blamed for a lag or a mass of the prior that is noise among its runs', () => {
    const noisy = [-0.5, 0.9, 0.6, -0.2];
    expect(on(noisy.map((lag) => run(-50, { lag }))).findings).toEqual([]);
    expect(on(noisy.map((logPriorMass) => run(-50, { logPriorMass }))).findings).toEqual([]);
  });

  test('whose particles descend from next to none has failed', () => {
    const { status, findings } = on([...agreeing.slice(1), run(-50, { ancestors: 4 })]);
    expect(status).toBe('failed');
    expect(findings[0]!.message).toContain('from fewer than 5 the numbers must not be used');
  });

  test('whose particles descend from few, or hardly moved, is told so', () => {
    const few = on([...agreeing.slice(1), run(-50, { ancestors: 19 })]);
    expect(few.findings.map(({ kind }) => kind)).toEqual(['ancestors']);
    expect(few.findings[0]!.message).toContain('descend from 19 draws of the prior only');
    const slow = on([...agreeing.slice(1), run(-50, { leastAcceptance: 0.39 })]);
    expect(slow.findings.map(({ kind }) => kind)).toEqual(['acceptance']);
    expect(slow.findings[0]!.message).toContain('accepted 0.39 of their steps, with a target of 0.8');
  });

  test('is never told of chains or of a warm-up', () => {
    const apart = parameter('acuity', 1, (noise, chain) => noise + (chain === 3 ? 0.9 : 0));
    const { findings } = verdictOn([apart], {
      ...{ warmup: 0, bfmi: [null, null, null, null], maxTreeDepthHits: 400 },
      particles: particleSummary(agreeing)!,
    });
    expect(findings.map(({ kind }) => kind)).toEqual(['disagreement', 'tree-depth']);
    for (const { message, remedy } of findings) expect(message + remedy).not.toMatch(/chain|warm/);
  });
});

test('draws belong to the mode that is nearest in its own standard deviations', () => {
  const mode = (mean: number, sd: number): Mode => ({
    ...{ scouts: 1, logDensity: 0, logEvidence: 0, share: 0.5 },
    values: { acuity: { mean, sd } },
  });
  const chains = [Float64Array.of(0.1, -0.2, 9, 0.3), Float64Array.of(10, 11, 0, 10)];
  expect(drawShares([mode(0, 1), mode(10, 1)], [{ name: 'acuity', chains }])).toEqual([
    { share: 0.5, error: 0.25 },
    { share: 0.5, error: 0.25 },
  ]);
});
