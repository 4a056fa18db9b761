/** The climbs of a point estimate: from several starts, on the threads of a pool. */
import type { ChainPool } from '../chain-pool.ts';
import type { LoadedModule } from '../load.ts';
import type { Rows } from '../rows.ts';
import type { Ascent, Objective } from '../sampler-instance.ts';
import type { AscentPlan } from '../scout.ts';

export interface Climbing {
  readonly objective: Objective;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** How many random starts. */
  readonly starts: number;
  /** Others, on the unconstrained scale. */
  readonly from: readonly Float64Array[];
  readonly pool: ChainPool;
  readonly signal?: AbortSignal;
}

/** Climbs that one thread makes in a row; where they end does not depend on it. */
const TOGETHER = 8;

/**
 * Climbs from all starts: the given ones first, then the random ones in the order of their numbers. Where each ends depends on its
 * start alone, whatever runs it.
 *
 * @throws HostError when a climb breaks off, memory runs out, or the signal is aborted.
 */
export async function ascend(
  loaded: LoadedModule,
  rows: Rows,
  { objective, seed, starts, from, pool, signal }: Climbing,
): Promise<readonly Ascent[]> {
  const plan = (first: number, count: number, given: readonly Float64Array[]): AscentPlan => ({
    ...{ objective, seed, first, count },
    from: given,
  });
  const plans = [
    ...(from.length === 0 ? [] : [plan(0, 0, from)]),
    ...Array.from({ length: Math.ceil(starts / TOGETHER) }, (_, batch) =>
      plan(batch * TOGETHER, Math.min(TOGETHER, starts - batch * TOGETHER), []),
    ),
  ];
  const reports = await Promise.all(
    plans.map((scouting) => pool.scout({ loaded, ...rows, scouting }, signal)),
  );
  return reports.flat().map(({ ascent }) => ascent!);
}
