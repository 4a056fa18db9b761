/** Where chains run: the interface of a pool, and the one that needs no other thread. */
import { type ChainDraws, type ChainPlan, runChain } from './chain.ts';
import { stopIfAborted } from './host-error.ts';
import { bindInstance } from './instance.ts';
import type { LoadedModule } from './load.ts';

/** One chain's work. */
export interface ChainTask {
  readonly loaded: LoadedModule;
  /** In the manifest's order. */
  readonly columns: readonly Float64Array[];
  readonly plan: ChainPlan;
}

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
  /** Frees its threads; what is still running is stopped. */
  close(): Promise<void>;
}

/** Runs chains one after another on this thread, giving way to other work between pieces. */
export function openThisThread(): ChainPool {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    size: 1,
    run(task, onProgress, signal) {
      const result = turn.then(() => runHere(task, onProgress, signal));
      turn = result.catch(() => undefined);
      return result;
    },
    close: async () => undefined,
  };
}

async function runHere(
  { loaded, columns, plan }: ChainTask,
  onProgress: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<ChainDraws> {
  stopIfAborted(signal);
  const chain = runChain(await bindInstance(loaded, columns), plan);
  for (;;) {
    const piece = chain.next();
    if (piece.done === true) return piece.value;
    onProgress(piece.value);
    await new Promise((resolve) => setTimeout(resolve));
    stopIfAborted(signal);
  }
}
