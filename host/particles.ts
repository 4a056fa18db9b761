/** One whole run of sequential Monte Carlo of an instance, made in pieces as a chain is. */
import { type ChainDraws, type ChainPlan, drawsOf, emptySeries, keepRow, nextPiece } from './draws.ts';
import type { ParticleReport } from './particle-report.ts';
import { SAMPLER_COLUMNS, type SamplerInstance } from './sampler-instance.ts';

/**
 * Runs particles from the prior to the posterior. Yields after each piece how far they are, as a number from 0 to
 * `plan.draws`, and returns one draw a particle, all of the same weight. Relatives stand side by side, so that their
 * likeness shows as autocorrelation.
 *
 * @throws HostError of kind `start`, or of kind `chain` when the module traps.
 */
export function* runParticles(
  instance: SamplerInstance,
  plan: ChainPlan,
): Generator<number, ChainDraws, void> {
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
  return drawsOf(series, { gradients, statistics: instance.statistics }, run);
}

/** Guards what was known of the way before, to tell how much of it is left: exponents grow about as a power does. */
class Progress {
  #exponent = 0;
  #growth = 2;
  #share = 0;

  /** The share of the temperatures that are done; it never falls. */
  take({ fromPrior, exponent, temperatures }: ParticleReport): number {
    if (!fromPrior || exponent === 0) return this.#share;
    if (this.#exponent > 0 && exponent > this.#exponent) this.#growth = exponent / this.#exponent;
    this.#exponent = exponent;
    const left = Math.log(1 / exponent) / Math.log(this.#growth);
    this.#share = Math.max(this.#share, (temperatures - 1) / (temperatures + left));
    return this.#share;
  }
}
