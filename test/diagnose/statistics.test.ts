/** Every statistic against the R package `posterior` and against ArviZ; see make-reference.py. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Chains, pooled } from '../../statistics/chains.ts';
import {
  bulkEffectiveSize,
  meanEffectiveSize,
  standardErrorOfMean,
  standardErrorOfSd,
  tailEffectiveSize,
} from '../../statistics/effective-size.ts';
import { energyInformation } from '../../statistics/energy-information.ts';
import { highestDensityInterval } from '../../statistics/highest-density.ts';
import { mean, variance } from '../../statistics/moments.ts';
import { quantile } from '../../statistics/quantile.ts';
import { rHat } from '../../statistics/r-hat.ts';
import { series } from './series.ts';

interface ArvizValues {
  readonly hdi95: readonly [number, number];
  readonly bfmi: readonly number[];
  readonly [statistic: string]: number | null | readonly number[];
}

const reference: {
  readonly series: Record<
    string,
    { readonly posterior: Record<string, number>; readonly arviz: ArvizValues }
  >;
} = JSON.parse(readFileSync(new URL('reference.json', import.meta.url), 'utf8'));

const sorted = (chains: Chains) => pooled(chains).sort();

const mixing: Record<string, (chains: Chains) => number | null> = {
  rHat,
  essBulk: bulkEffectiveSize,
  essTail: tailEffectiveSize,
  essMean: meanEffectiveSize,
  mcseMean: standardErrorOfMean,
  mcseSd: standardErrorOfSd,
};

const marginal: Record<string, (chains: Chains) => number> = {
  mean: (chains) => mean(pooled(chains)),
  sd: (chains) => Math.sqrt(variance(pooled(chains))),
  q5: (chains) => quantile(sorted(chains), 0.05),
  q50: (chains) => quantile(sorted(chains), 0.5),
  q95: (chains) => quantile(sorted(chains), 0.95),
};

/** ArviZ folds about the median of the split draws and sums one term more of an odd length, and wants two chains for R-hat. */
const whereArvizDiffers = new Set(['oddLength', 'short', 'single']);

function expectClose(actual: number | null, expected: number, tolerance: number): void {
  expect(actual).not.toBeNull();
  expect(Math.abs(actual! / expected - 1)).toBeLessThan(tolerance);
}

test('the reference covers every series', () => {
  expect(Object.keys(reference.series)).toEqual(Object.keys(series));
});

describe.each(Object.entries(series))('of the series %s', (name, chains) => {
  const { posterior, arviz } = reference.series[name]!;

  test.each(Object.entries(mixing))('%s agrees with posterior', (statistic, compute) => {
    expectClose(compute(chains), posterior[statistic]!, 1e-8);
  });

  test.each(Object.entries(marginal))('%s agrees with R', (statistic, compute) => {
    expectClose(compute(chains), posterior[statistic]!, 1e-11);
  });

  test('the narrowest interval is the one ArviZ finds', () => {
    expect(highestDensityInterval(sorted(chains), 0.95)).toEqual(arviz.hdi95);
  });

  test('the fraction of missing information of each chain agrees with ArviZ', () => {
    for (const [index, chain] of chains.entries()) {
      expectClose(energyInformation(chain), arviz.bfmi[index]!, 1e-10);
    }
  });
});

describe.each(Object.entries(series).filter(([name]) => !whereArvizDiffers.has(name)))(
  'of the series %s',
  (name, chains) => {
    test.each(Object.entries(mixing))('%s agrees with ArviZ', (statistic, compute) => {
      expectClose(compute(chains), reference.series[name]!.arviz[statistic] as number, 1e-8);
    });
  },
);
