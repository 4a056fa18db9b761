import { describe, expect, it } from 'vitest';
import type { ChainPool } from '../../host/chain-pool.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import type { ChainPlan } from '../../host/draws.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { resolveSettings, sample } from '../../host/sample.ts';
import { type Sabotage, standIn, standInColumns } from './stand-in.ts';

const SHORT = { chains: 2, warmup: 100, draws: 150, seed: 7n } as const;

async function sampleHere(sabotage: Sabotage = {}, options: Parameters<typeof sample>[2] = {}) {
  return sample(await loadModule(await standIn(sabotage)), standInColumns(), {
    ...SHORT,
    pool: openThisThread(),
    ...options,
  });
}

describe('sampling', () => {
  it('gives as many chains and draws as were asked for, with the columns of the sampler', async () => {
    const chains = await sampleHere();
    expect(chains).toHaveLength(2);
    for (const chain of chains) {
      const { latents, gradients, statistics, warmup, end, centrings, ...sampler } = chain;
      // The mean of `y`, which is 1 in 36 of the 60 rows.
      expect(statistics).toEqual({ values: [0.6], byLevel: [] });
      expect(latents).toHaveLength(1);
      expect(end).toHaveLength(1);
      expect(warmup).toBe(100);
      // No latent of the layout has a centring to learn.
      expect(centrings).toHaveLength(0);
      for (const series of [...latents, ...Object.values(sampler)]) expect(series).toHaveLength(150);
      expect(gradients).toBeGreaterThan(250);
      expect(chain.acceptStat.every((value) => value >= 0 && value <= 1)).toBe(true);
      expect(chain.divergent.every((value) => value === 0 || value === 1)).toBe(true);
    }
  });

  it('repeats a seed to the bit, and draws otherwise for another seed or chain', async () => {
    const [once, again, other] = [await sampleHere(), await sampleHere(), await sampleHere({}, { seed: 8n })];
    expect(again).toEqual(once);
    expect(other[0]!.latents[0]).not.toEqual(once[0]!.latents[0]);
    expect(once[0]!.latents[0]).not.toEqual(once[1]!.latents[0]);
  });

  it('tells how far all chains are, up to the end', async () => {
    const told: number[] = [];
    await sampleHere({}, { onProgress: (done, total) => told.push(done / total) });
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  describe('with a chain whose steps are far shorter than the others', () => {
    const FOUR = { ...SHORT, chains: 4 } as const;
    /** A pool that takes the first run of chain 2 for badly adapted, and keeps what it was asked for. */
    const sabotaged = () => {
      const pool = openThisThread();
      const plans: ChainPlan[] = [];
      const run: ChainPool['run'] = async (task, onProgress, signal) => {
        plans.push(task.plan);
        const draws = await pool.run(task, onProgress, signal);
        return task.plan.chain === 2
          ? { ...draws, stepSize: draws.stepSize.map((step) => step / 50) }
          : draws;
      };
      return { pool: { ...pool, run }, plans };
    };

    it('warms that chain up again from where it ended, with a stream of its own, and says so', async () => {
      const { pool, plans } = sabotaged();
      const chains = await sampleHere({}, { ...FOUR, pool });
      const plain = await sampleHere({}, FOUR);
      expect(plans).toHaveLength(5);
      expect(plans[4]).toMatchObject({ chain: 6, warmup: 100, draws: 150, from: plain[1]!.end });
      const others = [0, 2, 3].map((index) => plain[index]!.stepSize[0]!).sort((a, b) => a - b);
      expect(chains.map(({ adaptedAgain }) => adaptedAgain)).toEqual([
        undefined,
        {
          chain: 2,
          firstStepSize: plain[1]!.stepSize[0]! / 50,
          stepSize: chains[1]!.stepSize[0],
          others: others[1],
          failed: false,
        },
        undefined,
        undefined,
      ]);
      expect(chains[1]!.latents[0]).not.toEqual(plain[1]!.latents[0]);
      expect(chains[1]!.gradients).toBeGreaterThan(1.5 * plain[1]!.gradients);
      for (const index of [0, 2, 3]) expect(chains[index]).toEqual(plain[index]);
    });

    it('tells how far it is up to the end', async () => {
      const told: number[] = [];
      const { pool } = sabotaged();
      await sampleHere({}, { ...FOUR, pool, onProgress: (done) => told.push(done) });
      expect(told).toEqual([...told].sort((a, b) => a - b));
      expect(told.at(-1)).toBe(5 * 250);
    });

    it('does not where there is no warm-up', async () => {
      const { pool, plans } = sabotaged();
      await sampleHere({}, { ...FOUR, pool, warmup: 0 });
      expect(plans).toHaveLength(4);
    });
  });

  it('stops between pieces when its signal is aborted', async () => {
    const controller = new AbortController();
    const told: number[] = [];
    const run = sampleHere(
      {},
      {
        draws: 100_000,
        signal: controller.signal,
        onProgress: (done) => {
          told.push(done);
          controller.abort();
        },
      },
    );
    await expect(run).rejects.toMatchObject({ kind: 'interrupted' });
    expect(told).toHaveLength(1);
  });

  it('names the chain in which the module traps', async () => {
    const trap = { beforeDensity: 'if (evaluations > 200) unreachable();' };
    await expect(sampleHere(trap, { chains: 1 })).rejects.toMatchObject({
      kind: 'chain',
      message: expect.stringMatching(/^Chain 1 broke off \(RuntimeError: unreachable\)\.$/),
    });
  });

  it('says that a chain found no start where the density is nowhere finite', async () => {
    await expect(sampleHere({ beforeDensity: 'if (true) return -Infinity;' })).rejects.toMatchObject({
      kind: 'start',
      message: expect.stringContaining('Chain 1 found no starting point'),
    });
  });

  it.each([
    [{ chains: 0 }, 'The setting `chains` is 0.'],
    [{ draws: 1.5 }, 'The setting `draws` is 1.5.'],
    [{ warmup: -1 }, 'The setting `warmup` is -1.'],
    [{ targetAccept: 1 }, 'The setting `targetAccept` is 1.'],
    [{ targetAccept: Number.NaN }, 'The setting `targetAccept` is NaN.'],
    [{ seed: 1n << 64n }, 'The setting `seed` is 18446744073709551616.'],
  ])('refuses %o', (settings, message) => {
    expect(() => resolveSettings(settings)).toThrow(message);
  });
});

describe('a fit', () => {
  it('finds the mean and sd that quadrature gives', async () => {
    const columns = standInColumns();
    const result = await fitOnce(await loadModule(await standIn()), columns, {
      chains: 4,
      warmup: 300,
      draws: 1000,
      pool: openThisThread(),
    });
    const { mean, sd } = quadrature(columns.get('x')!, columns.get('y')!);
    const level = result.summary.level!;
    expect(Math.abs(level.mean! - mean)).toBeLessThan(5 * level.mcse!);
    expect(level.sd!).toBeGreaterThan(0.9 * sd);
    expect(level.sd!).toBeLessThan(1.1 * sd);
    expect(result.verdict).toEqual({ status: 'converged', findings: [] });
    expect(result.sampler).toMatchObject({ chains: 4, warmup: 300, draws: 1000, divergences: 0 });
  });
});

/** Mean and sd of the stand-in's posterior by the rectangle rule on [-5, 5]. */
function quadrature(x: Float64Array, y: Float64Array): { mean: number; sd: number } {
  let [mass, first, second] = [0, 0, 0];
  for (let level = -5; level <= 5; level += 0.001) {
    let logDensity = -0.5 * level * level;
    for (const [row, demand] of x.entries()) {
      logDensity -= Math.log1p(Math.exp(y[row] === 1 ? demand - level : level - demand));
    }
    const weight = Math.exp(logDensity);
    mass += weight;
    first += weight * level;
    second += weight * level * level;
  }
  const mean = first / mass;
  return { mean, sd: Math.sqrt(second / mass - mean * mean) };
}
