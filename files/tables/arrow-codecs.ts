/** Flechette with the two compressions that Arrow's IPC has: it is given what was unpacked before. */

import { FileError } from '../file-error.ts';
import type { PackedBuffer } from './arrow-counts.ts';
import type { Pace } from './pace.ts';
import type { UnpackedSize } from './read-options.ts';
import { unpack } from './unpack.ts';

/** What the compressed buffers of a file hold, by the memory that the file is in and by where in it they begin. */
const UNPACKED = new WeakMap<ArrayBufferLike, Map<number, Uint8Array>>();

/** Loads flechette, and tells it where to find what was compressed. */
export async function loadFlechette(): Promise<typeof import('@uwdata/flechette')> {
  const flechette = await import('@uwdata/flechette');
  const { CompressionType, setCompressionCodec } = flechette;
  const codec = { encode: onlyRead, decode: found };
  setCompressionCodec(CompressionType.LZ4_FRAME, codec);
  setCompressionCodec(CompressionType.ZSTD, codec);
  return flechette;
}

/**
 * Unpacks the buffers of a file, for the library to find. The library would do so all at once, with nothing between.
 *
 * @throws Error where one is damaged; FileError where they are too large; the signal's reason
 */
export async function unpackBuffers(
  file: Uint8Array,
  buffers: readonly PackedBuffer[],
  size: UnpackedSize,
  pace: Pace,
): Promise<void> {
  const unpacked = new Map<number, Uint8Array>();
  for (const { unpacked: bytes } of buffers) size.add(bytes);
  for (const { at, packed, unpacked: length, codec } of buffers) {
    unpacked.set(file.byteOffset + at, await unpack(codec, file.subarray(at, at + packed), length, pace));
  }
  UNPACKED.set(file.buffer, unpacked);
}

function found(packed: Uint8Array, length: number): Uint8Array {
  const bytes = UNPACKED.get(packed.buffer)?.get(packed.byteOffset);
  if (bytes?.length === length) return aligned(bytes);
  throw new Error('a compressed part of it is not where it should be');
}

/** The same bytes at an address that doubles may have. */
export function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

function onlyRead(): never {
  throw new FileError('Compressed Arrow is read and not written.', 'Write it uncompressed.');
}
