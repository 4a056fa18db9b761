import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { sourceOf } from '../../compiler/layout-input.ts';
import type { Manifest } from '../../host/manifest.ts';
import { marginalPriors } from '../../simulate/marginal-prior.ts';

/** The priors of a layout whose statistics are as given. */
function priorsOf(
  text: string,
  statistics: Readonly<Record<string, number>> = {},
  levels: Readonly<Record<string, readonly string[]>> = {},
  byLevel: Readonly<Record<string, readonly number[]>> = {},
) {
  const manifest = {
    statistics: Object.keys(statistics),
    levelStatistics: Object.keys(byLevel).map((each) => ({ text: each, by: 'person' })),
  } as unknown as Manifest;
  return marginalPriors(prepare(sourceOf(text)).layout, text, {
    manifest,
    levels: new Map(Object.entries(levels)),
    statistics: { values: Object.values(statistics), byLevel: Object.values(byLevel) },
  });
}

const OF_DATA = `layout OfData
unit s
demand wait : s in [0, 9]
capability patience : s ~ uniform(0, 2 * max(wait))
capability care : probability ~ beta(2, 1)
param spread : s ~ half_normal(max( wait ))
observe waits ~ bernoulli(care * margin(patience + spread, wait, 1 / s))
`;

const OF_LATENTS = `layout OfLatents
category person
demand hard
param spread ~ gamma(2, 1)
capability theta[person] ~ normal(0, spread)
observe right ~ bernoulli(irt_2pl(theta[person], hard, 1))
`;

/** By the trapezoidal rule. */
function integral(density: (x: number) => number, lo: number, hi: number): number {
  const steps = 20_000;
  const width = (hi - lo) / steps;
  let sum = (density(lo) + density(hi)) / 2;
  for (let step = 1; step < steps; step++) sum += density(lo + step * width);
  return sum * width;
}

describe('the marginal prior', () => {
  it('ends where statistics of the data say, however they are written', () => {
    const priors = priorsOf(OF_DATA, { 'max(wait)': 4 });
    const patience = priors.get('patience')!;
    expect([patience.lo, patience.hi]).toEqual([0, 8]);
    expect(patience.density(3)).toBeCloseTo(1 / 8, 12);
    expect([patience.density(-1), patience.density(8.1)]).toEqual([0, 0]);
    const spread = priors.get('spread')!;
    expect([spread.lo, spread.hi]).toEqual([0, Number.POSITIVE_INFINITY]);
    expect(spread.density(0)).toBeCloseTo(2 / (4 * Math.sqrt(2 * Math.PI)), 12);
    expect(priors.get('care')!.density(0.75)).toBeCloseTo(1.5, 12);
  });

  it('is the mean over what the latents are that it reads', () => {
    const theta = priorsOf(OF_LATENTS, {}, { person: ['Ada', 'Bo'] }).get('theta[Bo]')!;
    expect(integral((x) => theta.density(x), -60, 60)).toBeCloseTo(1, 3);
    // Of a normal whose variance is gamma(2, 1) squared, the second moment is E(spread²) = 6.
    const second = integral((x) => x * x * theta.density(x), -60, 60);
    expect(Math.abs(second - 6)).toBeLessThan(1.2);
    expect(theta.density(1)).toBeCloseTo(theta.density(-1), 12);
  });

  it('has the statistics of each level where a prior reads those', () => {
    const text = OF_LATENTS.replace('normal(0, spread)', 'normal(mean(hard, by = person), spread)');
    const levels = { person: ['Ada', 'Bo'] };
    const priors = priorsOf(text, {}, levels, { 'mean(hard, by = person)': [-2, 5] });
    for (const [name, center] of [
      ['theta[Ada]', -2],
      ['theta[Bo]', 5],
    ] as const) {
      const { density } = priors.get(name)!;
      expect(density(center + 1)).toBeCloseTo(density(center - 1), 12);
      expect(density(center)).toBeGreaterThan(density(center + 1));
    }
  });

  it('says which statistic was not stored', () => {
    expect(() => priorsOf(OF_DATA)).toThrow('lacks the statistic max(wait)');
  });
});
