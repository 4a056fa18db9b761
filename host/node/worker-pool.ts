/** A pool of Node worker threads. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ChainPool } from '../chain-pool.ts';
import { type StartWorker, WorkerPool } from '../worker-pool.ts';
import { threadFlags } from './thread-flags.ts';

/** The worker's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './chain-worker.ts' : './chain-worker.js',
  import.meta.url,
);

/**
 * Opens a pool. Threads start when there is work, at most `workers` and never more than the machine can run at once
 * (`os.availableParallelism()`).
 */
export function openWorkers(
  workers: number = availableParallelism(),
  file: URL | string = WORKER,
): ChainPool {
  return new WorkerPool(Math.max(1, Math.min(workers, availableParallelism())), startThread(file));
}

function startThread(file: URL | string): StartWorker {
  return (hear, lose) => {
    const thread = new Worker(file, { execArgv: threadFlags() });
    thread.on('message', hear);
    thread.on('messageerror', lose);
    thread.on('error', lose);
    thread.on('exit', (code) => lose(new Error(`its thread ended with status ${code}`)));
    return {
      give: (task) => {
        thread.ref();
        thread.postMessage(task);
      },
      // An idle thread does not keep the program alive.
      rest: () => thread.unref(),
      terminate: () => thread.terminate(),
    };
  };
}
