/**
 * Unpacks Zstandard (RFC 8878), by its reference decoder compiled to WebAssembly. Most writers add no checksum, so
 * damage shows only in the packed bits. This decoder refuses a part whose bits do not end exactly at its last value;
 * decoders in JavaScript do not.
 */
import type { ZSTDDecoder } from 'zstddec';
import { UnreadablePart } from './table-error.ts';

/** The space for data in the decoder's memory, which is limited to 2 GiB, beside its own tables. */
const MAX_BYTES = 2 ** 31 - 2 ** 26;

/** A frame with one literal byte. */
const ONE_BYTE = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, 9, 0, 0, 0);

let decoder: Promise<ZSTDDecoder> | null = null;

/** @throws UnreadablePart for a part of more bytes, packed and unpacked together, than the decoder can hold */
export function checkZstdRoom(packed: number, unpacked: number): void {
  if (packed + unpacked <= MAX_BYTES) return;
  throw new UnreadablePart(
    `a part of it that Zstandard compressed has more than ${MAX_BYTES} bytes`,
    'Write it in smaller row groups or batches, or compressed by LZ4.',
  );
}

/**
 * The unpacked bytes of one or more frames.
 *
 * @param packed for which `checkZstdRoom` found space
 * @param length the required number of bytes
 * @throws Error when a frame is damaged or cut off, its checksum is wrong, or they unpack to another number of bytes
 */
export async function readZstd(packed: Uint8Array, length: number): Promise<Uint8Array> {
  decoder ??= loadDecoder();
  const zstd = await decoder;
  // The library returns nothing on failure. An extra byte after an empty part distinguishes it from a failure.
  const bytes = length > 0 ? zstd.decode(packed, length) : zstd.decode(Buffer.concat([packed, ONE_BYTE]), 1);
  if (bytes.length !== Math.max(1, length)) throw new Error('a part that Zstandard compressed is damaged');
  return bytes.subarray(0, length);
}

async function loadDecoder(): Promise<ZSTDDecoder> {
  const { ZSTDDecoder } = await import('zstddec');
  const loaded = new ZSTDDecoder();
  await loaded.init();
  return loaded;
}
