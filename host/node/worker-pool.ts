/** A pool of Node worker threads. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ChainPool } from '../chain-pool.ts';
import { type StartWorker, WorkerPool } from '../worker-pool.ts';

/** The worker's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './chain-worker.ts' : './chain-worker.js',
  import.meta.url,
);

/**
 * Opens a pool. Threads start when there is work, at most `workers` of them and never more than the machine runs at
 * once (`os.availableParallelism()`).
 */
export function openWorkers(
  workers: number = availableParallelism(),
  file: URL | string = WORKER,
): ChainPool {
  return new WorkerPool(Math.max(1, Math.min(workers, availableParallelism())), startThread(file));
}

function startThread(file: URL | string): StartWorker {
  return (hear, lose) => {
    const thread = new Worker(file, { execArgv: threadFlags(process.execArgv) });
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

/** Node's flags for a thread: those of the process, but for those that say how its own program came in (`--eval`). */
function threadFlags(flags: readonly string[]): string[] {
  const ofProgram = new Set(['--eval', '-e', '--print', '-p', '-pe', '--input-type']);
  return flags.filter((flag, index) => {
    const takesNext = (name: string | undefined) => name !== undefined && ofProgram.has(name);
    return !ofProgram.has(flag.split('=', 1)[0]!) && !takesNext(flags[index - 1]);
  });
}
