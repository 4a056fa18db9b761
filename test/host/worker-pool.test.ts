import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { ChainPool } from '../../host/chain-pool.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import { loadModule } from '../../host/load.ts';
import { openWorkers } from '../../host/node/worker-pool.ts';
import { DEFAULT_SETTINGS, type SampleOptions, sample } from '../../host/sample.ts';
import { standIn, standInColumns } from './stand-in.ts';

/** The worker as built, since a thread runs JavaScript. */
const WORKER = new URL('../../dist/host/node/chain-worker.js', import.meta.url);
const SHORT = { chains: 3, warmup: 60, draws: 40, seed: 3n } as const;

const folder = mkdtempSync(join(tmpdir(), 'theodolite-worker-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A worker that does something else. */
function workerThat(name: string, code: string): URL {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, code);
  return pathToFileURL(path);
}

async function sampleOn(pool: ChainPool, options: SampleOptions = {}, bytes = standIn()) {
  try {
    return await sample(await loadModule(await bytes), standInColumns(), { ...SHORT, pool, ...options });
  } finally {
    await pool.close();
  }
}

describe('a pool of workers', () => {
  it('gives the draws that this thread gives, whatever its size', async () => {
    const here = await sampleOn(openThisThread());
    expect(await sampleOn(openWorkers(1, WORKER))).toEqual(here);
    expect(await sampleOn(openWorkers(2, WORKER))).toEqual(here);
  });

  it('tells how far all chains are, up to the end', async () => {
    const told: number[] = [];
    await sampleOn(openWorkers(2, WORKER), { onProgress: (done, total) => told.push(done / total) });
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });

  it('names the chain in which the module traps', async () => {
    const trapping = standIn({ beforeDensity: 'if (evaluations > 200) unreachable();' });
    await expect(sampleOn(openWorkers(2, WORKER), { chains: 1 }, trapping)).rejects.toMatchObject({
      kind: 'chain',
      message: 'Chain 1 broke off (RuntimeError: unreachable).',
    });
  });

  it('names the chain whose thread throws', async () => {
    const throwing = workerThat(
      'throwing',
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('gone'); });",
    );
    await expect(sampleOn(openWorkers(1, throwing), { chains: 1 })).rejects.toMatchObject({
      kind: 'chain',
      message: 'Chain 1 broke off (Error: gone).',
    });
  });

  it('names the chain whose thread ends without a word', async () => {
    const ending = workerThat(
      'ending',
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(9));",
    );
    await expect(sampleOn(openWorkers(1, ending), { chains: 1 })).rejects.toMatchObject({
      kind: 'chain',
      message: 'Chain 1 broke off (Error: its thread ended with status 9).',
    });
  });

  it('stops even in the middle of a transition that never ends', async () => {
    const controller = new AbortController();
    const endless = standIn({ beforeDensity: 'while (evaluations > 200) evaluations++;' });
    const run = sampleOn(openWorkers(1, WORKER), { chains: 1, signal: controller.signal }, endless);
    setTimeout(() => controller.abort(), 200);
    await expect(run).rejects.toMatchObject({ kind: 'interrupted' });
  });

  it('listens once to a signal, however many chains it stops, and not at all when they are done', async () => {
    const { signal } = new AbortController();
    const pool = openWorkers(2, WORKER);
    const loaded = await loadModule(await standIn());
    const columns = [...standInColumns().values()];
    const plan = { ...DEFAULT_SETTINGS, ...SHORT };
    const runs = Array.from({ length: 30 }, (_, index) =>
      pool.run({ loaded, columns, plan: { ...plan, chain: index + 1 } }, () => undefined, signal),
    );
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await Promise.all(runs);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await pool.close();
  });

  it('takes up new work after a chain was stopped', async () => {
    const pool = openWorkers(1, WORKER);
    const stopped = sample(await loadModule(await standIn()), standInColumns(), {
      ...SHORT,
      pool,
      draws: 100_000,
      signal: AbortSignal.timeout(100),
    });
    await expect(stopped).rejects.toMatchObject({ kind: 'interrupted' });
    expect(await sampleOn(pool)).toEqual(await sampleOn(openThisThread()));
  });
});
