/** What is said of a binary file that is not as its format wants it. */
import { FileError } from '../file-error.ts';

/** The error of such a file. */
export function damaged(name: string, why?: string): FileError {
  return new FileError(
    `${name} is damaged or cut off${why === undefined ? '' : `: ${why.replace(/\.$/, '')}`}.`,
    'Write it again.',
  );
}

/** What a decoder throws for a part that is whole, and that it cannot read all the same. */
export class UnreadablePart extends Error {
  readonly remedy: string;

  /** @param message what is said behind the name of the file */
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * What to throw where a library of a format threw `error`. What it says is passed on only where it says it on purpose: the
 * engine's errors, of reading where nothing is, would tell nobody anything. The system's errors, such as of a disk, stay, and so does a signal's reason.
 */
export function damagedBy(name: string, error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (!(error instanceof Error) || error instanceof FileError || 'syscall' in error) return error;
  if (error instanceof UnreadablePart)
    return new FileError(`${name} cannot be read: ${error.message}.`, error.remedy);
  return damaged(name, error.constructor === Error ? error.message : undefined);
}
