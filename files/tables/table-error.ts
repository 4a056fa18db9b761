/** The errors of table readers: one problem that ends the reading, several collected problems, or a damaged file. */
import type { Problem, ProblemValues } from '../../module/problem-text.ts';
import { type TABLE_PROBLEMS, type TableProblem, tableProblem } from '../../module/table-problems.ts';
import { FileError } from '../file-error.ts';

/** A problem with a table that ends its reading. */
export function tableError<Code extends TableProblem>(
  code: Code,
  values: ProblemValues<(typeof TABLE_PROBLEMS)[Code]>,
): FileError {
  const { message, remedy } = tableProblem(code, values);
  return new FileError(message, remedy);
}

/**
 * Raised after a whole table was examined and found unusable. Each problem names the file, the place and the remedy.
 */
export class TableProblems extends Error {
  override readonly name = 'TableProblems';
  /** The first few. */
  readonly problems: readonly Problem[];
  /** The number of further problems. */
  readonly unlisted: number;

  constructor(problems: readonly Problem[], unlisted = 0) {
    super(problems.map(({ message, remedy }) => `${message} ${remedy}`).join('\n'));
    this.problems = problems;
    this.unlisted = unlisted;
  }
}

/** The maximum number of problems that are reported at once. */
const MAX_REPORTED = 5;

/** Guards the first few problems with a table, and the count of the rest. */
export class ProblemList {
  readonly #reported: Problem[] = [];
  #count = 0;

  /** @param problem made only if it is reported, because a table may have a problem in each of a million rows */
  add(problem: () => Problem): void {
    this.#count++;
    if (this.#reported.length < MAX_REPORTED) this.#reported.push(problem());
  }

  /** @throws TableProblems when there are any. */
  raise(): void {
    if (this.#count > 0) throw new TableProblems(this.#reported, this.#count - this.#reported.length);
  }
}

/** The error for such a file. */
export function damaged(name: string, why?: string): FileError {
  return new FileError(
    `${name} is damaged or cut off${why === undefined ? '' : `: ${why.replace(/\.$/, '')}`}.`,
    'Write it again.',
  );
}

/** Thrown by a decoder for a part that is intact but cannot be read. */
export class UnreadablePart extends Error {
  readonly remedy: string;

  /** @param message the text after the name of the file */
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * The error to throw after a format's library threw `error`. Its message is passed on only if it is deliberate: the
 * engine's own errors, as for reading undefined, mean nothing to a user. The system's errors, as from a disk, and a
 * signal's reason are kept.
 */
export function damagedBy(name: string, error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted === true) return signal.reason;
  if (!(error instanceof Error) || error instanceof FileError || 'syscall' in error) return error;
  if (error instanceof UnreadablePart)
    return new FileError(`${name} cannot be read: ${error.message}.`, error.remedy);
  return damaged(name, error.constructor === Error ? error.message : undefined);
}
