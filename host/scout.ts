/** Scouts: many climbs from random starts, side by side with the chains, that find the maxima of the posterior density. */

import { brokeOff, HostError } from '../module/host-error.ts';
import type { WayPlan } from './diagnose/ways.ts';
import type { Objective, SamplerInstance, ScoutReport } from './sampler-instance.ts';

/** Some of a seed's scouts: those with the numbers `first` to `first + count - 1`, from 0. */
export interface ScoutPlan {
  readonly seed: bigint;
  readonly first: number;
  readonly count: number;
  /** Once the scouts have taken this many gradients together, no further one starts; no limit when absent. */
  readonly most?: number;
}

/** Ascents for a point estimate: from some of a seed's random starts, and then from given positions on the unconstrained scale. */
export interface AscentPlan extends ScoutPlan {
  readonly objective: Objective;
  readonly from: readonly Float64Array[];
}

/** What scouts are asked for: maxima, the tops of ascents, or the lowest barrier on the ways to a place. */
export type ScoutRequest = ScoutPlan | AscentPlan | WayPlan;

/** Does what scouts are asked for, with the code for it loaded only where it is used. @throws HostError as `runScouts` does */
export async function scoutAs(instance: SamplerInstance, plan: ScoutRequest): Promise<ScoutReport[]> {
  if (!('to' in plan)) return runScouts(instance, plan);
  const { findWay } = await import('./diagnose/ways.ts');
  try {
    return [findWay(instance, plan)];
  } catch (error) {
    throw error instanceof HostError ? error : scoutBroke(error);
  }
}

/**
 * The most values of a draw for which a module gives evidence of a maximum (docs/abi.md). Of more, scouts could not say which places matter,
 * and a way between places takes too many climbs.
 */
export const MAX_VALUES = 64;

/** How many scouts go out when nothing else is said. */
export const DEFAULT_SCOUTS = 32;

/**
 * Runs the scouts, or makes the ascents, of a plan on an instance. Ascents from given positions come first.
 *
 * @throws HostError of kind `chain` when the module traps.
 */
export function runScouts(instance: SamplerInstance, plan: ScoutPlan | AscentPlan): ScoutReport[] {
  try {
    if ('objective' in plan) return ascend(instance, plan);
    const { seed, first, count, most = Infinity } = plan;
    const reports: ScoutReport[] = [];
    for (let spent = 0; reports.length < count && spent < most; spent += reports.at(-1)!.gradients)
      reports.push(instance.scout(seed, first + reports.length));
    return reports;
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
