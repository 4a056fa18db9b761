/** What was said of a fit when it was made is said again of what is made of it, with the same status. */

import type { FitSummary } from '../../files/fits/fit-summary.ts';
import { hasFurtherMode } from '../../host/diagnose/verdict-status.ts';
import { renderProblem } from '../report-failure.ts';
import { noticeColor, printNotice } from '../terminal.ts';
import { setExitOfFits } from './fit-status.ts';

/** A stored fit, and what was found in it. */
interface Judged {
  readonly folder: string;
  readonly summary: Pick<FitSummary, 'status' | 'findings'>;
}

/** @param what that must not be used where the fit did not converge, such as `its predictions` */
export function tellVerdict({ folder, summary: { status, findings } }: Judged, what: string): void {
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
