/** Scouts: many climbs from random starts, side by side with the chains, that find the maxima of the posterior density. */
import type { ChainPool } from './chain-pool.ts';
import { brokeOff, HostError } from './host-error.ts';
import { drawSize } from './levels.ts';
import type { LoadedModule } from './load.ts';
import type { Rows } from './rows.ts';
import type { Maximum, Objective, SamplerInstance, ScoutReport } from './sampler-instance.ts';

/** Some of a seed's scouts: those with the numbers `first` to `first + count - 1`, from 0. */
export interface ScoutPlan {
  readonly seed: bigint;
  readonly first: number;
  readonly count: number;
}

/** Ascents for a point estimate: from some of a seed's random starts, and then from given positions on the unconstrained scale. */
export interface AscentPlan extends ScoutPlan {
  readonly objective: Objective;
  readonly from: readonly Float64Array[];
}

/** What all scouts found. */
export interface Scouting {
  /** How many set out. */
  readonly scouts: number;
  /** One for each scout that arrived, in the order of their numbers: the same maximum may be there many times. */
  readonly maxima: readonly Maximum[];
  /** Gradients evaluated by all of them. */
  readonly gradients: number;
}

/** How many scouts go out when nothing else is said. */
export const DEFAULT_SCOUTS = 32;

/** Above it a module gives no evidence of a maximum (docs/abi.md), so that scouts could not say which places matter. */
const MOST_VALUES = 64;

/** Scouts that one thread sends out in a row; what they find does not depend on it. */
const TOGETHER = 8;

/**
 * Runs the scouts, or makes the ascents, of a plan on an instance. Ascents from given positions come first.
 *
 * @throws HostError of kind `chain` when the module traps.
 */
export function runScouts(instance: SamplerInstance, plan: ScoutPlan | AscentPlan): ScoutReport[] {
  try {
    if ('objective' in plan) return ascend(instance, plan);
    const { seed, first, count } = plan;
    return Array.from({ length: count }, (_, index) => instance.scout(seed, first + index));
  } catch (error) {
    throw error instanceof HostError ? error : scoutBroke(error);
  }
}

function ascend(
  instance: SamplerInstance,
  { objective, seed, first, count, from }: AscentPlan,
): ScoutReport[] {
  const ascents = [
    ...from.map((position) => instance.ascend(objective, seed, 0, { from: position })),
    ...Array.from({ length: count }, (_, index) => instance.ascend(objective, seed, first + index)),
  ];
  return ascents.map((ascent) => ({ maximum: null, gradients: ascent.gradients, ascent }));
}

/** The error of scouts whose module, thread or process broke. */
export function scoutBroke(cause: unknown): HostError {
  return brokeOff('The search for separate places', cause);
}

/**
 * Sends out `scouts` scouts, on the threads of a pool. The same module, rows, seed and number find the same, whatever
 * runs them. None go out where a draw has more than 64 values.
 *
 * @throws HostError when a scout breaks off, memory runs out, or the signal is aborted.
 */
export async function scout(
  loaded: LoadedModule,
  rows: Rows,
  { scouts, seed, pool, signal }: ScoutOptions,
): Promise<Scouting> {
  const going = drawSize(loaded.manifest, rows) > MOST_VALUES ? 0 : scouts;
  const plans = Array.from({ length: Math.ceil(going / TOGETHER) }, (_, batch) => ({
    seed,
    first: batch * TOGETHER,
    count: Math.min(TOGETHER, going - batch * TOGETHER),
  }));
  const reports = await Promise.all(
    plans.map((plan) => pool.scout({ loaded, ...rows, scouting: plan }, signal)),
  );
  const all = reports.flat();
  return {
    scouts: going,
    maxima: all.flatMap(({ maximum }) => (maximum === null ? [] : [maximum])),
    gradients: all.reduce((sum, { gradients }) => sum + gradients, 0),
  };
}

export interface ScoutOptions {
  readonly scouts: number;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  readonly pool: ChainPool;
  readonly signal?: AbortSignal;
}
