/**
 * Zstandard (RFC 8878), by its reference decoder compiled to WebAssembly. Most writers add no checksum, so that damage shows in the packed
 * bits alone: this decoder refuses a part whose bits do not end exactly where its last value does, which decoders in JavaScript pass over.
 */
import type { ZSTDDecoder } from 'zstddec';
import { UnreadablePart } from './table-error.ts';

/** What the decoder's memory, which ends at 2 GiB, has room for beside its own tables. */
const MAX_BYTES = 2 ** 31 - 2 ** 26;

/** A frame of one byte as it is. */
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
 * The bytes that frames hold, one behind another.
 *
 * @param packed for which there is room, as `checkZstdRoom` says
 * @param length how many bytes there must be
 * @throws Error where a frame is damaged or cut off, has another checksum, or they hold another number of bytes
 */
export async function readZstd(packed: Uint8Array, length: number): Promise<Uint8Array> {
  decoder ??= loadDecoder();
  const zstd = await decoder;
  // The library returns nothing where it fails: behind an empty part, a byte tells the one from the other.
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
