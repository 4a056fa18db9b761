/** One whole chain of an instance, made in pieces short enough to report progress and to be stopped between them. */

import { brokeOff, HostError } from '../module/host-error.ts';
import type { ChainDraws, ChainPlan } from './draws.ts';
import { drawsOf, emptySeries, keepRow, nextPiece } from './draws.ts';
import { runParticles } from './particles.ts';
import { SAMPLER_COLUMNS, type SamplerInstance } from './sampler-instance.ts';

/**
 * Runs a chain, or a run of particles. Yields how many transitions are done after each piece, of those that
 * `transitionsOf` counts, and returns the draws. The pieces' lengths follow the clock, and the draws do not depend on them.
 *
 * @throws HostError of kind `start`, or of kind `chain` when the module traps.
 */
export function* runChain(instance: SamplerInstance, plan: ChainPlan): Generator<number, ChainDraws, void> {
  try {
    return yield* plan.method === 'smc' ? runParticles(instance, plan) : runTransitions(instance, plan);
  } catch (error) {
    throw error instanceof HostError ? error : chainBroke(plan.chain, error);
  }
}

/** What a chain's progress counts up to. */
export function transitionsOf({
  method,
  warmup,
  draws,
}: Pick<ChainPlan, 'method' | 'warmup' | 'draws'>): number {
  return method === 'smc' ? draws : warmup + draws;
}

function* runTransitions(instance: SamplerInstance, plan: ChainPlan): Generator<number, ChainDraws, void> {
  const width = SAMPLER_COLUMNS + instance.size;
  const series = emptySeries(width, plan.draws);
  const total = plan.warmup + plan.draws;
  instance.startChain(plan);
  if (plan.from !== undefined) instance.restartChain(plan.from, plan.warmup);
  let done = 0;
  let piece = 1;
  while (done < total) {
    const transitions = Math.min(piece, total - done);
    const began = performance.now();
    const rows = instance.runChain(transitions);
    const elapsed = Math.max(performance.now() - began, 0.01);
    for (let row = 0; row < transitions; row++) {
      const draw = done + row - plan.warmup;
      if (draw >= 0) keepRow(series, draw, rows.subarray(row * width));
    }
    done += transitions;
    piece = nextPiece(transitions, elapsed);
    yield done;
  }
  const { chainPosition: end, chainCentrings: centrings } = instance;
  return { ...drawsOf(series, instance), end, centrings };
}

/** The error of a chain whose module, thread or process broke. */
export function chainBroke(chain: number, cause: unknown): HostError {
  return brokeOff(`Chain ${chain}`, cause);
}
