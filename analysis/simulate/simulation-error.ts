/** What stands in the way of a simulation: what is wrong, and what to do about it. */

/** Every error that a simulation raises on purpose; `message` is one sentence, `remedy` another. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
