/** Where a command writes: results to stdout, all else to stderr. */
import colors from 'picocolors';

/** Prints a result. */
export function printResult(text: string): void {
  process.stdout.write(text);
}

/** Prints what is not a result. */
export function printNotice(text: string): void {
  process.stderr.write(text);
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
