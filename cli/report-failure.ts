/** What a command says on stderr when it ends early. */
import colors from 'picocolors';
import type { FindingWeight } from '../host/diagnose/finding.ts';
import type { Failure, Problem } from './failure.ts';
import { printable } from './printable.ts';
import { counted } from './words.ts';

/** `error: what` with the remedy under it, for each problem, and how many more there are. */
export function renderFailure(failure: Failure, color: boolean): string {
  const lines = failure.problems.map((problem) => renderProblem('error', problem, color));
  if (failure.unlisted > 0) lines.push(`and ${counted(failure.unlisted, 'more problem')}\n`);
  return lines.join('');
}

export type Severity = 'error' | 'warning' | 'note';

/** How grave what is found in a fit is, in the words of the diagnostics of a layout. */
export const SEVERITIES: Readonly<Record<FindingWeight, Severity>> = {
  fatal: 'error',
  caution: 'warning',
  note: 'note',
};

/** One problem in the form that the diagnostics of a layout have. */
export function renderProblem(severity: Severity, problem: Problem, color: boolean): string {
  const { red, yellow, cyan, bold } = colors.createColors(color);
  const label = { error: red, warning: yellow, note: cyan }[severity](bold(severity));
  return `${label}: ${printable(problem.message)}\n  = help: ${printable(problem.remedy)}\n`;
}
