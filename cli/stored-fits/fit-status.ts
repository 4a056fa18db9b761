/** The exit status that fits come to: one rule for all commands that make fits or use stored ones. */
import { hasFurtherMode, type VerdictStatus } from '../../host/diagnose/verdict-status.ts';
import { EXIT, type ExitCode } from '../failure.ts';
import { renderProblem } from '../report-failure.ts';
import { noticeColor, printNotice } from '../terminal.ts';
import { counted } from '../words.ts';

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
    message: `${divided} of ${counted(fits.length, 'fit')} ${divided === 1 ? 'has' : 'have'} a further mode that no chain was in.`,
    remedy: `Report it: ${where}, and \`theodolite fit\` on the same rows says where the mode is.`,
  };
  printNotice(renderProblem('warning', problem, noticeColor()));
}
