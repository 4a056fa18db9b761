/** The objective of one layout and its data on the unconstrained scale, as it is evaluated outside a climb. */
import type { Objective, SamplerInstance } from '../sampler-instance.ts';

/** A class, to guard the count of gradients. */
export class Surface {
  readonly objective: Objective;
  /** Number of coordinates of a position: one per parameter. */
  readonly size: number;
  readonly #instance: SamplerInstance;
  #gradients = 0;

  constructor(instance: SamplerInstance, objective: Objective) {
    this.#instance = instance;
    this.objective = objective;
    this.size = instance.size;
  }

  /** Number of gradients evaluated so far. */
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

  /** Climbs from a position with some coordinates held fixed. */
  climb(from: Float64Array, held: ReadonlySet<number>): Float64Array {
    const fixed = Float64Array.from({ length: this.size }, (_, k) => (held.has(k) ? 1 : 0));
    const { position, gradients } = this.#instance.ascend(this.objective, 0n, 0, { from, held: fixed });
    this.#gradients += gradients;
    return position;
  }
}
