/** Several fits side by side on one pool of threads. */
import type { ChainPool } from './chain-pool.ts';

/**
 * A fit more than the threads have room for, so that none of them waits for the last chain of one, nor while this thread compiles,
 * predicts and scores.
 */
export function fitsAbreast({ size }: ChainPool, { chains }: { readonly chains: number }): number {
  return 1 + Math.max(1, Math.floor(size / chains));
}

export interface AbreastPlan {
  /** How many tasks are worked on at a time, at most. */
  readonly abreast: number;
  readonly signal: AbortSignal;
}

/**
 * Works on the tasks in their order. Whichever fails first stops the others through the signal that they are given.
 *
 * @throws what the first task that failed threw, or the signal's reason
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
