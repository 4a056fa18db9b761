/** A file that holds a table, as bytes: from the start piece by piece, or any part of it. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';

/** Bytes that are read at once: more make no parser faster, and records of so many are kept at a time. */
const PIECE = 1 << 16;

/** A file with its name for messages. It can be read from the start several times. */
export interface TableFile {
  readonly name: string;
  /** How many bytes it has. */
  readonly size: number;
  /** The bytes from `begin` to before `end`; fewer where the file ends earlier. */
  slice(begin: number, end: number): Promise<Uint8Array>;
  /** All bytes from the start, in pieces. */
  pieces(): AsyncIterable<Uint8Array>;
}

/**
 * Opens the file for as long as `use` takes. What is no regular file, such as a pipe, is read into memory first, since it can be read
 * only once.
 *
 * @throws the system's error when it cannot be opened or read
 */
export async function withTableFile<T>(path: string, use: (file: TableFile) => Promise<T>): Promise<T> {
  if (!(await stat(path)).isFile()) return use(tableFileOf(await readFile(path), path));
  const handle = await open(path);
  try {
    return await use(await regularFile(path, handle));
  } finally {
    await handle.close();
  }
}

async function regularFile(path: string, handle: FileHandle): Promise<TableFile> {
  const { size } = await handle.stat();
  return {
    name: path,
    size,
    slice: async (begin, end) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - begin));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, begin + filled);
        // The file has become shorter meanwhile.
        if (bytesRead === 0) return bytes.subarray(0, filled);
        filled += bytesRead;
      }
      return bytes;
    },
    pieces: () => createReadStream(path, { highWaterMark: PIECE }),
  };
}

/** A file that is in memory. */
export function tableFileOf(bytes: Uint8Array, name: string): TableFile {
  return {
    name,
    size: bytes.length,
    slice: async (begin, end) => bytes.subarray(begin, end),
    pieces: async function* () {
      for (let begin = 0; begin < bytes.length; begin += PIECE) yield bytes.subarray(begin, begin + PIECE);
    },
  };
}
