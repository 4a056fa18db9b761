/** Flechette with the two compressions that Arrow's IPC has. */
import { FileError } from './file-error.ts';
import { readLz4Frame } from './lz4-frame.ts';

/** Loads flechette, and tells it how to unpack LZ4 and Zstandard. */
export async function loadFlechette(): Promise<typeof import('@uwdata/flechette')> {
  const [flechette, { decompressZstd }] = await Promise.all([
    import('@uwdata/flechette'),
    import('hyparquet-compressors'),
  ]);
  const { CompressionType, setCompressionCodec } = flechette;
  setCompressionCodec(CompressionType.LZ4_FRAME, {
    encode: onlyRead,
    decode: readLz4Frame,
  });
  setCompressionCodec(CompressionType.ZSTD, {
    encode: onlyRead,
    decode: (packed, length) => ofLength(decompressZstd(packed), length),
  });
  return flechette;
}

/**
 * The bytes where columns can be views of them. The library unpacks what is damaged to something of another length, without an
 * error.
 */
function ofLength(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length === length) return aligned(bytes);
  throw new Error('a compressed part of it has not the length that it should');
}

/** The same bytes at an address that doubles may have. */
export function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

function onlyRead(): never {
  throw new FileError('Compressed Arrow is read and not written.', 'Write it uncompressed.');
}
