/** What is climbed: an objective of one layout and its data on the unconstrained scale, as it is asked for outside the climb itself. */
import type { Objective, SamplerInstance } from '../sampler-instance.ts';

/** Guards the count of gradients. */
export class Surface {
  readonly objective: Objective;
  /** How many coordinates a position has: one per parameter. */
  readonly size: number;
  readonly #instance: SamplerInstance;
  #gradients = 0;

  constructor(instance: SamplerInstance, objective: Objective) {
    this.#instance = instance;
    this.objective = objective;
    this.size = instance.size;
  }

  /** Gradients evaluated so far. */
  get gradients(): number {
    return this.#gradients;
  }

  /** The objective and its gradient; neither need be finite. */
  at(position: Float64Array): { value: number; gradient: Float64Array } {
    this.#gradients++;
    return this.#instance.objective(this.objective, position);
  }

  /** The position on the layout's own scale. */
  toOwnScale(position: Float64Array): Float64Array {
    return this.#instance.constrain(position);
  }

  /** Climbs from a position with some coordinates held. */
  climb(from: Float64Array, held: ReadonlySet<number>): Float64Array {
    const fixed = Float64Array.from({ length: this.size }, (_, k) => (held.has(k) ? 1 : 0));
    const { position, gradients } = this.#instance.ascend(this.objective, 0n, 0, { from, held: fixed });
    this.#gradients += gradients;
    return position;
  }
}
