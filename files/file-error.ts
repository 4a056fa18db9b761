/** What a reader says of a file that it cannot read. */

/** Every error that a reader raises on purpose; `message` is a sentence that names the file and the place, `remedy` another. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
