/** The exit status for fits, and the warnings about failed ones: one rule for all commands that make or use fits. */

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

/**
 * 3 if a fit failed, 5 if one has a further mode that must be reported, and otherwise 0, because a fit to be used with
 * care is usable.
 */
export function exitOfFits(fits: readonly Judged[]): ExitCode {
  if (fits.some(({ status }) => status === 'failed')) return EXIT.notConverged;
  return fits.some(({ findings }) => hasFurtherMode(findings)) ? EXIT.severalModes : EXIT.fine;
}

/** Sets the exit status for fits, unless a graver one has been set. */
export function setExitOfFits(fits: readonly Judged[]): void {
  const status = exitOfFits(fits);
  if (status === EXIT.notConverged) process.exitCode = status;
  else if (status !== EXIT.fine) process.exitCode ??= status;
}

/**
 * Reports how many of many fits have a further mode, if any.
 *
 * @param where where they are listed, such as "`findings` in fits.csv says which they are"
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

/** A stored fit, and its findings. */
export interface JudgedFit {
  readonly folder: string;
  readonly summary: Pick<FitSummary, 'status' | 'findings'> & {
    /** Of a point estimate, or of Laplace's approximation. */
    readonly method?: string;
  };
}

/** @param what must not be used if the fit did not converge, or found no estimate, such as `its predictions` */
export function tellVerdict(
  { folder, summary: { status, findings, method } }: JudgedFit,
  what: string,
): void {
  const kinds = findings.map(({ kind }) => kind);
  setExitOfFits([{ status, findings: kinds }]);
  if (status === 'failed') {
    const why =
      method === undefined
        ? `The fit in ${folder} did not converge`
        : `The climbs in ${folder} found no estimate`;
    const problem = {
      message: `${why}: ${what} must not be used.`,
      remedy: 'Fit again as its summary.json says.',
    };
    printNotice(renderProblem('error', problem, noticeColor()));
    return;
  }
  const mode = findings.find(({ kind }) => hasFurtherMode([kind]));
  if (mode === undefined) return;
  printNotice(renderProblem('warning', { ...mode, message: `${folder}: ${mode.message}` }, noticeColor()));
}
