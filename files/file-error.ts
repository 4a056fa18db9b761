/** The error of a reader that cannot read a file. */

/** Every deliberate error of a reader. `message` is a sentence that names the file and the place, `remedy` another. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
