/** A pool of workers that are kept for all chains and scouts of all fits, whatever a worker is on the platform. */

import { HostError, interrupted } from '../module/host-error.ts';
import { chainBroke } from './chain.ts';
import type { ChainMessage, ChainTask, ScoutTask, Task } from './chain-message.ts';
import type { ChainPool } from './chain-pool.ts';
import type { ChainDraws } from './draws.ts';
import type { ScoutReport } from './sampler-instance.ts';
import { scoutBroke } from './scout.ts';

/** A worker as the pool sees it. */
export interface PoolWorker {
  /** Gives it a task; it has none at the time. */
  give(task: Task): void;
  /** Says that it has done its task and nothing waits for it: it need not keep the program alive. */
  rest(): void;
  /** Ends it at once, whatever it does. */
  terminate(): Promise<unknown>;
}

/**
 * Starts a worker, or throws what `lose` would be told. `hear` is told what it says, and `lose` once it has died or cannot be
 * understood, with what a person can be told of why: an error, or a HostError where more is known.
 */
export type StartWorker = (
  hear: (message: ChainMessage) => void,
  lose: (cause: unknown) => void,
) => PoolWorker;

interface Job {
  readonly task: Task;
  readonly onProgress: (done: number) => void;
  /** Takes the last message of a task that went well. */
  readonly resolve: (message: ChainMessage) => void;
  readonly reject: (error: HostError) => void;
  /** Forgets the caller's signal. */
  readonly release: () => void;
}

/** Guards the workers: which are idle, which are busy with what, and the work that waits. Starts at most `size`, as work comes. */
export class WorkerPool implements ChainPool {
  readonly size: number;
  readonly #startWorker: StartWorker;
  readonly #idle: PoolWorker[] = [];
  readonly #busy = new Map<PoolWorker, Job>();
  readonly #waiting: Job[] = [];
  /** The jobs that a caller's signal stops: one listener on it, however many they are. */
  readonly #stoppable = new Map<AbortSignal, { readonly jobs: Set<Job>; readonly stop: () => void }>();

  constructor(size: number, startWorker: StartWorker) {
    this.size = size;
    this.#startWorker = startWorker;
  }

  async run(task: ChainTask, onProgress: (done: number) => void, signal?: AbortSignal): Promise<ChainDraws> {
    return ((await this.#queue(task, onProgress, signal)) as ChainMessage & { kind: 'draws' }).draws;
  }

  async scout(task: ScoutTask, signal?: AbortSignal): Promise<readonly ScoutReport[]> {
    const message = await this.#queue(task, () => undefined, signal);
    return (message as ChainMessage & { kind: 'reports' }).reports;
  }

  #queue(
    task: Task,
    onProgress: (done: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<ChainMessage> {
    if (signal?.aborted) return Promise.reject(interrupted());
    return new Promise((resolve, reject) => {
      const release = () => this.#release(job, signal);
      const job: Job = { task, onProgress, resolve, reject, release };
      this.#listen(job, signal);
      this.#waiting.push(job);
      this.#assign();
    });
  }

  #listen(job: Job, signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const known = this.#stoppable.get(signal);
    if (known !== undefined) {
      known.jobs.add(job);
      return;
    }
    const jobs = new Set([job]);
    const stop = () => {
      for (const each of [...jobs]) this.#stop(each);
    };
    this.#stoppable.set(signal, { jobs, stop });
    signal.addEventListener('abort', stop, { once: true });
  }

  #release(job: Job, signal: AbortSignal | undefined): void {
    const known = signal && this.#stoppable.get(signal);
    if (known === undefined) return;
    known.jobs.delete(job);
    if (known.jobs.size > 0) return;
    signal!.removeEventListener('abort', known.stop);
    this.#stoppable.delete(signal!);
  }

  async close(): Promise<void> {
    for (const job of [...this.#waiting, ...this.#busy.values()]) this.#stop(job);
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #assign(): void {
    while (this.#waiting.length > 0 && this.#busy.size < this.size) {
      const job = this.#waiting.shift()!;
      let worker: PoolWorker;
      try {
        worker = this.#idle.pop() ?? this.#start();
      } catch (cause) {
        fail(job, cause);
        continue;
      }
      this.#busy.set(worker, job);
      worker.give(job.task);
    }
  }

  #start(): PoolWorker {
    const worker: PoolWorker = this.#startWorker(
      (message) => this.#hear(worker, message),
      (cause) => this.#lose(worker, cause),
    );
    return worker;
  }

  #hear(worker: PoolWorker, message: ChainMessage): void {
    const job = this.#busy.get(worker);
    if (job === undefined) return;
    if (message.kind === 'progress') {
      job.onProgress(message.done);
      return;
    }
    this.#busy.delete(worker);
    this.#idle.push(worker);
    worker.rest();
    job.release();
    if (message.kind === 'failure') {
      job.reject(new HostError(message.error.kind, message.error.message, message.error.remedy));
    } else job.resolve(message);
    this.#assign();
  }

  /** A worker died: its task says so, and another worker takes up the work that waits. */
  #lose(worker: PoolWorker, cause: unknown): void {
    const job = this.#busy.get(worker);
    this.#busy.delete(worker);
    const idle = this.#idle.indexOf(worker);
    if (idle >= 0) this.#idle.splice(idle, 1);
    if (job === undefined) return;
    fail(job, cause);
    void worker.terminate();
    this.#assign();
  }

  /** Ends a job at once: its worker with it, since a module cannot be stopped in the middle of a transition. */
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

function fail({ task, release, reject }: Job, cause: unknown): void {
  release();
  if (cause instanceof HostError) reject(cause);
  else reject('plan' in task ? chainBroke(task.plan.chain, cause) : scoutBroke(cause));
}
