/** What a recovery says beside its tables: how its fits fared. */

import { printable } from '../printable.ts';
import { renderProblem } from '../report-failure.ts';
import { setExitOfFits } from '../stored-fits/fit-status.ts';
import { noticeColor, printNotice } from '../terminal.ts';
import { counted } from '../words.ts';
import type { RecoveryReport } from './recovery-report.ts';

/**
 * `Ladder: 50 runs of 60 rows, each with a profile drawn from the prior; all fits converged`, and what was found in fits that did, but is
 * to be known: `divergences in 7 fits`.
 */
export function recoveryCaption({ layout, runs, rows, profile, failed, findings }: RecoveryReport): string {
  const truth =
    profile === 'prior' ? 'each with a profile drawn from the prior' : 'all with the profile given';
  const fared =
    failed === 0
      ? 'all fits converged'
      : `${counted(failed, 'fit')} did not converge and ${failed === 1 ? 'is' : 'are'} left out`;
  const found = Object.entries(findings).map(([kind, count]) => `${kind} in ${counted(count, 'fit')}`);
  const line = `${printable(layout)}: ${counted(runs, 'run')} of ${counted(rows, 'row')}, ${truth}; ${fared}`;
  return found.length === 0 ? line : `${line}\nFound in fits: ${found.join(', ')}`;
}

/** One line for each: outcomes were drawn with the one value, and each fit took that of its own outcomes. */
export function tellStatistics({ statistics }: RecoveryReport): void {
  for (const { text, assumed, least, greatest } of statistics) {
    const range = `${Number(least.toPrecision(4))} to ${Number(greatest.toPrecision(4))}`;
    printNotice(`${printable(text)}: taken as ${assumed}, and ${range} in what was simulated\n`);
  }
}

/** Says that what would halve an sd could not be told, though it was asked for. */
export function tellNoHalving(): void {
  const problem = {
    message: 'What would halve an sd cannot be told: in no run do the draws vary in all parameters.',
    remedy: 'Take more --draws than there are parameters.',
  };
  printNotice(renderProblem('warning', problem, noticeColor()));
}

/** Says on stderr too which fits failed or have further modes, and sets a status for each. */
export function tellFailures({ failed, runs, findings }: RecoveryReport): void {
  setExitOfFits([{ status: failed > 0 ? 'failed' : 'converged', findings: Object.keys(findings) }]);
  if (failed > 0) {
    const problem = {
      message: `${failed} of ${counted(runs, 'fit')} did not converge, and what is told is of the others.`,
      remedy:
        'Where it is more than a few, what is told is of the easy profiles alone: give more --warmup and --draws, or mend the layout. `--out` writes which they are and why.',
    };
    printNotice(renderProblem('error', problem, noticeColor()));
  }
}
