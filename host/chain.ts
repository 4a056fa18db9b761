/**
 * Runs one whole chain of an instance, or one whole run of sequential Monte Carlo, in pieces that are short enough to
 * report progress and to be stopped.
 */

import { brokeOff, HostError } from '../module/host-error.ts';
import { type ChainDraws, type ChainPlan, drawsOf, emptySeries, keepRow, nextPiece } from './draws.ts';
import type { ParticleReport } from './particle-report.ts';
import { SAMPLER_COLUMNS, type SamplerInstance } from './sampler-instance.ts';

/**
 * Runs a chain, or a run of particles. After each piece it yields the number of finished transitions, out of
 * `transitionsOf`, and at the end it returns the draws. The lengths of the pieces follow the clock; the draws do not
 * depend on them.
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

/** The total for a chain's progress. */
export function transitionsOf({
  method,
  warmup,
  draws,
}: Pick<ChainPlan, 'method' | 'warmup' | 'draws'>): number {
  return method === 'smc' ? draws : warmup + draws;
}

/**
 * A module announces the early end of its warm-up at least this number of transitions before that end (docs/reference/abi.md).
 */
const FORETOLD = 50;

function* runTransitions(instance: SamplerInstance, plan: ChainPlan): Generator<number, ChainDraws, void> {
  const width = SAMPLER_COLUMNS + instance.size;
  const series = emptySeries(width, plan.draws);
  let warmup = plan.warmup;
  instance.startChain(plan);
  if (plan.from !== undefined) instance.restartChain(plan.from, plan.warmup);
  let done = 0;
  let piece = 1;
  while (done < warmup + plan.draws) {
    // A piece must not run beyond the early end of a warm-up.
    const transitions = Math.min(piece, done < warmup ? FORETOLD : piece, warmup + plan.draws - done);
    const began = performance.now();
    const rows = instance.runChain(transitions);
    const elapsed = Math.max(performance.now() - began, 0.01);
    warmup = instance.warmupLength ?? warmup;
    for (let row = 0; row < transitions; row++) {
      const draw = done + row - warmup;
      if (draw >= 0) keepRow(series, draw, rows.subarray(row * width));
    }
    done += transitions;
    piece = nextPiece(transitions, elapsed);
    // Transitions that a shorter warm-up saves count as done.
    yield plan.warmup - warmup + done;
  }
  const { chainPosition: end, chainCentrings: centrings } = instance;
  return { ...drawsOf(series, instance, instance.gradients), warmup, end, centrings };
}

/** The error for a chain whose module, thread or process failed. */
export function chainBroke(chain: number, cause: unknown): HostError {
  return brokeOff(`Chain ${chain}`, cause);
}

/**
 * Runs particles from the prior to the posterior. After each piece it yields their progress, as a number from 0 to
 * `plan.draws`. It returns one draw per particle, all with equal weight. Related particles are adjacent, so that their
 * similarity shows as autocorrelation.
 *
 * @throws HostError of kind `start`, or of kind `chain` when the module traps.
 */
function* runParticles(instance: SamplerInstance, plan: ChainPlan): Generator<number, ChainDraws, void> {
  const width = SAMPLER_COLUMNS + instance.size;
  instance.startParticles(plan, plan.draws);
  const progress = new Progress();
  let piece = 1;
  for (let arrived = false; !arrived; ) {
    const began = performance.now();
    arrived = instance.moveParticles(piece, plan.chain);
    piece = nextPiece(piece, Math.max(performance.now() - began, 0.01));
    yield arrived ? plan.draws : Math.floor(plan.draws * progress.take(instance.particleReport));
  }
  const rows = instance.particleRows(plan.draws);
  const series = emptySeries(width, plan.draws);
  for (let draw = 0; draw < plan.draws; draw++) keepRow(series, draw, rows.subarray(draw * width));
  const { gradients, fromPrior: _, exponent: __, ...run } = instance.particleReport;
  return drawsOf(series, instance, gradients, run);
}

/** Guards the progress so far, to estimate the rest: exponents grow approximately like a power. */
class Progress {
  #exponent = 0;
  #growth = 2;
  #share = 0;

  /** The estimated share of temperatures that are done; it never decreases. */
  take({ fromPrior, exponent, temperatures }: ParticleReport): number {
    if (!fromPrior || exponent === 0) return this.#share;
    if (this.#exponent > 0 && exponent > this.#exponent) this.#growth = exponent / this.#exponent;
    this.#exponent = exponent;
    const left = Math.log(1 / exponent) / Math.log(this.#growth);
    this.#share = Math.max(this.#share, (temperatures - 1) / (temperatures + left));
    return this.#share;
  }
}
