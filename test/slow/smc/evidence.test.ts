/** The evidence beside its exact value, over many seeds: how often the 95 % interval holds it, and whether hard ways are told of. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSource } from '../../../compiler/compile.ts';
import type { ChainPool } from '../../../host/chain-pool.ts';
import { fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import { type LoadedModule, loadModule } from '../../../host/load.ts';
import { openWorkers } from '../../../host/node/worker-pool.ts';
import type { Columns } from '../../../module/columns.ts';
import { toColumns } from '../../../module/to-columns.ts';
import { DENSITY_COLUMNS, densityModule } from '../../host/density-module.ts';
import { conjugateTarget, ridgeTarget } from '../../smc/targets.ts';

/** The worker as built, since a thread runs JavaScript. */
const WORKER = new URL('../../../dist/host/node/chain-worker.js', import.meta.url);
const SEEDS = Array.from({ length: 20 }, (_, i) => BigInt(i + 1));

let pool: ChainPool;
beforeAll(() => {
  pool = openWorkers(undefined, WORKER);
});
afterAll(() => pool.close());

const particles = (loaded: LoadedModule, columns: Columns, seed: bigint): Promise<SampledPosterior> =>
  fitOnce(loaded, columns, { method: 'smc', scouts: 0, pool, seed });

/** How many fits' intervals hold the evidence. */
function held(fits: readonly SampledPosterior[], logEvidence: number): number {
  return fits.filter(({ sampler }) => {
    const [lower, upper] = sampler.particles!.logEvidenceInterval!;
    return lower <= logEvidence && logEvidence <= upper;
  }).length;
}

describe('the interval of the evidence', () => {
  it.each([
    ['a conjugate normal', conjugateTarget(0.5, 1, 0.3)],
    [
      'a scale that the data tell, of levels that are not centred',
      ridgeTarget([0.3, -0.1, 0.2, -0.25], 0.02),
    ],
  ])('holds it for %s with most seeds', async (_, target) => {
    const loaded = await loadModule(await densityModule(target));
    const fits: SampledPosterior[] = [];
    for (const seed of SEEDS) fits.push(await particles(loaded, DENSITY_COLUMNS, seed));
    // Of 20 intervals of 95 %, fewer than 16 hold it once in four hundred times.
    expect(held(fits, target.logEvidence)).toBeGreaterThanOrEqual(16);
  });
});

const pilots = new URL('../../../../shared/repro/posteriors/', import.meta.url);

describe.skipIf(!existsSync(pilots))('the evidence of pilots, whose levels are told by their rows', () => {
  /** By quadrature over the three standard deviations: the rows are normal, and their covariance has four eigenvalues. */
  const EXACT = -30.0696;

  it('is found, or the fit fails', async () => {
    const name = 'pilots.ml';
    const { bytes } = await compileSource({ name, text: readFileSync(new URL(name, pilots), 'utf8') });
    const loaded = await loadModule(bytes);
    const rows: Record<string, string>[] = parse(readFileSync(new URL('pilots.csv', pilots)), {
      columns: true,
    });
    const { columns } = toColumns(loaded.manifest, {
      ...Object.fromEntries(['team', 'scenario'].map((name) => [name, rows.map((row) => row[name]!)])),
      y: rows.map((row) => Number(row.y)),
    });
    for (const seed of [1n, 2n, 22n]) {
      const { sampler, verdict } = await particles(loaded, columns, seed);
      if (verdict.status === 'failed') continue;
      expect(Math.abs(sampler.particles!.logEvidence - EXACT)).toBeLessThan(0.25);
    }
  });
});
