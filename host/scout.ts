/**
 * Scouts: many climbs from random starts, in parallel with the chains, that find the maxima of the posterior density.
 */

import { brokeOff, HostError } from '../module/host-error.ts';
import type { WayPlan } from './diagnose/ways.ts';
import type { Objective, SamplerInstance, ScoutReport } from './sampler-instance.ts';

/** Some of a seed's scouts: those with the numbers `first` to `first + count - 1`, from 0. */
export interface ScoutPlan {
  readonly seed: bigint;
  readonly first: number;
  readonly count: number;
  /** Once the scouts together have taken this number of gradients, no further one starts; by default unlimited. */
  readonly most?: number;
}

/** Ascents for a point estimate: from some of a seed's random starts, and then from given positions on the unconstrained scale. */
export interface AscentPlan extends ScoutPlan {
  readonly objective: Objective;
  readonly from: readonly Float64Array[];
}

/** The request to scouts: maxima, the ends of ascents, or the lowest barrier on the ways to a place. */
export type ScoutRequest = ScoutPlan | AscentPlan | WayPlan;

/** Runs a request to scouts; its code is loaded only when it is used. @throws HostError as `runScouts` does */
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
 * The maximum number of values of a draw for which a module gives evidence of a maximum (docs/reference/abi.md). With more,
 * scouts could not tell which places matter, and a way between places would take too many climbs.
 */
export const MAX_VALUES = 64;

/** The default number of scouts. */
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

/** The error for scouts whose module, thread or process failed. */
export function scoutBroke(cause: unknown): HostError {
  return brokeOff('The search for separate places', cause);
}
