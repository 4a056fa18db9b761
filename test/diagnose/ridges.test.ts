/** Ridges in made-up fits, and in a fit of a model without an origin. */
import { describe, expect, it } from 'vitest';
import { compileSource } from '../../compiler/compile.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import { ridgeOf } from '../../host/diagnose/ridges.ts';
import type { ParameterDraws } from '../../host/diagnose/summarise.ts';
import { summarise } from '../../host/diagnose/summarise.ts';
import { verdict } from '../../host/diagnose/verdict.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';

import { WELL_SAMPLED } from './fits.ts';
import { autoregression } from './series.ts';

const HEAD = `layout Ridge
category person, item
demand size in [0, 9]
param spread ~ half_normal(1)
capability theta[person] ~ normal(0, 10)
param hard[item] ~ normal(0, 10)
param sharp[item] ~ lognormal(0, 3)
param base, gain ~ normal(0, 10)
capability skill[person] ~ normal(base, spread)
observe right ~ bernoulli(logistic(sharp[item] * (theta[person] - hard[item]) + base + gain * size + skill[person]))
`;
const { manifest } = await compileSource({ name: 'ridge.ml', text: HEAD });

const CHAINS = 4;
const DRAWS = 500;
/** A walk that chains share, and noise of its own for each series. */
const walk = seriesOf(1, 0.999);

function seriesOf(seed: number, correlation: number): Float64Array[] {
  return Array.from({ length: CHAINS }, (_, chain) => {
    const next = autoregression(seed * 101 + chain * 7919, correlation);
    return Float64Array.from({ length: DRAWS }, () => next());
  });
}

/** Draws that go along with the walk by a share, with noise that mixes well. */
function drawn(name: string, seed: number, share: number, map = (value: number) => value): ParameterDraws {
  const noise = seriesOf(seed, 0);
  return {
    name,
    chains: noise.map((chain, which) =>
      chain.map((value, draw) => map(share * walk[which]![draw]! + 0.1 * value)),
    ),
  };
}

const levels = (name: string, seed: number, share: number, map?: (value: number) => number) =>
  ['a', 'b', 'c', 'd'].map((level, i) => drawn(`${name}[${level}]`, seed + i, share, map));
const still = [drawn('spread', 90, 0), drawn('base', 91, 0), drawn('gain', 92, 0)];

describe('a ridge', () => {
  it('is found where the means of two latents wander together, and the remedy anchors the one that is no ability', () => {
    const found = ridgeOf(manifest, [...still, ...levels('theta', 10, 1), ...levels('hard', 20, 1)]);
    expect(found?.latents).toEqual(['theta', 'hard']);
    expect(found?.message).toMatch(
      /^The rows do not tell `theta` and `hard` apart: the mean of `theta` and the mean of `hard` rise and fall together \(correlation 0\.99\d\), and the chains wander along this line\.$/,
    );
    expect(found?.remedy).toBe(
      'Anchor `hard[item]` at 0, so that only the other has a place of its own: `param hard[item] ~ normal(0, apart) sum to zero` with `param apart ~ half_normal(1)`.',
    );
  });

  it('is found between a spread and logarithms, which is one of the unit of the scale', () => {
    const apart = [-2, -1, 1, 2].map((place, i) => ({
      name: `theta[${i}]`,
      chains: walk.map((chain) => chain.map((value) => place * Math.exp(value))),
    }));
    const found = ridgeOf(manifest, [...apart, ...levels('sharp', 30, -1, Math.exp)]);
    expect(found?.message).toContain(
      'the spread of `theta` and the mean logarithm of `sharp` move in opposite directions',
    );
    expect(found?.remedy).toContain('`param sharp[item] ~ lognormal(median = 1, spread = apart)`');
  });

  it('is found between two latents without levels, with other advice', () => {
    const found = ridgeOf(manifest, [drawn('base', 40, 1), drawn('gain', 41, -1)]);
    expect(found?.message).toContain('`base` and `gain` move in opposite directions');
    expect(found?.remedy).toContain('Give one of them a narrow prior');
  });

  it('is no ridge where the prior of one latent reads the other', () => {
    expect(ridgeOf(manifest, [drawn('base', 50, 1), ...levels('skill', 51, 1)])).toBeNull();
  });

  it('is no ridge if chains mix well, or are apart without moving along the line', () => {
    const well = seriesOf(7, 0);
    const both = (name: string, seed: number): ParameterDraws => ({
      name,
      chains: seriesOf(seed, 0).map((chain, which) =>
        chain.map((value, draw) => well[which]![draw]! + 0.01 * value),
      ),
    });
    expect(ridgeOf(manifest, [both('base', 60), both('gain', 61)])).toBeNull();
    const apart = (name: string, seed: number): ParameterDraws => ({
      name,
      chains: seriesOf(seed, 0).map((chain, which) => chain.map((value) => value + 9 * which)),
    });
    expect(ridgeOf(manifest, [apart('base', 62), apart('gain', 63)])).toBeNull();
  });

  it('takes the place of the advice to run longer', () => {
    const draws = [...levels('theta', 10, 1), ...levels('hard', 20, 1)];
    const shape = { draws, manifest, targetAccept: 0.8, maxTreeDepth: 10 };
    const { findings } = verdict(summarise(draws), { ...WELL_SAMPLED, draws: DRAWS }, shape);
    expect(findings.map(({ kind }) => kind)).toContain('disagreement');
    for (const { kind, remedy } of findings) {
      expect(kind).not.toBe('separate-places');
      expect(remedy).toContain('Anchor `hard[item]` at 0');
      expect(remedy).not.toContain('longer');
    }
  });
});

it('a model without an origin is told which latents trade off, and one that is anchored has no ridge', async () => {
  const persons = 12;
  const items = 30;
  const rows = persons * items;
  const person = Float64Array.from({ length: rows }, (_, row) => row % persons);
  const item = Float64Array.from({ length: rows }, (_, row) => Math.floor(row / persons));
  const right = Float64Array.from({ length: rows }, (_, row) => {
    const chance = 1 / (1 + Math.exp(Math.sin(3 * item[row]!) - Math.cos(5 * person[row]!)));
    return (row * 0.754877666) % 1 < chance ? 1 : 0;
  });
  const findingsOf = async (hard: string) => {
    const text = `layout Rasch\ncategory person, item\nparam apart ~ half_normal(1)\ncapability theta[person] ~ normal(0, 1000)\nparam hard[item] ~ ${hard}\nobserve right ~ bernoulli(logistic(theta[person] - hard[item]))\nobserve extra ~ normal(0, apart)\n`;
    const model = await loadModule((await compileSource({ name: 'rasch.ml', text })).bytes);
    const extra = Float64Array.from(right, (value) => 2 * value - 1);
    const columns = new Map(Object.entries({ person, item, right, extra }));
    const fitted = await fitOnce(model, columns, {
      warmup: 150,
      draws: 150,
      pool: openThisThread(),
      seed: 2,
    });
    return fitted.verdict.findings.map(({ remedy }) => remedy).join(' ');
  };
  expect(await findingsOf('normal(0, 1000)')).toContain('Anchor `hard[item]` at 0');
  expect(await findingsOf('normal(0, apart)')).not.toContain('Anchor');
  expect(await findingsOf('normal(0, apart) sum to zero')).not.toContain('Anchor');
});
