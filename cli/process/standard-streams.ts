/**
 * The standard streams of the command's thread. The thread writes to them directly, so output is never lost; errors
 * that occur before a command runs are printed here too.
 */
import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { isatty, WriteStream } from 'node:tty';
import { strayProblem } from '../../files/system-problem.ts';
import { printable, shownText } from '../printable.ts';

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/**
 * Writes all of it before it returns. A reader that has stopped reading, such as `head`, is not an error.
 *
 * @throws the system's error for any other failure to write, such as a full disk
 */
function writeAll(file: number, content: string | Uint8Array): void {
  let rest = typeof content === 'string' ? Buffer.from(content) : content;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return;
      // Another program made the pipe non-blocking, and its reader is slow.
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/**
 * Writes to stderr synchronously, when no command can print the message.
 *
 * @param before our own terminal sequences
 */
export function sayAtOnce(text: string, before = ''): void {
  try {
    writeAll(STANDARD_ERROR, `${before}${shownText(text, false)}`);
  } catch {
    // The error cannot be reported anywhere.
  }
}

/**
 * A stream that writes to a file synchronously. On a terminal it has `isTTY`, and reads the terminal's size on each
 * access.
 *
 * @param onFailure is called if it could not be written
 */
export function openStandardStream(file: number, onFailure: (error: Error) => void): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      try {
        writeAll(file, chunk);
      } catch (error) {
        onFailure(error as Error);
      }
      done();
    },
  });
  if (!isatty(file)) return stream;
  const terminal = new WriteStream(file);
  return Object.defineProperties(stream, {
    isTTY: { value: true },
    columns: { get: () => terminal.getWindowSize()[0] },
    rows: { get: () => terminal.getWindowSize()[1] },
    getColorDepth: { value: () => terminal.getColorDepth() },
    hasColors: { value: (count?: number) => terminal.hasColors(count) },
  });
}

/** Null for any other error. */
export function strayNotice(error: unknown): { readonly text: string; readonly status: 1 | 4 } | null {
  const stray = strayProblem(error);
  if (stray === null) return null;
  return {
    text: `error: ${printable(stray.message)}\n  = help: ${printable(stray.remedy)}\n`,
    status: stray.isOfWriting ? 4 : 1,
  };
}
