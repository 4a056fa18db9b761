/** The reason why a command ends early: its exit code, and each problem with its remedy. */
import type { Problem } from '../module/problem-text.ts';

export const EXIT = {
  fine: 0,
  badInput: 1,
  badUsage: 2,
  notConverged: 3,
  cannotWrite: 4,
  severalModes: 5,
  checksFail: 6,
  defect: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Raised by a command for a mistake in its input; `main` prints it and exits. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;
  readonly problems: readonly Problem[];
  /** The number of problems that are not listed. */
  readonly unlisted: number;

  constructor(exitCode: ExitCode, problems: readonly Problem[], unlisted = 0) {
    super(problems.map((problem) => problem.message).join('\n'));
    this.exitCode = exitCode;
    this.problems = problems;
    this.unlisted = unlisted;
  }
}

/** A failure with one problem of the layout or the data. */
export function badInput(message: string, remedy: string): Failure {
  return new Failure(EXIT.badInput, [{ message, remedy }]);
}

/** A failure with catalogued problems of the layout or the data. */
export function inputFailure(...problems: readonly Problem[]): Failure {
  return new Failure(EXIT.badInput, problems);
}

/** A failure with one problem of the command line. */
export function badUsage(message: string, remedy: string): Failure {
  return new Failure(EXIT.badUsage, [{ message, remedy }]);
}

/** A failure with a catalogued problem of the command line. */
export function usageFailure(problem: Problem): Failure {
  return new Failure(EXIT.badUsage, [problem]);
}

/** A failure to write results. */
export function cannotWrite(message: string, remedy: string): Failure {
  return new Failure(EXIT.cannotWrite, [{ message, remedy }]);
}
