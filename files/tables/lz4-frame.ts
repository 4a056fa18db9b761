/**
 * Unpacks LZ4 frames, with which Arrow's IPC compresses buffers: the LZ4 Frame Format 1.6.3 around the LZ4 Block
 * Format.
 *
 * Written here because we found no package that has a licence file, reads frames as well as bare blocks, and needs no
 * extra file at run time.
 */

const MAGIC = 0x184d2204;
/** Frame descriptor, first byte: the version in the two highest bits, and flags for optional fields. */
const VERSION = 1;
const FLAG = { blockSums: 0x10, size: 0x08, sum: 0x04, dictionary: 0x01 } as const;
/** The highest bit of a block's size marks an uncompressed block. */
const STORED = 0x8000_0000;
/** The minimum length of a match, in bytes. */
const SHORTEST_MATCH = 4;

/**
 * The unpacked bytes of one frame. Every checksum in the frame is verified.
 *
 * @param length the required number of bytes
 * @throws Error when the frame is damaged, ends early, needs a dictionary, or unpacks to another number of bytes
 */
export function readLz4Frame(frame: Uint8Array, length: number): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 7 || view.getUint32(0, true) !== MAGIC) throw damaged('it does not begin as a frame');
  const flags = frame[4]!;
  const has = (flag: keyof typeof FLAG) => (flags & FLAG[flag]) !== 0;
  if (flags >> 6 !== VERSION) throw damaged('its version is unknown');
  if (has('dictionary')) throw damaged('it needs a dictionary');
  const sumAt = 6 + (has('size') ? 8 : 0);
  if (frame[sumAt] !== ((xxHash32(frame.subarray(4, sumAt)) >>> 8) & 0xff)) throw damaged('its header');
  if (has('size') && view.getBigUint64(6, true) !== BigInt(length)) throw damaged('its length');

  const output = new Uint8Array(length);
  let end = 0;
  let at = sumAt + 1;
  for (;;) {
    const size = uint32(view, at);
    at += 4;
    if (size === 0) break;
    const block = taken(frame, at, size & ~STORED);
    at += block.length;
    if (has('blockSums')) {
      if (uint32(view, at) !== xxHash32(block)) throw damaged('the checksum of a block');
      at += 4;
    }
    end = size >= STORED ? store(block, output, end) : unpackBlock(block, output, end);
  }
  if (end !== length) throw damaged('its length');
  if (has('sum') && uint32(view, at) !== xxHash32(output)) throw damaged('its checksum');
  return output;
}

/**
 * The unpacked bytes of blocks without frames, as in Parquet: one block, or several in Hadoop's form, each preceded by
 * its unpacked and packed lengths, highest byte first.
 *
 * @throws Error when they are damaged, or unpack to another number of bytes
 */
export function unpackLz4Blocks(blocks: Uint8Array, length: number, mayBeHadoop: boolean): Uint8Array {
  const output = new Uint8Array(length);
  const ends = mayBeHadoop ? hadoopBlocks(blocks, length) : null;
  let end = 0;
  for (const block of ends ?? [blocks]) end = unpackBlock(block, output, end);
  if (end !== length) throw damaged('its length');
  return output;
}

/** The blocks, if their lengths add up to all bytes; null for a single block. */
function hadoopBlocks(blocks: Uint8Array, length: number): Uint8Array[] | null {
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
  const found: Uint8Array[] = [];
  let held = 0;
  for (let at = 0; at < blocks.length; ) {
    if (blocks.length - at < 8) return null;
    const size = view.getUint32(at + 4);
    held += view.getUint32(at);
    if (size > blocks.length - at - 8 || held > length) return null;
    found.push(blocks.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  return held === length ? found : null;
}

function store(block: Uint8Array, output: Uint8Array, end: number): number {
  if (block.length > output.length - end) throw damaged('its length');
  output.set(block, end);
  return end + block.length;
}

/** Unpacks a block after the existing output, to which its matches may refer. Returns the new end. */
function unpackBlock(block: Uint8Array, output: Uint8Array, from: number): number {
  let at = 0;
  let end = from;
  /** A length of four bits, continued in further bytes if all four are set. */
  const lengthFrom = (bits: number): number => {
    let length = bits;
    for (let more = bits === 15 ? 255 : 0; more === 255; length += more) {
      if (at >= block.length) throw damaged('a block ends early');
      more = block[at++]!;
    }
    return length;
  };
  for (;;) {
    if (at >= block.length) throw damaged('a block ends early');
    const token = block[at++]!;
    const length = lengthFrom(token >> 4);
    const literals = taken(block, at, length);
    at += length;
    end = store(literals, output, end);
    // The last sequence of a block has no match.
    if (at === block.length) return end;
    if (at + 2 > block.length) throw damaged('a block ends early');
    const distance = block[at]! | (block[at + 1]! << 8);
    at += 2;
    const match = lengthFrom(token & 15) + SHORTEST_MATCH;
    if (distance === 0 || distance > end) throw damaged('a match lies before its beginning');
    if (match > output.length - end) throw damaged('its length');
    // A match may overlap itself, and then repeats what it has just written.
    for (const last = end + match; end < last; end++) output[end] = output[end - distance]!;
  }
}

function taken(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (length > bytes.length - at) throw damaged('a part of it ends early');
  return bytes.subarray(at, at + length);
}

function uint32(view: DataView, at: number): number {
  if (at + 4 > view.byteLength) throw damaged('it ends early');
  return view.getUint32(at, true);
}

function damaged(what: string): Error {
  return new Error(`a part that LZ4 compressed is damaged: ${what}`);
}

const PRIMES = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1] as const;

/** XXH32 with seed 0 (Collet, xxHash fast digest algorithm 0.1.1). */
export function xxHash32(bytes: Uint8Array): number {
  const [p1, p2, p3, p4, p5] = PRIMES;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rotate = (x: number, by: number) => (x << by) | (x >>> (32 - by));
  const round = (lane: number, input: number) => Math.imul(rotate((lane + Math.imul(input, p2)) | 0, 13), p1);
  let at = 0;
  let hash: number = p5;
  if (bytes.length >= 16) {
    let [a, b, c, d] = [(p1 + p2) | 0, p2 | 0, 0, -p1 | 0];
    for (; at + 16 <= bytes.length; at += 16) {
      a = round(a, view.getUint32(at, true));
      b = round(b, view.getUint32(at + 4, true));
      c = round(c, view.getUint32(at + 8, true));
      d = round(d, view.getUint32(at + 12, true));
    }
    hash = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
  }
  hash = (hash + bytes.length) | 0;
  for (; at + 4 <= bytes.length; at += 4) {
    hash = Math.imul(rotate((hash + Math.imul(view.getUint32(at, true), p3)) | 0, 17), p4);
  }
  for (; at < bytes.length; at++) {
    hash = Math.imul(rotate((hash + Math.imul(bytes[at]!, p5)) | 0, 11), p1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), p2);
  hash = Math.imul(hash ^ (hash >>> 13), p3);
  return (hash ^ (hash >>> 16)) >>> 0;
}
