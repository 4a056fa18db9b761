/**
 * Problems with a table as the errors that readers raise: one that ends the reading, several that were found on the
 * way, or a damaged file.
 */
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

/** Raised when a table has been looked through and cannot be used. Each problem names the file, the place and the remedy. */
export class TableProblems extends Error {
  override readonly name = 'TableProblems';
  /** The first few. */
  readonly problems: readonly Problem[];
  /** How many more problems there are than those. */
  readonly unlisted: number;

  constructor(problems: readonly Problem[], unlisted = 0) {
    super(problems.map(({ message, remedy }) => `${message} ${remedy}`).join('\n'));
    this.problems = problems;
    this.unlisted = unlisted;
  }
}

/** How many problems with a table are told at once. */
const MAX_TOLD = 5;

/** Guards the first few problems with a table, and the count of the rest. */
export class ProblemList {
  readonly #told: Problem[] = [];
  #count = 0;

  /** @param problem made only where it is told: a table may have a problem in each of a million rows */
  add(problem: () => Problem): void {
    this.#count++;
    if (this.#told.length < MAX_TOLD) this.#told.push(problem());
  }

  /** @throws TableProblems when there are any. */
  raise(): void {
    if (this.#count > 0) throw new TableProblems(this.#told, this.#count - this.#told.length);
  }
}

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
