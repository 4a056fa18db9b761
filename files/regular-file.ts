/** Opens regular files only: a pipe, a socket or a device is refused, and never waited for. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { FileError } from './file-error.ts';

/**
 * With this flag, opening a pipe without a writer returns at once instead of waiting. Windows lacks the flag, but has
 * no pipes with such names.
 */
const AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const REMEDY = 'Give the path of a file.';

/**
 * Opens a file to read from.
 *
 * @param remedy what to do if it is something else
 * @throws FileError when it is not a regular file; the system's error
 */
export async function openRegular(path: string, remedy = REMEDY): Promise<FileHandle> {
  const handle = await open(path, AT_ONCE);
  try {
    checkRegular(path, await handle.stat(), remedy);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** All bytes of a file. @throws as `openRegular` does */
export function readRegular(path: string, remedy = REMEDY): Uint8Array {
  const file = openSync(path, AT_ONCE);
  try {
    checkRegular(path, fstatSync(file), remedy);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The text of a file in UTF-8. @throws as `openRegular` does */
export function readRegularText(path: string, remedy = REMEDY): string {
  return new TextDecoder().decode(readRegular(path, remedy));
}

/** @throws FileError; the system's error for a directory */
function checkRegular(path: string, found: Stats, remedy: string): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR', path });
  throw new FileError(`${path} is ${kindOf(found)}, and a file is wanted here.`, remedy);
}

function kindOf(found: Stats): string {
  if (found.isFIFO()) return 'a pipe';
  if (found.isSocket()) return 'a socket';
  return 'a device';
}

/**
 * Whether a path names a stream that the shell opened, such as /dev/stdin or that of `<(command)`; such a stream has a
 * writer.
 */
export function isInherited(path: string): boolean {
  return /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|\d+)\/fd\/\d+)$/.test(path);
}
