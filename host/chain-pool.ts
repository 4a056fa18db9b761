/** Where chains and scouts run: the interface of a pool, and the one that needs no other thread. */

import type { ChainTask, ScoutTask } from './chain-message.ts';
import type { ChainDraws } from './draws.ts';
import type { ScoutReport } from './sampler-instance.ts';

/** Runs chains, each in an instance of its own, so that a chain's draws never depend on what ran where before it. */
export interface ChainPool {
  /** How many chains it runs at once. */
  readonly size: number;
  /**
   * Runs one chain, as soon as there is room. `onProgress` is told about twenty times a second how many transitions
   * are done.
   *
   * @throws HostError, of kind `interrupted` once the signal is aborted.
   */
  run(task: ChainTask, onProgress: (done: number) => void, signal?: AbortSignal): Promise<ChainDraws>;
  /**
   * Runs scouts or ascents, or looks for a way, as soon as there is room.
   *
   * @throws HostError, of kind `interrupted` once the signal is aborted.
   */
  scout(task: ScoutTask, signal?: AbortSignal): Promise<readonly ScoutReport[]>;
  /** Frees its threads; what is still running is stopped. */
  close(): Promise<void>;
}

/** Runs chains one after another on this thread, giving way to other work between pieces. */
export function openThisThread(): ChainPool {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  // Most programs run chains in workers, and need the chain's own code there alone.
  const here = () => import('./this-thread.ts');
  return {
    size: 1,
    run: (task, onProgress, signal) => inTurn(async () => (await here()).runHere(task, onProgress, signal)),
    scout: (task, signal) => inTurn(async () => (await here()).scoutHere(task, signal)),
    close: async () => undefined,
  };
}
