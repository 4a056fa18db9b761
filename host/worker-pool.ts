/** A pool of workers that are kept for all chains and scouts of all fits, for any platform's workers. */

import { HostError, interrupted } from '../module/host-error.ts';
import { brokenTask } from './broken-task.ts';
import type { ChainMessage, ChainTask, ScoutTask, Task } from './chain-message.ts';
import type { ChainPool } from './chain-pool.ts';
import type { ChainDraws } from './draws.ts';
import type { ScoutReport } from './sampler-instance.ts';
import { closeBoard, dismissHelper, type SharedBoard } from './shards/board.ts';

/** A worker as the pool sees it. */
export interface PoolWorker {
  /** Gives a task to an idle worker. */
  give(task: Task): void;
  /** Marks it as idle, so that it does not keep the program alive. */
  rest(): void;
  /** Ends it at once, in any state. */
  terminate(): Promise<unknown>;
}

/**
 * Starts a worker, or throws what `lose` would receive. `hear` receives its messages. `lose` is called once it has died
 * or sends invalid messages, with the cause: an error, or a HostError if more is known.
 */
export type StartWorker = (
  hear: (message: ChainMessage) => void,
  lose: (cause: unknown) => void,
) => PoolWorker;

interface Job {
  readonly task: ChainTask | ScoutTask;
  readonly onProgress: (done: number) => void;
  /** Receives the last message of a successful task. */
  readonly resolve: (message: ChainMessage) => void;
  readonly reject: (error: HostError) => void;
  /** Forgets the caller's signal. */
  readonly release: () => void;
  /** The board on which other workers can help with the rows, once its worker has sent it. */
  board: SharedBoard | null;
}

/** A worker that helps with the rows of a job, and whether it, or another helper of the job, was asked to leave. */
interface Helper {
  readonly job: Job;
  isLeaving: boolean;
}

/**
 * Guards the idle workers, the busy workers with their jobs, and the waiting work. Starts at most `size` workers, on
 * demand.
 */
export class WorkerPool implements ChainPool {
  readonly size: number;
  readonly #startWorker: StartWorker;
  readonly #idle: PoolWorker[] = [];
  readonly #busy = new Map<PoolWorker, Job>();
  readonly #waiting: Job[] = [];
  /** The workers that help with the rows of a job as long as no other work waits. */
  readonly #helping = new Map<PoolWorker, Helper>();
  /** The jobs that a caller's signal stops, with one listener for any number of jobs. */
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
    task: ChainTask | ScoutTask,
    onProgress: (done: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<ChainMessage> {
    if (signal?.aborted) return Promise.reject(interrupted());
    return new Promise((resolve, reject) => {
      const release = () => this.#release(job, signal);
      const job: Job = { task, onProgress, resolve, reject, release, board: null };
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
    const helpers = [...this.#helping.keys()];
    this.#helping.clear();
    await Promise.all([...this.#idle.splice(0), ...helpers].map((worker) => worker.terminate()));
  }

  #assign(): void {
    while (this.#waiting.length > 0 && this.#room > 0) {
      const job = this.#waiting.shift()!;
      this.#give(job.task, (worker) => this.#busy.set(worker, job), job);
    }
    const helpers = [...this.#helping.values()];
    const staying = helpers.filter(({ isLeaving }) => !isLeaving);
    for (const helper of staying.slice(0, this.#waiting.length - (helpers.length - staying.length))) {
      helper.isLeaving = true;
      dismissHelper(helper.job.board!);
    }
    while (this.#waiting.length === 0 && this.#room > 0) {
      const job = this.#leastHelped();
      if (job === undefined) break;
      const { loaded, columns, counts } = job.task;
      const rows = counts === undefined ? { columns } : { columns, counts };
      const task = { loaded, ...rows, board: job.board! };
      this.#give(task, (worker) => this.#helping.set(worker, { job, isLeaving: false }), job);
    }
  }

  get #room(): number {
    return this.size - this.#busy.size - this.#helping.size;
  }

  /** Among the jobs that can use more helpers, the one with the fewest. */
  #leastHelped(): Job | undefined {
    const helpers = (job: Job) => [...this.#helping.values()].filter((helper) => helper.job === job).length;
    return [...this.#busy.values()]
      .filter((job) => job.board !== null && 1 + helpers(job) < job.board.shards)
      .sort((a, b) => helpers(a) - helpers(b))[0];
  }

  /** Gives a task to a worker, which `note` records; the job fails if none can be started. */
  #give(task: Task, note: (worker: PoolWorker) => void, job: Job): void {
    let worker: PoolWorker;
    try {
      worker = this.#idle.pop() ?? this.#start();
    } catch (cause) {
      this.#end(job);
      fail(job, task, cause);
      return;
    }
    note(worker);
    worker.give(task);
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
    if (job === undefined) {
      this.#hearHelper(worker, message);
      return;
    }
    if (message.kind === 'progress') {
      job.onProgress(message.done);
      return;
    }
    if (message.kind === 'board') {
      job.board = message.board;
      this.#assign();
      return;
    }
    this.#busy.delete(worker);
    this.#putBack(worker);
    job.release();
    if (message.kind === 'failure') job.reject(hostError(message));
    else job.resolve(message);
    this.#assign();
  }

  #hearHelper(worker: PoolWorker, message: ChainMessage): void {
    const helper = this.#helping.get(worker);
    if (helper === undefined) return;
    this.#helping.delete(worker);
    this.#putBack(worker);
    const { job } = helper;
    // The first helper of a job that received the request has left.
    const asked = [...this.#helping.values()].find((other) => other.job === job && other.isLeaving);
    if (!helper.isLeaving && asked !== undefined) asked.isLeaving = false;
    if (message.kind === 'failure' && this.#end(job)) {
      job.release();
      job.reject(hostError(message));
    }
    this.#assign();
  }

  #putBack(worker: PoolWorker): void {
    this.#idle.push(worker);
    worker.rest();
  }

  /** A worker died: its task fails, and another worker continues with the waiting work. */
  #lose(worker: PoolWorker, cause: unknown): void {
    const idle = this.#idle.indexOf(worker);
    if (idle >= 0) this.#idle.splice(idle, 1);
    const helped = this.#helping.get(worker)?.job;
    const job = this.#busy.get(worker) ?? helped;
    this.#helping.delete(worker);
    if (job === undefined) return;
    void worker.terminate();
    if (this.#end(job))
      fail(job, helped === undefined ? job.task : { ...job.task, board: job.board! }, cause);
    this.#assign();
  }

  /**
   * Ends the worker of a job at once, because a module cannot be stopped within a transition, and its helpers leave.
   * False if it has no worker.
   */
  #end(job: Job): boolean {
    if (job.board !== null) closeBoard(job.board);
    const found = [...this.#busy].find(([, running]) => running === job);
    if (found === undefined) return false;
    this.#busy.delete(found[0]);
    void found[0].terminate();
    return true;
  }

  /** Ends a job at once. */
  #stop(job: Job): void {
    job.release();
    const waiting = this.#waiting.indexOf(job);
    if (waiting >= 0) this.#waiting.splice(waiting, 1);
    this.#end(job);
    job.reject(interrupted());
  }
}

function hostError({ error }: ChainMessage & { kind: 'failure' }): HostError {
  return new HostError(error.kind, error.message, error.remedy);
}

function fail({ release, reject }: Job, task: Task, cause: unknown): void {
  release();
  reject(cause instanceof HostError ? cause : brokenTask(task, cause));
}
