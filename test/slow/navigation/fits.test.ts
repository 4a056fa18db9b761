import { beforeAll, describe, expect, it } from 'vitest';
import type { SampledPosterior } from '../../../host/fit.ts';
import { AGENTS } from '../../../stdlib-layouts/navigation/arena/agents.ts';
import { batteryTable } from '../../../stdlib-layouts/navigation/arena/tables.ts';
import { column, fitAgent, ROWS, readBattery, successProbability } from '../../stdlib/navigation/battery.ts';
import { type Profile, profileOf } from '../../stdlib/navigation/profile.ts';
import { rankCorrelation } from '../../stdlib/navigation/rank-correlation.ts';

const PIXELS = [4, 8, 12, 16, 20, 24, 28, 32, 36, 40];
const NOISES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

const TEST = ROWS.filter(({ split }) => split === 'test');
const TRAIN = ROWS.filter(({ split }) => split === 'train');

const fits = new Map<string, SampledPosterior>();
const at = (pixels: number, noise: number): Profile => profileOf(fits.get(`p${pixels}-nu${noise}`)!);
const average = (values: readonly number[]) => values.reduce((sum, each) => sum + each) / values.length;

beforeAll(async () => {
  for (const { name } of AGENTS) fits.set(name, await fitAgent(name, 1000));
}, 10 * 60_000);

describe('the hundred agents', () => {
  it('act again, all of them, as they did when the table was made', () => {
    expect(batteryTable()).toBe(readBattery('battery.csv'));
  });

  it('are fitted without failure', () => {
    const failed = [...fits].filter(([, { verdict }]) => verdict.status === 'failed');
    expect(failed.map(([name]) => name)).toEqual([]);
  });

  it('have acuities in the order of their pixels, at every noise', () => {
    for (const noise of NOISES) {
      const order = rankCorrelation(
        PIXELS,
        PIXELS.map((pixels) => at(pixels, noise).acuity.mean),
      );
      // Who walks hardly at all shows little of how far it sees.
      expect(order, `noise ${noise}`).toBeGreaterThan(noise < 0.8 ? 0.98 : 0.9);
    }
    const means = PIXELS.map((pixels) => average(NOISES.map((noise) => at(pixels, noise).acuity.mean)));
    expect(means).toEqual(means.toSorted((a, b) => a - b));
  });

  it('have navigations in the order of their noise, as far as they see goals at a distance', () => {
    for (const pixels of PIXELS) {
      const navigations = NOISES.map((noise) => at(pixels, noise).navigation.mean);
      const order = rankCorrelation(NOISES, navigations);
      // An eye of 4 × 4 pixels sees goals so close by that noise below 0.9 keeps it from none.
      expect(order, `${pixels} pixels`).toBeLessThan(pixels < 8 ? -0.4 : pixels < 16 ? -0.75 : -0.99);
    }
    const means = NOISES.map((noise) => average(PIXELS.map((pixels) => at(pixels, noise).navigation.mean)));
    expect(means).toEqual(means.toSorted((a, b) => b - a));
  });

  it('have the same navigation at a noise whatever their eyes, from 24 pixels on', () => {
    for (const noise of NOISES) {
      const navigations = [24, 28, 32, 36, 40].map((pixels) => at(pixels, noise).navigation.mean);
      expect(Math.max(...navigations) - Math.min(...navigations), `noise ${noise}`).toBeLessThan(2);
    }
  });

  it('are predicted better by the layout than by their rates of success, on tasks held out', () => {
    const [distance, size] = [column(TEST, 'goalDistance'), column(TEST, 'goalSize')];
    for (const [name, { draws }] of fits) {
      const outcomes = column(TEST, name);
      const profiles = draws.flatMap(({ latents: [acuity, navigation] }) =>
        Array.from({ length: 50 }, (_, i) => [acuity![20 * i]!, navigation![20 * i]!] as const),
      );
      const predicted = outcomes.map((_, row) =>
        average(profiles.map(([a, n]) => successProbability(a, n, distance[row]!, size[row]!))),
      );
      const rate = average([...column(TRAIN, name)]);
      const brier = (p: (row: number) => number) =>
        average([...outcomes].map((outcome, row) => (p(row) - outcome) ** 2));
      expect(
        brier((row) => predicted[row]!),
        name,
      ).toBeLessThan(brier(() => rate));
    }
  });
});
