/** Why a figure cannot be made of what was given. */

/** Its message says what is wrong in the layout's words, and `remedy` what to do. */
export class FigureError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.name = 'FigureError';
    this.remedy = remedy;
  }
}
