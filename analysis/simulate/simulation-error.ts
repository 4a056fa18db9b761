/** The errors of simulations. */

/**
 * A simulation is impossible with the given inputs. `message` says what is wrong and `remedy` what to do, a sentence
 * each.
 */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
