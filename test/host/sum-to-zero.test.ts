/** Levels that sum to zero, as a program meets them: estimates, hints, points and what is refused. */
import { describe, expect, it } from 'vitest';
import { compile, type EstimateOptions, HostError, load } from '../../index.ts';
import { estimateLayout } from '../estimate/estimate-layout.ts';

const PLANE = `layout Plane
category system, item
capability skill[system] ~ normal(0, 4)
param hard[item] ~ normal(0, 2) sum to zero
observe right ~ bernoulli(logistic(skill[system] - hard[item]))
`;

/** The same with two free numbers and effect coding; the prior of the plane is a factor, beside priors too wide to matter. */
const CODED = `layout Coded
category system
demand one, two in {-1, 0, 1}
capability skill[system] ~ normal(0, 4)
param first, second ~ normal(0, 3e3)
factor -(first ^ 2 + second ^ 2 + (first + second) ^ 2) / 8
observe right ~ bernoulli(logistic(skill[system] - first * one - second * two))
`;

const CELLS = Array.from({ length: 60 }, (_, row) => ({
  system: `s${row % 4}`,
  item: `i${1 + (row % 3)}`,
  right: (row * 7 + Math.floor(row / 5)) % 11 < 3 + (row % 4) + (row % 3) ? 1 : 0,
}));
const column = (name: 'system' | 'item') => CELLS.map((cell) => cell[name]);
const right = CELLS.map((cell) => cell.right);
const TABLE = { system: column('system'), item: column('item'), right };
const coding = (item: string) => CELLS.map((cell) => (cell.item === item ? 1 : cell.item === 'i3' ? -1 : 0));
const CODED_TABLE = { system: column('system'), one: coding('i1'), two: coding('i2'), right };

describe('levels that sum to zero', () => {
  it.each(['mle', 'map', 'laplace'] as const)(
    'have the estimates and errors of effect coding: %s',
    async (method) => {
      const options: EstimateOptions = { method };
      const coded = method === 'mle' ? CODED.replace(/^factor.*\n/m, '') : CODED;
      const plane = await estimateLayout(PLANE, TABLE, options);
      const other = await estimateLayout(coded, CODED_TABLE, options);
      expect(plane.verdict.findings).toEqual([]);
      // A factor is no part of the prior.
      if (method === 'mle') expect(plane.logLikelihood).toBeCloseTo(other.logLikelihood, 6);
      expect([plane.aic, plane.bic].map((value) => value?.toFixed(6))).toEqual(
        [other.aic, other.bic].map((value) => value?.toFixed(6)),
      );
      expect(other.verdict.findings).toEqual([]);
      const [found, wanted] = [plane.estimates(), other.estimates()];
      for (const [name, same] of [
        ...['s0', 's1', 's2', 's3'].map((system) => [`skill[${system}]`, `skill[${system}]`]),
        ['hard[i1]', 'first'],
        ['hard[i2]', 'second'],
      ] as [string, string][]) {
        expect(found[name]!.estimate, name).toBeCloseTo(wanted[same]!.estimate!, 5);
        expect(found[name]!.se, name).toBeCloseTo(wanted[same]!.se!, 5);
        expect(found[name]!.interval![0], name).toBeCloseTo(wanted[same]!.interval![0], 5);
      }
      const hard = ['i1', 'i2', 'i3'].map((item) => found[`hard[${item}]`]!.estimate!);
      expect(hard.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
    },
  );

  it('are estimated the same with many levels, where no whole matrix is made', async () => {
    const items = 320;
    const rows = Array.from({ length: 20 * items }, (_, row) => [row % 20, Math.floor(row / 20)] as const);
    const data = {
      system: rows.map(([system]) => `s${system}`),
      item: rows.map(([, item]) => `i${item}`),
      right: rows.map(([system, item]) => ((system * 13 + item * 29) % 31 < 6 + system ? 1 : 0)),
    };
    const model = await estimateLayout(PLANE, data, { method: 'map' });
    expect(model.verdict.findings).toEqual([]);
    const found = model.estimates();
    const hard = Object.entries(found).filter(([name]) => name.startsWith('hard['));
    expect(hard.length).toBe(items);
    expect(hard.every(([, { se, interval }]) => se! > 0 && interval !== null)).toBe(true);
    expect(hard.reduce((sum, [, { estimate }]) => sum + estimate!, 0)).toBeCloseTo(0, 9);
    // The first level by name, whose own number is spare, is told as well as another with the same answers.
    const alike = hard.filter(([, { estimate }]) => Math.abs(estimate! - hard[0]![1].estimate!) < 1e-6);
    expect(alike.length).toBeGreaterThan(1);
    for (const [, { se }] of alike) expect(se).toBeCloseTo(hard[0]![1].se!, 5);
  });

  it('are informed by rows of any level', async () => {
    const bound = await (await load((await compile(PLANE)).bytes)).bind(TABLE);
    expect((await bound.hints()).map(({ kind }) => kind)).not.toContain('uninformed');
  });

  it('are refused at a point at which they do not, and with a single level', async () => {
    const model = await load((await compile(PLANE)).bytes);
    const bound = await model.bind(TABLE);
    const skill = { s0: 0, s1: 0, s2: 0, s3: 0 };
    expect(bound.logDensity({ skill, hard: { i1: 1, i2: -0.25, i3: -0.75 } }).logDensity).toBeLessThan(0);
    expect(() => bound.logDensity({ skill, hard: { i1: 1, i2: -0.25, i3: -0.7 } })).toThrow(
      new HostError(
        'data',
        'The point gives levels of `hard` that sum to 0.05, and the prior has them sum to zero.',
        'Subtract their mean from each.',
      ),
    );
    const single = await model.bind({ ...TABLE, item: TABLE.item.map(() => 'i1') });
    await expect(single.fit({ method: 'map' })).rejects.toThrow(
      'The levels of `hard` sum to zero, and `item` has only one level in these data.',
    );
  });
});
