/** What was said of a fit when it was made is said again of what is made of it, with the same status. */
import type { FitSummary } from '../stored/fit-summary.ts';
import { EXIT } from './failure.ts';
import { renderProblem } from './report-failure.ts';
import { noticeColor, printNotice } from './terminal.ts';

/** A stored fit, and what was found in it. */
interface Judged {
  readonly folder: string;
  readonly summary: Pick<FitSummary, 'status' | 'findings'>;
}

/** @param what that must not be used where the fit did not converge, such as `its predictions` */
export function tellVerdict({ folder, summary: { status, findings } }: Judged, what: string): void {
  if (status === 'failed') {
    process.exitCode = EXIT.notConverged;
    const problem = {
      message: `The fit in ${folder} did not converge: ${what} must not be used.`,
      remedy: 'Fit again as its summary.json says.',
    };
    printNotice(renderProblem('error', problem, noticeColor()));
    return;
  }
  const mode = findings.find(({ kind }) => kind === 'minor-mode');
  if (mode === undefined) return;
  // That of another fit, which failed, says more.
  process.exitCode ??= EXIT.severalModes;
  printNotice(renderProblem('warning', { ...mode, message: `${folder}: ${mode.message}` }, noticeColor()));
}
