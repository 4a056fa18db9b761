/** A pool of Node worker threads that are kept for all chains and scouts of all fits. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type ChainDraws, chainBroke } from '../chain.ts';
import type { ChainPool, ChainTask, ScoutTask } from '../chain-pool.ts';
import { HostError, interrupted } from '../host-error.ts';
import type { ScoutReport } from '../instance.ts';
import { scoutBroke } from '../scout.ts';
import type { ChainMessage } from './chain-message.ts';

interface Job {
  readonly task: ChainTask | ScoutTask;
  readonly onProgress: (done: number) => void;
  /** Takes the last message of a task that went well. */
  readonly resolve: (message: ChainMessage) => void;
  readonly reject: (error: HostError) => void;
  /** Forgets the caller's signal. */
  readonly release: () => void;
}

/** The worker's file beside this one: JavaScript when built, TypeScript when a loader runs the sources. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './chain-worker.ts' : './chain-worker.js',
  import.meta.url,
);

/**
 * Opens a pool. Threads start when there is work, at most `workers` of them and never more than the machine runs at
 * once (`os.availableParallelism()`).
 */
export function openWorkers(workers: number = availableParallelism(), file: URL = WORKER): ChainPool {
  return new WorkerPool(Math.max(1, Math.min(workers, availableParallelism())), file);
}

/** Guards the threads: which are idle, which are busy with what, and the work that waits. */
class WorkerPool implements ChainPool {
  readonly size: number;
  readonly #file: URL;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Job>();
  readonly #waiting: Job[] = [];

  constructor(size: number, file: URL) {
    this.size = size;
    this.#file = file;
  }

  async run(task: ChainTask, onProgress: (done: number) => void, signal?: AbortSignal): Promise<ChainDraws> {
    return ((await this.#queue(task, onProgress, signal)) as ChainMessage & { kind: 'draws' }).draws;
  }

  async scout(task: ScoutTask, signal?: AbortSignal): Promise<readonly ScoutReport[]> {
    const message = await this.#queue(task, () => undefined, signal);
    return (message as ChainMessage & { kind: 'reports' }).reports;
  }

  #queue(
    task: ChainTask | ScoutTask,
    onProgress: (done: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<ChainMessage> {
    if (signal?.aborted) return Promise.reject(interrupted());
    return new Promise((resolve, reject) => {
      const stop = () => this.#stop(job);
      const release = () => signal?.removeEventListener('abort', stop);
      const job: Job = { task, onProgress, resolve, reject, release };
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.push(job);
      this.#assign();
    });
  }

  async close(): Promise<void> {
    for (const job of [...this.#waiting, ...this.#busy.values()]) this.#stop(job);
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #assign(): void {
    while (this.#waiting.length > 0 && this.#busy.size < this.size) {
      const job = this.#waiting.shift()!;
      const worker = this.#idle.pop() ?? this.#start();
      this.#busy.set(worker, job);
      worker.ref();
      worker.postMessage(job.task);
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { execArgv: threadFlags(process.execArgv) });
    worker.on('message', (message: ChainMessage) => this.#hear(worker, message));
    worker.on('messageerror', (error) => this.#lose(worker, error));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', (code) => this.#lose(worker, new Error(`its thread ended with status ${code}`)));
    return worker;
  }

  #hear(worker: Worker, message: ChainMessage): void {
    const job = this.#busy.get(worker);
    if (job === undefined) return;
    if (message.kind === 'progress') {
      job.onProgress(message.done);
      return;
    }
    this.#busy.delete(worker);
    this.#idle.push(worker);
    // An idle thread does not keep the program alive.
    worker.unref();
    job.release();
    if (message.kind === 'failure') {
      job.reject(new HostError(message.error.kind, message.error.message, message.error.remedy));
    } else job.resolve(message);
    this.#assign();
  }

  /** A thread died: its task says so, and another thread takes up the work that waits. */
  #lose(worker: Worker, cause: unknown): void {
    const job = this.#busy.get(worker);
    this.#busy.delete(worker);
    const idle = this.#idle.indexOf(worker);
    if (idle >= 0) this.#idle.splice(idle, 1);
    if (job === undefined) return;
    job.release();
    job.reject('plan' in job.task ? chainBroke(job.task.plan.chain, cause) : scoutBroke(cause));
    void worker.terminate();
    this.#assign();
  }

  /** Ends a job at once: its thread with it, since a module cannot be stopped in the middle of a transition. */
  #stop(job: Job): void {
    job.release();
    const waiting = this.#waiting.indexOf(job);
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    for (const [worker, running] of this.#busy) {
      if (running !== job) continue;
      this.#busy.delete(worker);
      void worker.terminate();
    }
    job.reject(interrupted());
  }
}

/** Node's flags for a thread: those of the process, but for those that say how its own program came in (`--eval`). */
function threadFlags(flags: readonly string[]): string[] {
  const ofProgram = new Set(['--eval', '-e', '--print', '-p', '-pe', '--input-type']);
  return flags.filter((flag, index) => {
    const takesNext = (name: string | undefined) => name !== undefined && ofProgram.has(name);
    return !ofProgram.has(flag.split('=', 1)[0]!) && !takesNext(flags[index - 1]);
  });
}
