/**
 * The only place where a command writes: results to stdout, everything else to stderr. A test ensures that nothing else
 * in `cli/` writes to either.
 */
import colors from 'picocolors';
import type { FindingWeight } from '../host/diagnose/finding.ts';
import type { Problem } from '../module/problem-text.ts';
import type { Failure } from './failure.ts';
import { printable, shownJson, shownText } from './printable.ts';
import { countOf } from './words.ts';

/** Prints a result for people. None of its characters controls the terminal, wherever it goes. */
export function printResult(text: string): void {
  process.stdout.write(shownText(text, resultColor()));
}

/**
 * Prints a result for programs, such as a table or a figure: unchanged, except on a terminal, where it is made
 * printable.
 */
export function printData(text: string): void {
  process.stdout.write(resultIsTerminal() ? shownText(text, false) : text);
}

/**
 * Prints a value as JSON. Characters that are unsafe for a terminal are written as JSON escapes, so the value is the
 * same.
 */
export function printJson(json: string): void {
  process.stdout.write(shownJson(json));
}

/** Writes messages of a protocol to the program that started this one: unchanged. */
export function sendBytes(bytes: Uint8Array): void {
  process.stdout.write(bytes);
}

/** Prints anything that is not a result. */
export function printNotice(text: string): void {
  process.stderr.write(shownText(text, noticeColor()));
}

/** The stream for a live line. The live line moves the cursor itself, so it must make its text printable. */
export function liveStream(): NodeJS.WriteStream {
  return process.stderr;
}

/** Whether stdout shows colours. */
export function resultColor(): boolean {
  return colors.isColorSupported && process.stdout.isTTY === true;
}

/** The width of stdout in characters; unlimited unless it is a terminal. */
export function resultWidth(): number {
  return process.stdout.isTTY === true && process.stdout.columns > 0
    ? process.stdout.columns
    : Number.POSITIVE_INFINITY;
}

/** Whether results go to a terminal, and not to a file or another program. */
export function resultIsTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/**
 * Whether the terminal shows Unicode: if the locale is UTF-8, by the first of its variables that is set, in the order
 * of POSIX (IEEE 1003.1-2017, 8.2). Windows has no such variables, and its terminals show Unicode.
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

/** Finite numbers unchanged, `inf` and `-inf` for infinities, and null for NaN. */
export function asJsonNumber(value: number): number | 'inf' | '-inf' | null {
  if (Number.isNaN(value)) return null;
  return Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';
}

/** The text of a JSON value in which numbers may be infinite. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'number' ? asJsonNumber(each) : each));
}

/** `error: what` with the remedy under it, for each problem, and the number of further problems. */
export function renderFailure(failure: Failure, color: boolean): string {
  const lines = failure.problems.map((problem) => renderProblem('error', problem, color));
  if (failure.unlisted > 0) lines.push(`and ${countOf(failure.unlisted, 'more problem')}\n`);
  return lines.join('');
}

type Severity = 'error' | 'warning' | 'note';

/** The severity of a finding, in the words of layout diagnostics. */
export const SEVERITIES: Readonly<Record<FindingWeight, Severity>> = {
  fatal: 'error',
  caution: 'warning',
  note: 'note',
};

/** One problem in the form of a layout diagnostic. */
export function renderProblem(severity: Severity, problem: Problem, color: boolean): string {
  const { red, yellow, cyan, bold } = colors.createColors(color);
  const label = { error: red, warning: yellow, note: cyan }[severity](bold(severity));
  return `${label}: ${printable(problem.message)}\n  = help: ${printable(problem.remedy)}\n`;
}
