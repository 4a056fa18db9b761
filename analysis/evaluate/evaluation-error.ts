/** The errors of evaluations. */

/**
 * An evaluation is impossible with the given data, files or options. `message` says what is wrong and `remedy` what to
 * do, a sentence each.
 */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
