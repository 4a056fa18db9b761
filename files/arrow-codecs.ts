/** Flechette with the two compressions that Arrow's IPC has. */
import { FileError } from './file-error.ts';

/** Loads flechette, and tells it how to unpack LZ4 and Zstandard. */
export async function loadFlechette(): Promise<typeof import('@uwdata/flechette')> {
  const [flechette, { default: lz4 }, { decompressZstd }] = await Promise.all([
    import('@uwdata/flechette'),
    import('lz4js'),
    import('hyparquet-compressors'),
  ]);
  const { CompressionType, setCompressionCodec } = flechette;
  setCompressionCodec(CompressionType.LZ4_FRAME, {
    encode: onlyRead,
    decode: (packed, length) => ofLength(lz4.decompress(wholeFrame(packed), length), length),
  });
  setCompressionCodec(CompressionType.ZSTD, {
    encode: onlyRead,
    decode: (packed, length) => ofLength(decompressZstd(packed), length),
  });
  return flechette;
}

/** A frame of LZ4 whose blocks all end inside of it: the library would go through a block of 2 GB for one that says so. */
function wholeFrame(frame: Uint8Array): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const flags = view.getUint8(4);
  const [hasDictionary, hasSize, hasSums] = [1, 8, 16].map((flag) => (flags & flag) !== 0);
  // The mark, two bytes of description and a checksum of them, around what the flags say is there.
  let at = 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  for (;;) {
    const size = view.getUint32(at, true) & 0x7fff_ffff;
    if (size === 0) return frame;
    at += 4 + size + (hasSums ? 4 : 0);
    if (at > frame.length) throw new Error('a compressed part of it is longer than it should be');
  }
}

/**
 * The bytes where columns can be views of them. The libraries unpack what is damaged to something of another length, without an
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
