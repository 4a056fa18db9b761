/** Rows that several threads sum: the same draws for any number of them, and what is told where one of them breaks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import type { ChainMessage } from '../../host/chain-message.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import { loadModule } from '../../host/load.ts';
import { DEFAULT_SETTINGS } from '../../host/sample.ts';
import { WorkerPool } from '../../host/worker-pool.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { personsByItems } from './large-tables.ts';

/** The worker as built, since a thread runs JavaScript. */
const WORKER = new URL('../../dist/host/node/chain-worker.js', import.meta.url);

const table = personsByItems(101, 601);
const { bytes } = await compileToFit({ name: 'layout.ml', text: table.text }, sketchOf(table.columns));
const loaded = await loadModule(bytes);
const rows = { loaded, columns: loaded.manifest.columns.map(({ name }) => table.columns.get(name)!) };
const plan = { ...DEFAULT_SETTINGS, chain: 1, seed: 3n, warmup: 4, draws: 4, maxTreeDepth: 3 };

const folder = mkdtempSync(join(tmpdir(), 'theodolite-shards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A worker that meets help with `code` and does all else as it should. */
function workerThatHelps(name: string, code: string): URL {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads';
const on = parentPort.on.bind(parentPort);
parentPort.on = (name, serve) => on(name, (task) => { if ('board' in task) { ${code} } else serve(task); });
await import('${WORKER}');`,
  );
  return pathToFileURL(path);
}

/** A pool of so many threads, however many the machine runs at once; `told` is given all that they say. */
function threads(size: number, file = WORKER, told: ChainMessage['kind'][] = []): WorkerPool {
  return new WorkerPool(size, (hear, lose) => {
    const thread = new Worker(file);
    thread.on('message', (message: ChainMessage) => {
      told.push(message.kind);
      hear(message);
    });
    thread.on('error', lose);
    thread.on('exit', (code) => lose(new Error(`its thread ended with status ${code}`)));
    return {
      give: (task) => thread.postMessage(task),
      rest: () => undefined,
      terminate: () => thread.terminate(),
    };
  });
}

async function chainOn(pool: ChainPool, more: Partial<typeof plan> = {}, signal?: AbortSignal) {
  try {
    return await pool.run({ ...rows, plan: { ...plan, ...more } }, () => undefined, signal);
  } finally {
    await pool.close();
  }
}

describe('threads that share the rows of a chain', async () => {
  const alone = await chainOn(openThisThread());

  it.each([1, 2, 3, 7])('give the draws of this thread, where there are %i', async (size) => {
    const told: ChainMessage['kind'][] = [];
    expect(await chainOn(threads(size, WORKER, told))).toEqual(alone);
    expect(told).toContain('board');
  });

  it('turn to other chains that wait', async () => {
    const told: ChainMessage['kind'][] = [];
    const pool = threads(2, WORKER, told);
    const first = pool.run({ ...rows, plan: { ...plan, draws: 200 } }, () => undefined);
    while (!told.includes('progress')) await new Promise((resolve) => setTimeout(resolve, 10));
    const more = await Promise.all([1, 2].map(() => pool.run({ ...rows, plan }, () => undefined)));
    expect(more).toEqual([alone, alone]);
    await first;
    await pool.close();
    expect(told).toContain('helped');
  });

  it('sum rows for point estimates too', async () => {
    const scouting = { objective: 'map', seed: 3n, first: 0, count: 1, from: [] } as const;
    const reports = async (pool: ChainPool) => {
      try {
        return await pool.scout({ ...rows, scouting });
      } finally {
        await pool.close();
      }
    };
    expect(await reports(threads(3))).toEqual(await reports(openThisThread()));
  });

  it('tell when one of them ends without a word', async () => {
    const ending = workerThatHelps('ending', 'process.exit(9);');
    await expect(chainOn(threads(2, ending), { draws: 100_000 })).rejects.toMatchObject({
      kind: 'chain',
      message: 'A thread that computed some of the rows broke off (Error: its thread ended with status 9).',
    });
  });

  it('tell when one of them throws while the chain waits for it', async () => {
    // It takes part of a gradient, and never gives it back.
    const throwing = workerThatHelps(
      'throwing',
      `const head = new Int32Array(task.board.memory);
       Atomics.add(head, 4, 1);
       const take = () => {
         const left = Atomics.load(head, 1);
         if ((left & 127) > 0 && Atomics.compareExchange(head, 1, left, left - 1) === left) throw new Error('gone');
         setImmediate(take);
       };
       take();`,
    );
    await expect(chainOn(threads(2, throwing), { draws: 100_000 })).rejects.toMatchObject({
      kind: 'chain',
      message: 'A thread that computed some of the rows broke off (Error: gone).',
    });
  });

  it('stop when they are told to', async () => {
    const pool = threads(3);
    const run = chainOn(pool, { draws: 100_000 }, AbortSignal.timeout(1500));
    await expect(run).rejects.toMatchObject({ kind: 'interrupted' });
  });
});
