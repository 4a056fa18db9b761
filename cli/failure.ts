/** What makes a command end early: its exit code, and what is wrong with what to do about it. */
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

/** Raised by a command for a mistake in what it was given; `main` prints it and exits. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;
  readonly problems: readonly Problem[];
  /** How many more problems there are than those listed. */
  readonly unlisted: number;

  constructor(exitCode: ExitCode, problems: readonly Problem[], unlisted = 0) {
    super(problems.map((problem) => problem.message).join('\n'));
    this.exitCode = exitCode;
    this.problems = problems;
    this.unlisted = unlisted;
  }
}

/** A failure of one problem with the layout or the data. */
export function badInput(message: string, remedy: string): Failure {
  return new Failure(EXIT.badInput, [{ message, remedy }]);
}

/** A failure of problems of a catalogue with the layout or the data. */
export function inputFailure(...problems: readonly Problem[]): Failure {
  return new Failure(EXIT.badInput, problems);
}

/** A failure of one problem with the command line. */
export function badUsage(message: string, remedy: string): Failure {
  return new Failure(EXIT.badUsage, [{ message, remedy }]);
}

/** A failure of a problem of a catalogue with the command line. */
export function usageFailure(problem: Problem): Failure {
  return new Failure(EXIT.badUsage, [problem]);
}

/** A failure of one problem with where results should go. */
export function cannotWrite(message: string, remedy: string): Failure {
  return new Failure(EXIT.cannotWrite, [{ message, remedy }]);
}
