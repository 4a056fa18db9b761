import { describe, expect, it } from 'vitest';
import {
  fixedPriorsOf,
  marginalPriors,
  priorsOf as storedPriorsOf,
} from '../../analysis/simulate/marginal-prior.ts';
import { prepare } from '../../compiler/compile.ts';
import { sourceOf } from '../../compiler/layout-input.ts';
import type { Manifest } from '../../module/manifest.ts';

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

describe('the marginal prior', () => {
  it('ends where statistics of the data say, however they are written', () => {
    const priors = priorsOf(OF_DATA, { 'max(wait)': 4 });
    const patience = priors.get('patience')!;
    expect([patience.lo, patience.hi]).toEqual([0, 8]);
    expect(patience.densities([3])[0]).toBeCloseTo(1 / 8, 12);
    expect([patience.densities([-1])[0], patience.densities([8.1])[0]]).toEqual([0, 0]);
    const spread = priors.get('spread')!;
    expect([spread.lo, spread.hi]).toEqual([0, Number.POSITIVE_INFINITY]);
    expect(spread.densities([0])[0]).toBeCloseTo(2 / (4 * Math.sqrt(2 * Math.PI)), 12);
    expect(priors.get('care')!.densities([0.75])[0]).toBeCloseTo(1.5, 12);
  });

  it('of a level that sums to zero with others is narrower, by what their mean takes', () => {
    const text = `layout Plane
category person
capability theta[person] ~ normal(0, 2) sum to zero
observe right ~ bernoulli(logistic(theta[person]))
`;
    const theta = priorsOf(text, {}, { person: ['Ada', 'Bo', 'Cy', 'Di'] }).get('theta[Bo]')!;
    const sd = 2 * Math.sqrt(1 - 1 / 4);
    expect(theta.densities([0])[0]).toBeCloseTo(1 / (sd * Math.sqrt(2 * Math.PI)), 12);
    expect(theta.densities([sd])[0]).toBeCloseTo(Math.exp(-0.5) / (sd * Math.sqrt(2 * Math.PI)), 12);
  });

  it('is the mean over what the latents are that it reads', () => {
    const theta = priorsOf(OF_LATENTS, {}, { person: ['Ada', 'Bo'] }).get('theta[Bo]')!;
    const at = Array.from({ length: 1201 }, (_, place) => (place - 600) / 5);
    const densities = theta.densities(at);
    const moment = (power: number) =>
      densities.reduce((sum, density, place) => sum + (density * at[place]! ** power) / 5, 0);
    expect(moment(0)).toBeCloseTo(1, 2);
    expect(Math.abs(moment(1))).toBeLessThan(0.15);
    // Of a normal whose standard deviation is gamma(2, 1) the variance is E(spread²) = 6.
    expect(Math.abs(moment(2) - 6)).toBeLessThan(0.9);
    expect([theta.lo, theta.hi]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it('ends as far out as the latents allow that its ends are made of', () => {
    const text = `layout Nested
demand wait in [0, 9]
capability memory ~ uniform(0, 4.4)
capability object ~ uniform(0, memory * 11)
observe right ~ bernoulli(margin(memory + object, wait))
`;
    const { lo, hi } = priorsOf(text).get('object')!;
    expect([lo, hi]).toEqual([0, 48.4]);
  });

  it('has the statistics of each level where a prior reads those', () => {
    const text = OF_LATENTS.replace('normal(0, spread)', 'normal(mean(hard, by = person), spread)');
    const levels = { person: ['Ada', 'Bo'] };
    const priors = priorsOf(text, {}, levels, { 'mean(hard, by = person)': [-2, 5] });
    for (const [name, center] of [
      ['theta[Ada]', -2],
      ['theta[Bo]', 5],
    ] as const) {
      const at = [center - 1, center, center + 1];
      const [below, middle, above] = priors.get(name)!.densities(at);
      expect(middle).toBeGreaterThan(Math.max(below!, above!));
      expect(Math.abs(above! - below!)).toBeLessThan(0.2 * middle!);
    }
  });

  it('says which statistic was not stored', () => {
    expect(() => priorsOf(OF_DATA)).toThrow('lacks the statistic max(wait)');
  });
});

describe('the priors of a stored fit', () => {
  const HEAD = 'layout Rows\ncategory task in family\ncategory family, step\nparam slope ~ normal(0, 1)\n';
  const TAIL = '\nobserve right ~ bernoulli(logistic(hard[task]))\n';
  const fitOf = (lines: string) => {
    const levels = new Map([
      ['task', ['a', 'b']],
      ['family', ['f']],
      ['step', ['1', '2']],
    ]);
    const manifest = { statistics: [], levelStatistics: [] } as unknown as Manifest;
    return {
      ...{ layoutText: `${HEAD}${lines}${TAIL}`, manifest, levels },
      statistics: { values: [], byLevel: [] },
    } as never;
  };

  it.each([
    'demand length[task] in [0, 9]\nparam hard[task] ~ normal(slope * length[task], 1)',
    'demand length[task] in [0, 9]\nlet far = slope * length[task]\nparam hard[task] ~ normal(0, exp(far))',
    'param base[family] ~ normal(0, 1)\nparam hard[task] ~ normal(base[family], 1)',
    'param moved[task, step] ~ normal(previous(moved[task, step], 0), 1)\nparam hard[task] ~ normal(0, 1)',
  ])('are not known where one reads rows, which the fit does not store: %s', (lines) => {
    expect(storedPriorsOf(fitOf(lines))).toBeNull();
    expect(fixedPriorsOf(fitOf(lines))).toBeNull();
  });

  it('are known where they read the level itself, or the one before it', () => {
    const lines =
      'param hard[task] ~ normal(slope, 1)\nparam drift[step] ~ normal(previous(drift[step], 0), 1)';
    expect(storedPriorsOf(fitOf(lines))?.get('hard[a]')).toBeDefined();
    expect([...fixedPriorsOf(fitOf(lines))!.keys()]).toContain('slope');
  });
});
