/** The exit status that fits come to, and what is said of those that failed: one rule for all commands that make fits or use stored ones. */
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import { hasFurtherMode, type VerdictStatus } from '../../host/diagnose/verdict-status.ts';
import { EXIT, type ExitCode } from '../failure.ts';
import { noticeColor, printNotice, renderProblem } from '../terminal.ts';
import { countOf } from '../words.ts';

/** A fit's verdict, with the kinds of what was found. */
interface Judged {
  readonly status: VerdictStatus;
  readonly findings: readonly string[];
}

/** 3 where a fit failed, 5 where one has a further mode that is to be reported; else 0: a fit to be used with care is one that may be used. */
export function exitOfFits(fits: readonly Judged[]): ExitCode {
  if (fits.some(({ status }) => status === 'failed')) return EXIT.notConverged;
  return fits.some(({ findings }) => hasFurtherMode(findings)) ? EXIT.severalModes : EXIT.fine;
}

/** Sets the status that fits come to, where it is graver than one that was set before. */
export function setExitOfFits(fits: readonly Judged[]): void {
  const status = exitOfFits(fits);
  if (status === EXIT.notConverged) process.exitCode = status;
  else if (status !== EXIT.fine) process.exitCode ??= status;
}

/**
 * Says of many fits how many have a further mode, where there is one.
 *
 * @param where it is written which they are, such as "`findings` in fits.csv says which they are"
 */
export function tellFurtherModes(fits: readonly Judged[], where: string): void {
  const divided = fits.filter(({ findings }) => hasFurtherMode(findings)).length;
  if (divided === 0) return;
  const problem = {
    message: `${divided} of ${countOf(fits.length, 'fit')} ${divided === 1 ? 'has' : 'have'} a further mode that no chain was in.`,
    remedy: `Report it: ${where}, and \`theodolite fit\` on the same rows says where the mode is.`,
  };
  printNotice(renderProblem('warning', problem, noticeColor()));
}

/** A stored fit, and what was found in it. */
interface JudgedFit {
  readonly folder: string;
  readonly summary: Pick<FitSummary, 'status' | 'findings'>;
}

/** @param what that must not be used where the fit did not converge, such as `its predictions` */
export function tellVerdict({ folder, summary: { status, findings } }: JudgedFit, what: string): void {
  const kinds = findings.map(({ kind }) => kind);
  setExitOfFits([{ status, findings: kinds }]);
  if (status === 'failed') {
    const problem = {
      message: `The fit in ${folder} did not converge: ${what} must not be used.`,
      remedy: 'Fit again as its summary.json says.',
    };
    printNotice(renderProblem('error', problem, noticeColor()));
    return;
  }
  const mode = findings.find(({ kind }) => hasFurtherMode([kind]));
  if (mode === undefined) return;
  printNotice(renderProblem('warning', { ...mode, message: `${folder}: ${mode.message}` }, noticeColor()));
}
