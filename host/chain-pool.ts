/** The interface of a pool in which chains and scouts run, and a pool that needs no other thread. */

import type { ChainTask, ScoutTask } from './chain-message.ts';
import type { ChainDraws } from './draws.ts';
import type { ScoutReport } from './sampler-instance.ts';

/** Runs chains, each in its own instance, so that a chain's draws never depend on what ran before. */
export interface ChainPool {
  /** The number of chains that run at once. */
  readonly size: number;
  /**
   * Runs one chain as soon as there is a free place. `onProgress` receives the number of finished transitions about
   * twenty times per second.
   *
   * @throws HostError, of kind `interrupted` once the signal is aborted.
   */
  run(task: ChainTask, onProgress: (done: number) => void, signal?: AbortSignal): Promise<ChainDraws>;
  /**
   * Runs scouts or ascents, or looks for a way, as soon as there is a free place.
   *
   * @throws HostError, of kind `interrupted` once the signal is aborted.
   */
  scout(task: ScoutTask, signal?: AbortSignal): Promise<readonly ScoutReport[]>;
  /** Frees its threads, and stops what is still running. */
  close(): Promise<void>;
}

/** Runs chains one after another on this thread, with turns for other work between pieces. */
export function openThisThread(): ChainPool {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  // Most programs run chains in workers, and need the code of a chain only there.
  const here = () => import('./this-thread.ts');
  return {
    size: 1,
    run: (task, onProgress, signal) => inTurn(async () => (await here()).runHere(task, onProgress, signal)),
    scout: (task, signal) => inTurn(async () => (await here()).scoutHere(task, signal)),
    close: async () => undefined,
  };
}
