/** What stands in the way of an evaluation: what is wrong, and what to do about it. */

/** Every error of an evaluation that follows from data, files or options; `message` is one sentence, `remedy` another. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
