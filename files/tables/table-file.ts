/** The bytes of a file with a table: piece by piece from the start, or any part. */
import { constants, createReadStream, fstatSync, openSync } from 'node:fs';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { isatty, ReadStream as TerminalStream } from 'node:tty';
import { systemCode } from '../system-problem.ts';
import { type Pace, unlessAborted } from './pace.ts';
import type { TableOptions } from './read-options.ts';
import { pipeTooLarge, UNPACKED_LIMIT } from './read-options.ts';

/**
 * The number of bytes read at once. More would make no parser faster, and the records of one piece are in memory
 * together.
 */
const PIECE = 1 << 16;

/** A file, with its name for messages. It can be read from the start several times. */
export interface TableFile {
  readonly name: string;
  /** Its size in bytes. */
  readonly size: number;
  /** The bytes from `begin` to before `end`; fewer if the file ends earlier. */
  slice(begin: number, end: number): Promise<Uint8Array>;
  /** All bytes from the start, in pieces. */
  pieces(): AsyncIterable<Uint8Array>;
  /** The bytes of another file in the same folder; null if there is none. Absent for bytes that are in no folder. */
  beside?(name: string): Promise<Uint8Array | null>;
}

/**
 * Opens the file for the duration of `use`. Anything else than a regular file, such as a pipe, is first read into
 * memory, because it can be read only once.
 *
 * @throws the system's error when it cannot be opened or read; FileError when a pipe holds more than may be kept; the signal's reason
 */
export async function withTableFile<T>(
  path: string,
  use: (file: TableFile) => Promise<T>,
  options: TableOptions = {},
): Promise<T> {
  if (!(await stat(path)).isFile()) return use(tableFileOf(await readPipe(path, options), path));
  const handle = await open(path);
  try {
    return await use(await regularFile(path, handle));
  } finally {
    await handle.close();
  }
}

/**
 * Opens a pipe or similar without blocking a thread: neither Ctrl-C nor the end of the process could stop a blocked
 * read.
 */
async function openPipe(path: string): Promise<Readable> {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (isatty(handle)) return new TerminalStream(handle);
  const found = fstatSync(handle);
  if (found.isFIFO() || found.isSocket()) return new Socket({ fd: handle, readable: true, writable: false });
  return createReadStream(path, { fd: handle, highWaterMark: PIECE });
}

/** The whole contents of a pipe. */
async function readPipe(path: string, options: TableOptions): Promise<Uint8Array> {
  const { signal, maxUnpackedBytes: limit = UNPACKED_LIMIT } = options;
  const stream = await openPipe(path);
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for (const pieces = stream[Symbol.asyncIterator](); ; ) {
      const next = await unlessAborted(pieces.next(), signal);
      if (next.done === true) return Buffer.concat(kept);
      kept.push(next.value as Buffer);
      size += (next.value as Buffer).length;
      if (size > limit) throw pipeTooLarge(path, limit);
    }
  } finally {
    stream.destroy();
  }
}

async function regularFile(path: string, handle: FileHandle): Promise<TableFile> {
  const { size } = await handle.stat();
  return {
    name: path,
    size,
    slice: (begin, end) => readAt(handle, begin, Math.min(end, size)),
    pieces: () => createReadStream(path, { highWaterMark: PIECE }),
    beside: (name) => readBeside(path, name),
  };
}

async function readBeside(path: string, name: string): Promise<Uint8Array | null> {
  try {
    return await readFile(join(dirname(path), name));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The bytes from `begin` to before `end`; fewer if the file ends earlier, for example because it was shortened
 * meanwhile.
 */
export async function readAt(handle: FileHandle, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - begin));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, begin + filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

/** A file in memory. */
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

/** The same file, read in pieces so that reading can be interrupted. */
export function pacedFile(file: TableFile, pace: Pace): TableFile {
  return {
    ...file,
    slice: async (begin, end) => {
      pace.signal?.throwIfAborted();
      return file.slice(begin, end);
    },
    pieces: async function* () {
      for await (const piece of file.pieces()) {
        pace.signal?.throwIfAborted();
        if (pace.isDue(piece.length)) await pace.turn();
        yield piece;
      }
    },
  };
}
