/** Files the user names: their bytes or their text, or why they cannot be read. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInherited, readRegular } from '../../files/regular-file.ts';
import { readingProblem, systemCode } from '../../files/system-problem.ts';
import { isUtf16 } from '../../files/tables/text-pieces.ts';
import { nearest } from '../../module/names.ts';
import { tableProblem } from '../../module/table-problems.ts';
import { badInput, type Failure, inputFailure } from '../failure.ts';

/** What a file is to the command, for its messages. */
type FileRole =
  | 'layout'
  | 'table'
  | 'point'
  | 'fit'
  | 'evaluation'
  | 'table of predictions'
  | 'comparison'
  | 'file of splits';

/**
 * What the shell hands over open, such as /dev/stdin, is read to its end; else there must be a file, and no pipe is waited for.
 *
 * @throws Failure (input) when there is no such file, or it cannot be read; FileError when it is no file.
 */
export async function readBytes(path: string, role: FileRole): Promise<Uint8Array> {
  try {
    return isInherited(path) ? await readFile(path) : readRegular(path, `Give the path of the ${role}.`);
  } catch (error) {
    throw unreadable(path, role, error);
  }
}

/** The failure of a file that the system did not give. Errors that are not the system's are thrown on. */
export function unreadable(path: string, role: FileRole, error: unknown): Failure {
  const code = systemCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    if (path === '-') {
      return badInput(
        'There is no file -.',
        `Give the path of the ${role}; the standard input is /dev/stdin.`,
      );
    }
    const near = nearest(basename(path), siblings(path));
    const meant = near === null ? bundled(path) : join(dirname(path), near);
    const question = meant === null ? '' : ` Did you mean ${meant}?`;
    return badInput(`There is no file ${path}.${question}`, `Give the path of the ${role}.`);
  }
  if (code === 'EISDIR') return badInput(`${path} is a directory.`, `Give the path of the ${role} in it.`);
  const problem = readingProblem(path, error);
  if (problem === null) throw error;
  return badInput(problem.message, problem.remedy);
}

function siblings(path: string): string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    // No such directory either: nothing to suggest.
    return [];
  }
}

/**
 * Where a file of the worked layouts is that the documentation calls by its path in the clone, from any other folder; null where it is
 * none of them.
 */
function bundled(path: string): string | null {
  if (!normalize(path).startsWith(`stdlib-layouts${sep}`)) return null;
  // They stand beside the sources, or above `dist`.
  const places = ['../..', '../../..'].map((up) => fileURLToPath(new URL(`${up}/${path}`, import.meta.url)));
  const found = places.find((place) => existsSync(place));
  return found === undefined ? null : relative(process.cwd(), found);
}

/**
 * The text of bytes in UTF-8, without a byte order mark.
 *
 * @param wanted what to give in place of a file that is no text at all
 * @throws Failure (input) when they are no such text, with the encoding or the first line that is not
 */
export function decodeText(path: string, bytes: Uint8Array, wanted: string): string {
  const save = 'Save it as UTF-8, which an editor offers among its encodings';
  if (isUtf16(bytes)) throw inputFailure(tableProblem('utf16', { table: path, save }));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (bytes.some(isControl)) throw badInput(`${path} is not text in UTF-8.`, wanted);
    const [before] = new TextDecoder().decode(bytes).split('\ufffd', 1);
    const row = before!.split(/\r\n|\n|\r/).length;
    throw inputFailure(tableProblem('notUtf8', { table: path, row, save }));
  }
}

/** The text of a file. @throws Failure (input) as `decodeText` and `readBytes` do */
export async function readText(path: string, role: FileRole, wanted: string): Promise<string> {
  return decodeText(path, await readBytes(path, role), wanted);
}

/** Whether a byte is a control character that no text has. */
function isControl(byte: number): boolean {
  return byte < 0x20 && (byte < 9 || byte > 13);
}
