/** The compressions of Parquet, Arrow and ZIP, and how those are unpacked that take one step. */
import { readLz4Frame, unpackLz4Blocks } from './lz4-frame.ts';
import { readSnappy } from './snappy.ts';
import { readZstd } from './zstd.ts';

/** Parquet's names, Arrow's LZ4 frames, and the plain deflate of ZIP. */
export type Codec = 'SNAPPY' | 'GZIP' | 'DEFLATE' | 'BROTLI' | 'ZSTD' | 'LZ4' | 'LZ4_RAW' | 'LZ4_FRAME';

/** Those that Node unpacks in its own threads. */
export const NATIVE: ReadonlySet<Codec> = new Set(['GZIP', 'DEFLATE', 'BROTLI']);

/** @throws Error when the part is damaged, or unpacks to another number of bytes than `length` */
export async function unpackAtOnce(codec: Codec, packed: Uint8Array, length: number): Promise<Uint8Array> {
  const bytes = await unpacked(codec, packed, length);
  if (bytes.length !== length)
    throw new Error('a compressed part of it does not have the length that it should');
  return bytes;
}

async function unpacked(codec: Codec, packed: Uint8Array, length: number): Promise<Uint8Array> {
  if (codec === 'LZ4_FRAME') return readLz4Frame(packed, length);
  if (codec === 'LZ4_RAW' || codec === 'LZ4') return unpackLz4Blocks(packed, length, codec === 'LZ4');
  if (codec === 'ZSTD') return readZstd(packed, length);
  return readSnappy(packed, length);
}
