/** Runs several fits in parallel on one pool of threads. */
import type { ChainPool } from './chain-pool.ts';

/**
 * One fit more than the threads can hold, so that no thread waits for the last chain of a fit, or while this thread
 * compiles, predicts and scores.
 */
export function fitsAbreast({ size }: ChainPool, { chains }: { readonly chains: number }): number {
  return 1 + Math.max(1, Math.floor(size / chains));
}

export interface AbreastPlan {
  /** The maximum number of tasks at a time. */
  readonly abreast: number;
  readonly signal: AbortSignal;
}

/**
 * Works on the tasks in order. The first that fails stops the others through their signal.
 *
 * @throws the error of the first task that failed, or the signal's reason
 */
export async function runAbreast<Task>(
  tasks: readonly Task[],
  { abreast, signal: outer }: AbreastPlan,
  work: (task: Task, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  const waiting = tasks.values();
  const takeTurns = async () => {
    for (const task of waiting) {
      signal.throwIfAborted();
      await work(task, signal);
    }
  };
  const turns = Array.from({ length: Math.min(abreast, tasks.length) }, () =>
    takeTurns().catch((error) => {
      if (!failure.signal.aborted) failure.abort(error);
    }),
  );
  await Promise.all(turns);
  if (failure.signal.aborted) throw failure.signal.reason;
}
