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

/** Whether stderr shows colours. */
export function noticeColor(): boolean {
  return colors.isColorSupported && process.stderr.isTTY === true;
}

/**
 * A reader that stops listening, such as `head`, is no error. Any other failure to write, such as a full disk, goes to
 * `onFailure`.
 */
export function watchPipes(onFailure: (error: Error) => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') onFailure(error);
    });
  }
}
