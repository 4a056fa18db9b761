import { describe, expect, it } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { type FitOptions, fit as fitOnce, type SampledPosterior } from '../../host/fit.ts';
import { type LoadedModule, loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { DENSITY_COLUMNS, densityModule } from '../host/density-module.ts';
import { standIn, standInColumns } from '../host/stand-in.ts';
import type { Target } from '../sampler/chain.ts';
import { conjugateTarget, ridgeTarget, twoModes } from './targets.ts';

/** The worker as built, since a thread runs JavaScript. */
const WORKER = new URL('../../dist/host/node/chain-worker.js', import.meta.url);

const SEEDS = [1n, 2n, 3n, 4n, 5n];

const loadTarget = async (target: Target): Promise<LoadedModule> => loadModule(await densityModule(target));

async function smc(loaded: LoadedModule, options: FitOptions = {}): Promise<SampledPosterior> {
  return fitOnce(loaded, DENSITY_COLUMNS, {
    method: 'smc',
    scouts: 0,
    pool: openThisThread(),
    ...options,
  });
}

/** How many of its standard errors an estimate of the log evidence is off. */
function evidenceErrors({ sampler }: SampledPosterior, wanted: number): number {
  const { logEvidence, logEvidenceError } = sampler.particles!;
  return (logEvidence - wanted) / logEvidenceError!;
}

describe('sequential Monte Carlo', () => {
  it.each([
    ['a narrow prior', 0.5, 1, 0.3],
    ['a prior far wider than the reference', 100, 150, 0.1],
    ['data that say next to nothing', 1, 0.5, 50],
  ])('finds the evidence and the posterior of a conjugate normal with %s', async (_, priorSd, y, sd) => {
    const target = conjugateTarget(priorSd, y, sd);
    const loaded = await loadTarget(target);
    const precision = 1 / priorSd ** 2 + 1 / sd ** 2;
    const errors: number[] = [];
    for (const seed of SEEDS) {
      const fit = await smc(loaded, { seed });
      expect(fit.verdict).toEqual({ status: 'converged', findings: [] });
      const { mean, mcse, sd: spread } = fit.summary.x0!;
      expect(Math.abs(mean! - y / sd ** 2 / precision)).toBeLessThan(4 * mcse!);
      expect(spread! * Math.sqrt(precision)).toBeCloseTo(1, 1);
      expect(fit.sampler.particles!.logEvidenceError).toBeLessThan(0.2);
      errors.push(evidenceErrors(fit, target.logEvidence));
    }
    // Student's t with three degrees of freedom: the mean of five is beyond 3 once in a thousand times.
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(3);
  });

  it('weighs two modes between which no chain moves, and says so where chains are stuck', async () => {
    const target = twoModes(10, 8, 0.2, 0.25);
    const loaded = await loadTarget(target);
    const shares: number[] = [];
    for (const seed of SEEDS) {
      const fit = await smc(loaded, { seed, scouts: 16 });
      expect(fit.verdict.status).toBe('converged');
      const right = fit.modes.find(({ values }) => values.x0!.mean > 0)!;
      expect(right.draws!.error).toBeLessThan(0.03);
      shares.push(right.draws!.share);
      expect(Math.abs(evidenceErrors(fit, target.logEvidence))).toBeLessThan(6);
    }
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(Math.abs(mean - 0.2)).toBeLessThan(0.02);
    for (const share of shares) expect(Math.abs(share - 0.2)).toBeLessThan(0.05);
    const chains = await smc(loaded, { method: 'nuts', scouts: 16 });
    const finding = chains.verdict.findings.find(({ kind }) => kind === 'separate-places');
    expect(finding!.remedy).toContain('`method: "smc"`');
  });

  it('goes its way again with more care where particles do not follow it, and finds the evidence', async () => {
    const target = ridgeTarget([0.004, -0.003, 0.002, -0.0025, 0.0045, -0.001, 0.0035, -0.002], 0.0003);
    const loaded = await loadTarget(target);
    const { sampler } = await smc(loaded, { chains: 2, draws: 1000 });
    const { runs, logEvidence } = sampler.particles!;
    expect(runs.map(({ ways }) => ways)).toContain(2);
    expect(Math.abs(logEvidence - target.logEvidence)).toBeLessThan(0.3);
  });

  it('gives one draw a particle, and tells how it went', async () => {
    const loaded = await loadTarget(conjugateTarget(1, 2, 0.2));
    const { draws, sampler } = await smc(loaded, { chains: 3, draws: 400 });
    expect(draws.map(({ lp }) => lp.length)).toEqual([400, 400, 400]);
    expect(sampler).toMatchObject({ chains: 3, warmup: 0, draws: 400, bfmi: [null, null, null] });
    for (const run of sampler.particles!.runs) {
      expect(run.temperatures).toBeGreaterThan(1);
      expect(run.sweeps).toBeGreaterThanOrEqual(run.temperatures);
      expect(run.ancestors).toBeGreaterThan(20);
      expect(run.ancestors).toBeLessThan(400);
      expect(run.leastAcceptance).toBeGreaterThan(0.6);
      expect(Math.abs(run.logPriorMass)).toBeLessThan(1e-12);
      // The reference is the prior here: no exponent between them.
    }
    expect(sampler.gradients).toBeGreaterThan(3 * 400 * 3);
  });

  it('draws the same bytes on this thread, on one worker and on two', async () => {
    const loaded = await loadModule(await standIn());
    const columns = standInColumns();
    const settings = { method: 'smc', chains: 3, draws: 200, seed: 7n, scouts: 0 } as const;
    const here = await fitOnce(loaded, columns, { ...settings, pool: openThisThread() });
    for (const workers of [1, 2]) {
      const pool = openWorkers(workers, WORKER);
      const there = await fitOnce(loaded, columns, { ...settings, pool });
      await pool.close();
      expect(there.draws).toEqual(here.draws);
    }
    expect(here.draws[0]!.latents[0]).not.toEqual(here.draws[1]!.latents[0]);
  });

  it('tells how far it is, without going back, up to the end', async () => {
    const told: number[] = [];
    const loaded = await loadTarget(conjugateTarget(1, 2, 0.01));
    await smc(loaded, { chains: 2, draws: 2000, onProgress: (done, total) => told.push(done / total) });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    expect(told.some((share) => share > 0.1 && share < 0.9)).toBe(true);
  });

  it('leaves a region without density to no particle, and counts its share of the prior', async () => {
    // Seven eighths of the prior's mass has none.
    const target: Target = {
      dimension: 3,
      logPrior: PRIOR,
      logDensity: `
  const prior = logPriorUnconstrained(position, gradient);
  return x(0) > 0 && x(1) > 0 && x(2) > 0 ? prior : -Infinity;`,
    };
    const { draws, sampler } = await smc(await loadTarget(target));
    for (const { latents } of draws) {
      for (const series of latents) expect(series.every((value) => value > 0)).toBe(true);
    }
    expect(Math.abs(sampler.particles!.logEvidence + Math.log(8))).toBeLessThan(0.3);
  });

  it('says that the data are impossible where no particle has any density', async () => {
    const target: Target = { dimension: 3, logPrior: PRIOR, logDensity: 'slope(0, 0); return NaN;' };
    await expect(smc(await loadTarget(target))).rejects.toMatchObject({
      kind: 'start',
      message: expect.stringContaining(
        'Run 1 found no place where the density of this layout and these data is finite.',
      ),
    });
  });
});

/** Three standard normals. */
const PRIOR = `
  let sum = ${-1.5 * Math.log(2 * Math.PI)};
  for (let i = 0; i < DIMENSION; i++) {
    sum -= 0.5 * x(i) * x(i);
    slope(i, -x(i));
  }
  return sum;`;
