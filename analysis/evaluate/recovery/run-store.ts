/** Where the runs of a recovery are kept, so that none is made twice. */
import type { KeptRun } from './kept-run.ts';

export interface RunStore {
  /** By their keys. */
  readonly runs: ReadonlyMap<string, KeptRun>;
  add(run: KeptRun): void;
}

/** Keeps runs in memory alone. */
export function runsInMemory(): RunStore {
  const runs = new Map<string, KeptRun>();
  return { runs, add: (run) => void runs.set(run.key, run) };
}
