/** Summaries: their shape, and null where the draws define no number. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { samplerSummary, summarise } from '../../host/diagnose/summarise.ts';
import { series } from './series.ts';

const reference = JSON.parse(readFileSync(new URL('reference.json', import.meta.url), 'utf8')).series;

describe('the summary of parameters', () => {
  test('gives each statistic under its name, for each parameter in the order given', () => {
    const summary = summarise([
      { name: 'tied', chains: series.tied! },
      { name: 'acuity', chains: series.mixing! },
    ]);
    expect(Object.keys(summary)).toEqual(['tied', 'acuity']);
    const { posterior, arviz } = reference.mixing;
    const { hdi95, ...numbers } = summary.acuity!;
    expect(hdi95).toEqual(arviz.hdi95);
    const { mean, sd, q5, q50, q95, mcseMean: mcse, essBulk, essTail, rHat: rhat } = posterior;
    const expected = { mean, sd, q5, q50, q95, mcse, essBulk, essTail, rhat };
    expect(Object.keys(numbers)).toEqual(Object.keys(expected));
    for (const [statistic, value] of Object.entries(expected)) {
      expect(numbers[statistic as keyof typeof numbers]! / value).toBeCloseTo(1, 8);
    }
  });

  test('of draws that are all the same knows where they are, and nothing of their mixing', () => {
    expect(
      summarise([{ name: 'x', chains: [new Float64Array(8).fill(0.1), new Float64Array(8).fill(0.1)] }]),
    ).toEqual({
      x: {
        mean: 0.1,
        sd: 0,
        q5: 0.1,
        q50: 0.1,
        q95: 0.1,
        hdi95: [0.1, 0.1],
        mcse: null,
        essBulk: null,
        essTail: null,
        rhat: null,
      },
    });
  });

  test.each([
    ['a draw that is no number', [1, Number.NaN, 2, 3, 1, 2]],
    ['an infinite draw', [1, Number.NEGATIVE_INFINITY, 2, 3, 1, 2]],
    ['no draw', []],
  ])('is null throughout of %s', (_, draws) => {
    const { x } = summarise([{ name: 'x', chains: [Float64Array.from(draws)] }]);
    expect(new Set(Object.values(x!))).toEqual(new Set([null]));
  });

  test('of a single draw has no sd', () => {
    const { x } = summarise([{ name: 'x', chains: [Float64Array.of(2)] }]);
    expect(x).toMatchObject({ mean: 2, sd: null, q5: 2, hdi95: [2, 2], rhat: null });
  });

  test('never holds NaN or infinity, even where squares overflow', () => {
    const huge = [1e300, -1e300, 1.5e308, -1.7e308, 1e308, 2, 3, 4];
    const { x } = summarise([
      { name: 'x', chains: [Float64Array.from(huge), Float64Array.from(huge).reverse()] },
    ]);
    expect(
      Object.values(x!)
        .flat()
        .every((value) => value === null || Number.isFinite(value)),
    ).toBe(true);
    expect(x!.sd).toBeNull();
  });
});

test('the summary of the sampler counts over chains and keeps the fraction of missing information apart', () => {
  const chain = (divergent: number[], treeDepth: number[], energy: number[], gradients: number) => ({
    divergent: Float64Array.from(divergent),
    treeDepth: Float64Array.from(treeDepth),
    energy: Float64Array.from(energy),
    gradients,
    warmup: gradients / 10,
  });
  const summary = samplerSummary(
    [chain([0, 1, 1], [3, 10, 2], [1, 2, 4], 700), chain([0, 0, 1], [10, 10, 9], [5, 5, 5], 900)],
    { warmup: 200, maxTreeDepth: 10 },
    null,
  );
  // (1 + 4) / ((16 + 1 + 25) / 9)
  expect(summary.bfmi[0]).toBeCloseTo(45 / 42, 14);
  expect(summary).toEqual({
    chains: 2,
    warmup: 200,
    warmups: [70, 90],
    draws: 3,
    divergences: 3,
    maxTreeDepthHits: 3,
    gradients: 1600,
    bfmi: [summary.bfmi[0], null],
  });
});
