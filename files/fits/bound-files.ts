/** Reads the files of a fit, and refuses any that does not match its digest in the summary. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { FileError } from '../file-error.ts';
import { openRegular } from '../regular-file.ts';
import { systemCode } from '../system-problem.ts';
import { readAt, type TableFile } from '../tables/table-file.ts';
import { STORED } from './file-names.ts';
import { pendingFor } from './unfinished-files.ts';
import { COPY_AGAIN, unreadableFit } from './unreadable.ts';

/** The summary's entry for another file of the fit. */
export interface FileRecord {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** By the file's path in the folder, with `/` between its parts. */
export type FileRecords = Readonly<Record<string, FileRecord>>;

const PIECE = 1 << 18;

/**
 * Opens a file of a fit for the duration of `use`, after its digest was verified. A fit whose writer was killed is
 * still whole: a file under its temporary name is read instead.
 *
 * @throws FileError when it is absent, does not match the summary, or is not a regular file; what `use` throws
 */
export async function withBoundFile<T>(
  folder: string,
  name: string,
  record: FileRecord,
  use: (file: TableFile) => Promise<T>,
): Promise<T> {
  const path = join(folder, name);
  let isThere = false;
  for (const candidate of [path, ...pendingFor(path, record.sha256)]) {
    const handle = await openIfThere(path, candidate);
    if (handle === null) continue;
    try {
      isThere = true;
      const { size } = await handle.stat();
      const file = fileOf(path, handle, size);
      if (size === record.bytes && (await digestOf(file)) === record.sha256) return await use(file);
    } catch (error) {
      throw systemCode(error) === null ? error : unreadableFit(path, error);
    } finally {
      await handle.close();
    }
  }
  throw isThere ? otherFile(path) : absent(folder, name);
}

/** Whether the folder has an entry with the name of a file of the fit, or one that waits to replace it. */
export function isStored(folder: string, name: string, { sha256 }: FileRecord): boolean {
  const path = join(folder, name);
  return existsSync(path) || pendingFor(path, sha256).length > 0;
}

/** All bytes of a file of a fit. @throws FileError as `withBoundFile` does */
export function readBoundFile(folder: string, name: string, record: FileRecord): Promise<Uint8Array> {
  return withBoundFile(folder, name, record, (file) => file.slice(0, file.size));
}

/** Null if there is none. @param path its name in messages */
async function openIfThere(path: string, file: string): Promise<FileHandle | null> {
  try {
    return await openRegular(file, COPY_AGAIN);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw unreadableFit(path, error);
  }
}

/**
 * Everything is read from one handle. So the parsed bytes are those of the digest, even if the file is replaced
 * meanwhile.
 */
function fileOf(name: string, handle: FileHandle, size: number): TableFile {
  const slice = (begin: number, end: number) => readAt(handle, begin, Math.min(end, size));
  return {
    name,
    size,
    slice,
    pieces: async function* () {
      for (let begin = 0; begin < size; begin += PIECE) yield await slice(begin, begin + PIECE);
    },
  };
}

async function digestOf(file: TableFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of file.pieces()) hash.update(piece);
  return hash.digest('hex');
}

function otherFile(path: string): FileError {
  return new FileError(
    `${path} does not belong to the ${STORED.summary} beside it: it was changed, is damaged, or belongs to another fit.`,
    `${COPY_AGAIN.slice(0, -1)}. If a fit is being written there now, wait until it is finished.`,
  );
}

function absent(folder: string, name: string): FileError {
  return new FileError(
    `${folder} holds no ${name}, which ${STORED.summary} lists as part of the fit.`,
    COPY_AGAIN,
  );
}
