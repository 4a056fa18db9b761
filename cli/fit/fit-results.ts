/** What `fit` prints after the last subject, whether it made all fits or a merge put parts together. */

import { listNames } from '../../module/names.ts';
import { setExitOfFits } from '../stored-fits/fit-status.ts';
import {
  noticeColor,
  printNotice,
  printResult,
  renderProblem,
  resultColor,
  resultWidth,
  showsUnicode,
} from '../terminal.ts';
import { type SubjectEstimates, textForestGroups } from './forest-groups.ts';
import type { SubjectVerdict } from './sample-subjects.ts';
import { textForest } from './text-forest.ts';

/** @param forest the estimates of each subject; empty where none are drawn */
export function printForest(forest: readonly SubjectEstimates[]): void {
  const style = { width: resultWidth(), color: resultColor(), unicode: showsUnicode() };
  printResult(textForest(textForestGroups(forest), style));
}

/** Also reports on stderr which fits failed or have further modes, and sets the exit status for them. */
export function tellFailedFits(reports: ReadonlyMap<string, SubjectVerdict>, areEstimates: boolean): void {
  const failed = [...reports].filter(([, { status }]) => status === 'failed').map(([name]) => name);
  if (failed.length > 0) {
    const what = areEstimates ? 'estimates are none' : 'fits did not converge';
    const problem = {
      message: `${failed.length} of ${reports.size} ${what}: ${listNames(failed)}.`,
      remedy: 'Do not use their numbers; the findings of each say what to do.',
    };
    printNotice(renderProblem('error', problem, noticeColor()));
  }
  setExitOfFits(
    [...reports.values()].map(({ status, findings }) => ({
      status,
      findings: findings.map(({ kind }) => kind),
    })),
  );
}
