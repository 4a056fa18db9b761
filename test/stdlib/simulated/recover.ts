/** Fits of simulated batteries, and whether they find the profile. */
import { expect } from 'vitest';
import { openThisThread } from '../../../host/chain-pool.ts';
import { type FitOptions, fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import { loadModule } from '../../../host/load.ts';
import { sketchOf } from '../../../module/data-sketch.ts';
import { compileToFit } from '../../compile-to-fit.ts';
import { type Battery, columnsOf, readLayout } from './battery.ts';

/** Fits a battery's layout to its columns on this thread. The seed is always the same. */
export async function fitBattery(battery: Battery, options: FitOptions = {}): Promise<SampledPosterior> {
  const { layout, choices = {} } = battery;
  const columns = columnsOf(battery);
  const source = { name: `${layout}.ml`, text: readLayout(layout) };
  const { bytes } = await compileToFit(source, sketchOf(columns), { choices });
  const settings = { chains: 4, warmup: 500, draws: 500, seed: 1n, pool: openThisThread(), scouts: 0 };
  return fitOnce(await loadModule(bytes), columns, { ...settings, ...options });
}

/** The standard deviation of a latent's posterior; throws when the draws define none. */
export function spreadOf({ summary }: SampledPosterior, name: string): number {
  const sd = summary[name]?.sd ?? null;
  if (sd === null) throw new Error(`The fit has no spread of ${name}.`);
  return sd;
}

/** A standard normal is farther out once in 16 000 times. */
const FARTHEST = 4;

/**
 * Expects each latent of the profile in the central 99 % of its draws, or within 4 posterior standard deviations of their
 * mean, and each posterior standard deviation that is named below its limit.
 */
export function expectRecovered(
  found: SampledPosterior,
  profile: Readonly<Record<string, number>>,
  limits: Readonly<Record<string, number>>,
): void {
  expect(found.verdict.status).not.toBe('failed');
  for (const [name, truth] of Object.entries(profile)) {
    const [mean, sd] = [found.summary[name]?.mean ?? Number.NaN, spreadOf(found, name)];
    const distance = isCentral(drawsOf(found, name), truth) ? 0 : Math.abs(mean - truth) / sd;
    expect(distance, `${name} is ${mean} ± ${sd}, not ${truth}`).toBeLessThan(FARTHEST);
  }
  for (const [name, limit] of Object.entries(limits)) {
    expect(spreadOf(found, name), `the spread of ${name}`).toBeLessThan(limit);
  }
}

function drawsOf({ draws, summary }: SampledPosterior, name: string): readonly number[] {
  const index = Object.keys(summary).indexOf(name);
  return draws.flatMap(({ latents }) => [...latents[index]!]);
}

/** Whether at most a half percent of the draws are below, and as many above. */
function isCentral(draws: readonly number[], value: number): boolean {
  const below = draws.filter((draw) => draw < value).length / draws.length;
  return 0.005 <= below && below <= 0.995;
}
