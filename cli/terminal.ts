/** The one place where a command writes: results to stdout, all else to stderr, and in which form. Nothing else in `cli/` writes to either, which a test sees to. */
import colors from 'picocolors';
import type { FindingWeight } from '../host/diagnose/finding.ts';
import type { Problem } from '../module/problem-text.ts';
import type { Failure } from './failure.ts';
import { printable, shownJson, shownText } from './printable.ts';
import { countOf } from './words.ts';

/** Prints a result that people read: none of its characters commands the terminal, wherever it goes. */
export function printResult(text: string): void {
  process.stdout.write(shownText(text, resultColor()));
}

/** Prints a result that programs read, such as a table or a figure: byte for byte, but on a terminal, where it is as a person may see it. */
export function printData(text: string): void {
  process.stdout.write(resultIsTerminal() ? shownText(text, false) : text);
}

/** Prints a value written as JSON. It is the same value everywhere: what a terminal must not see is escaped as JSON escapes it. */
export function printJson(json: string): void {
  process.stdout.write(shownJson(json));
}

/** Prints what is not a result. */
export function printNotice(text: string): void {
  process.stderr.write(shownText(text, noticeColor()));
}

/** Where a live line is drawn. It moves the cursor itself, and so has to see to the text that it draws. */
export function liveStream(): NodeJS.WriteStream {
  return process.stderr;
}

/** Whether stdout shows colours. */
export function resultColor(): boolean {
  return colors.isColorSupported && process.stdout.isTTY === true;
}

/** How many characters a line of stdout holds: as many as one likes, unless it is a terminal. */
export function resultWidth(): number {
  return process.stdout.isTTY === true && process.stdout.columns > 0
    ? process.stdout.columns
    : Number.POSITIVE_INFINITY;
}

/** Whether results are read on a terminal, and not by a file or another program. */
export function resultIsTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/**
 * Whether the terminal shows more than ASCII: where the locale says UTF-8, by the first of its variables that says anything, as POSIX
 * orders them (IEEE 1003.1-2017, 8.2). Windows has no such variables, and its terminals show Unicode.
 */
export function showsUnicode(
  { LC_ALL, LC_CTYPE, LANG, TERM }: NodeJS.ProcessEnv = process.env,
  platform: string = process.platform,
): boolean {
  if (TERM === 'dumb') return false;
  if (platform === 'win32') return true;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** Whether stderr shows colours. */
export function noticeColor(): boolean {
  return colors.isColorSupported && process.stderr.isTTY === true;
}

/** Finite numbers as they are, `inf` and `-inf` for what is infinite, and null for NaN. */
export function asJsonNumber(value: number): number | 'inf' | '-inf' | null {
  if (Number.isNaN(value)) return null;
  return Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';
}

/** The text of a JSON value in which numbers may be infinite. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? asJsonNumber(each) : each));
}

/** `error: what` with the remedy under it, for each problem, and how many more there are. */
export function renderFailure(failure: Failure, color: boolean): string {
  const lines = failure.problems.map((problem) => renderProblem('error', problem, color));
  if (failure.unlisted > 0) lines.push(`and ${countOf(failure.unlisted, 'more problem')}\n`);
  return lines.join('');
}

type Severity = 'error' | 'warning' | 'note';

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
