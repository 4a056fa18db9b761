/** Opens ZIP archives: their list of entries, and the bytes of single entries, unpacked and verified. */
import { crc32 } from 'node:zlib';
import { type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { FileError } from '../../file-error.ts';
import type { Pace } from '../pace.ts';
import { type ReadLimits, UnpackedSize } from '../read-options.ts';
import type { TableFile } from '../table-file.ts';
import { unpack } from '../unpack.ts';
import { damagedLog } from './log-rows.ts';

/** The bytes that are read at once for the list of entries. */
const BLOCK = 1 << 20;

/** Compression methods of the specification (APPNOTE.TXT, 4.4.5). */
const METHODS = { stored: 0, deflate: 8, zstandard: 93 } as const;

/** An archive that is open. */
export interface ZipArchive {
  /** The entries that were asked for, by their paths. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

export interface ZipEntry {
  /** Its unpacked size in bytes. */
  readonly size: number;
  /**
   * Its unpacked bytes.
   *
   * @throws FileError, which names the entry, when it is damaged, encrypted, too large or packed by an unknown method;
   *   the signal's reason
   */
  read(): Promise<Uint8Array>;
}

/**
 * Opens an archive. Of its list only the wanted entries are abridged, because an archive may have a million.
 *
 * @param wants whether the entry with this path is wanted
 * @throws FileError when it is damaged or cut off; the signal's reason
 */
export async function openZip(
  file: TableFile,
  limits: ReadLimits,
  pace: Pace,
  wants: (path: string) => boolean,
): Promise<ZipArchive> {
  const reader = new ZipReader(
    sourceOf(file) as never,
    { useWebWorkers: false, strictness: 'tolerant' } as never,
  );
  const size = new UnpackedSize(file.name, file.size, limits);
  const entries = new Map<string, ZipEntry>();
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (pace.isDue(ENTRY_WORK)) await pace.turn();
      if (!entry.directory && wants(entry.filename))
        entries.set(entry.filename, zipEntry(file, entry, size, pace));
    }
  } catch (error) {
    pace.signal?.throwIfAborted();
    if (!(error instanceof Error) || error instanceof FileError || 'syscall' in error) throw error;
    throw cutOff(file.name);
  }
  return { entries };
}

/** The work per entry of the list, as bytes. */
const ENTRY_WORK = 1 << 9;

function cutOff(name: string): FileError {
  return new FileError(
    `${name} is a ZIP archive that is damaged or cut off: its list of entries is not there.`,
    'Copy it again from where it was written; if its writer was killed, let the writer make it again.',
  );
}

/** The file in the form in which the library reads. It asks for small parts one after another. */
function sourceOf(file: TableFile) {
  let begin = 0;
  let block: Uint8Array = new Uint8Array(0);
  return {
    size: file.size,
    init: async () => undefined,
    initialized: true,
    readUint8Array: async (at: number, length: number): Promise<Uint8Array> => {
      if (at < begin || at + length > begin + block.length) {
        begin = at;
        block = await file.slice(at, Math.min(file.size, at + Math.max(length, BLOCK)));
      }
      return block.slice(at - begin, at - begin + length);
    },
  };
}

function zipEntry(file: TableFile, entry: FileEntry, unpacked: UnpackedSize, pace: Pace): ZipEntry {
  const { filename, uncompressedSize: size } = entry;
  return {
    size,
    read: async () => {
      const name = `${file.name}, entry ${filename}`;
      if (entry.encrypted) throw new FileError(`${name} is encrypted.`, 'Write the log without encryption.');
      unpacked.add(size);
      const packed = await packedBytes(file, entry, name);
      const bytes = await unpackEntry(packed, entry, name, pace);
      if (crc32(bytes) !== entry.signature) throw damagedLog(name, 'its checksum is wrong');
      return bytes;
    },
  };
}

/** The length of a local header before its name (APPNOTE.TXT, 4.3.7). */
const LOCAL_HEADER = 30;

/** The bytes of an entry as they are in the archive. The local header may be longer than the list's entry says. */
async function packedBytes(file: TableFile, entry: FileEntry, name: string): Promise<Uint8Array> {
  const { offset, compressedSize } = entry;
  const header = await file.slice(offset, offset + LOCAL_HEADER);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < LOCAL_HEADER || view.getUint32(0, true) !== 0x04034b50)
    throw damagedLog(name, 'it is not where the list of entries says');
  const begin = offset + LOCAL_HEADER + view.getUint16(26, true) + view.getUint16(28, true);
  const packed = await file.slice(begin, begin + compressedSize);
  if (packed.length !== compressedSize) throw damagedLog(name, 'it is not where the list of entries says');
  return packed;
}

async function unpackEntry(
  packed: Uint8Array,
  entry: FileEntry,
  name: string,
  pace: Pace,
): Promise<Uint8Array> {
  const { compressionMethod, uncompressedSize } = entry;
  try {
    switch (compressionMethod) {
      case METHODS.stored:
        return packed;
      case METHODS.deflate:
        return await unpack('DEFLATE', packed, uncompressedSize, pace);
      case METHODS.zstandard:
        return await unpack('ZSTD', packed, uncompressedSize, pace);
    }
  } catch (error) {
    pace.signal?.throwIfAborted();
    if (!(error instanceof Error) || error instanceof FileError) throw error;
    throw damagedLog(name, error.message);
  }
  throw new FileError(
    `${name} is compressed by a method, number ${compressionMethod}, that is not supported.`,
    'Write the log again, with deflate or Zstandard.',
  );
}
