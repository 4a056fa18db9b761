/** Reads the files that the user names, or says why they cannot be read. */
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

/** The role of a file in the command, for messages. */
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
 * A stream that the shell has opened, such as /dev/stdin, is read to its end. Any other path must be a file; pipes are
 * not waited for.
 *
 * @throws Failure (input) when there is no such file, or it cannot be read; FileError when it is not a regular file.
 */
export async function readBytes(path: string, role: FileRole): Promise<Uint8Array> {
  try {
    return isInherited(path) ? await readFile(path) : readRegular(path, `Give the path of the ${role}.`);
  } catch (error) {
    throw unreadable(path, role, error);
  }
}

/** The failure for a file that the system could not read. Errors from elsewhere are thrown on. */
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
    // The directory does not exist either, so there is nothing to suggest.
    return [];
  }
}

/**
 * The location of a worked layout's file that was given, from another folder, by its path in the clone as in the
 * documentation; null for other files.
 */
function bundled(path: string): string | null {
  if (!normalize(path).startsWith(`stdlib-layouts${sep}`)) return null;
  // They are beside the sources, or above `dist`.
  const places = ['../..', '../../..'].map((up) => fileURLToPath(new URL(`${up}/${path}`, import.meta.url)));
  const found = places.find((place) => existsSync(place));
  return found === undefined ? null : relative(process.cwd(), found);
}

/**
 * The text of bytes in UTF-8, without a byte order mark.
 *
 * @param wanted what to give instead, if the file is not text
 * @throws Failure (input) when they are not UTF-8, with the encoding or the first invalid line
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

/** Whether a byte is a control character that does not occur in text. */
function isControl(byte: number): boolean {
  return byte < 0x20 && (byte < 9 || byte > 13);
}
