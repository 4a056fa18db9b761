/**
 * Frames of Zstandard (RFC 8878). What is around the blocks is read here, and their contents by fzstd, which passes over checksums and
 * lengths, and would make room for whatever a frame tells of.
 */
import type { Decompress } from 'fzstd';

const MAGIC = 0xfd2fb528;
/** Frames that decoders pass over have one of sixteen marks. */
const SKIPPED = 0x184d2a50;
/** What every decoder should have room for, whatever the contents (section 3.1.1.1.2). */
const ORDINARY_WINDOW = 1 << 23;

interface Frame {
  readonly bytes: Uint8Array;
  readonly hasChecksum: boolean;
}

/**
 * The bytes that the frames hold.
 *
 * @param length how many there must be
 * @throws Error where a frame is damaged or cut off, has another checksum, or they hold another number of bytes
 */
export async function readZstd(packed: Uint8Array, length: number): Promise<Uint8Array> {
  const frames = framesIn(packed, length);
  const { Decompress } = await import('fzstd');
  const output = new Uint8Array(length);
  let end = 0;
  for (const { bytes, hasChecksum } of frames) {
    const begin = end;
    end = unpackFrame(Decompress, bytes, output, end);
    if (hasChecksum) {
      const told = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
      const found = Number(xxHash64(output.subarray(begin, end)) & 0xffff_ffffn);
      if (told !== found) throw damaged('its checksum');
    }
  }
  if (end !== length) throw damaged('its length');
  return output;
}

function unpackFrame(
  Unpacker: typeof Decompress,
  frame: Uint8Array,
  output: Uint8Array,
  begin: number,
): number {
  let end = begin;
  try {
    new Unpacker((piece) => {
      if (piece.length > output.length - end) throw damaged('its length');
      output.set(piece, end);
      end += piece.length;
    }).push(frame, true);
  } catch (error) {
    throw error instanceof Error && error.constructor === Error && !('code' in error)
      ? error
      : damaged('its contents');
  }
  return end;
}

/** The frames, whose blocks fill all of the bytes. */
function framesIn(packed: Uint8Array, length: number): readonly Frame[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const frames: Frame[] = [];
  for (let at = 0; at < packed.length; ) {
    const begin = at;
    if (packed.length - at < 8) throw damaged('it ends early');
    const mark = view.getUint32(at, true);
    if ((mark & 0xfffffff0) >>> 0 === SKIPPED) {
      at += 8 + view.getUint32(at + 4, true);
      continue;
    }
    if (mark !== MAGIC) throw damaged('it does not begin as a frame');
    const flags = packed[at + 4]!;
    const hasChecksum = (flags & 4) !== 0;
    at = headerEnd(view, at, length);
    at = blocksEnd(packed, at, length) + (hasChecksum ? 4 : 0);
    if (at > packed.length) throw damaged('it ends early');
    frames.push({ bytes: packed.subarray(begin, at), hasChecksum });
  }
  return frames;
}

/** Where the blocks of a frame begin. @throws Error where it tells of more than it is to hold */
function headerEnd(view: DataView, begin: number, length: number): number {
  const flags = view.getUint8(begin + 4);
  if ((flags & 11) !== 0) throw damaged('it needs a dictionary');
  const isOneSegment = (flags & 32) !== 0;
  let at = begin + 5;
  if (!isOneSegment) {
    const byte = view.getUint8(at++);
    const base = 2 ** (10 + (byte >> 3));
    if (base + (base / 8) * (byte & 7) > Math.max(ORDINARY_WINDOW, 2 * length))
      throw damaged('its window is too large');
  }
  const size = [isOneSegment ? 1 : 0, 2, 4, 8][flags >> 6]!;
  if (at + size > view.byteLength) throw damaged('it ends early');
  if (size > 0) {
    const low = [0, () => view.getUint8(at), () => view.getUint16(at, true) + 256][size];
    const told =
      typeof low === 'function'
        ? low()
        : size === 4
          ? view.getUint32(at, true)
          : Number(view.getBigUint64(at, true));
    if (told > length) throw damaged('its length');
  }
  return at + size;
}

/** Where the last block of a frame ends. */
function blocksEnd(packed: Uint8Array, begin: number, length: number): number {
  let at = begin;
  // Blocks that hold nothing would only take time.
  for (let left = 16 + length / 16; left > 0; left--) {
    if (at + 3 > packed.length) break;
    const header = packed[at]! | (packed[at + 1]! << 8) | (packed[at + 2]! << 16);
    const kind = (header >> 1) & 3;
    if (kind === 3) throw damaged('a block is of no kind that there is');
    at += 3 + (kind === 1 ? 1 : header >> 3);
    if ((header & 1) === 1) return at;
  }
  throw damaged('it ends early');
}

function damaged(what: string): Error {
  return new Error(`a part that Zstandard compressed is damaged: ${what}`);
}

const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const low = (value: bigint) => BigInt.asUintN(64, value);
const rotated = (value: bigint, by: bigint) => low((value << by) | (value >> (64n - by)));
const round = (lane: bigint, input: bigint) => low(rotated(low(lane + input * P2), 31n) * P1);
const merged = (hash: bigint, lane: bigint) => low((hash ^ round(0n, lane)) * P1 + P4);

/** XXH64 with seed 0 (Collet, xxHash fast digest algorithm 0.1.1). */
export function xxHash64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let hash = P5;
  if (bytes.length >= 32) {
    let [a, b, c, d] = [low(P1 + P2), P2, 0n, low(-P1)];
    for (; at + 32 <= bytes.length; at += 32) {
      a = round(a, view.getBigUint64(at, true));
      b = round(b, view.getBigUint64(at + 8, true));
      c = round(c, view.getBigUint64(at + 16, true));
      d = round(d, view.getBigUint64(at + 24, true));
    }
    hash = low(rotated(a, 1n) + rotated(b, 7n) + rotated(c, 12n) + rotated(d, 18n));
    for (const lane of [a, b, c, d]) hash = merged(hash, lane);
  }
  hash = low(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    hash = low(rotated(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4);
  if (at + 4 <= bytes.length) {
    hash = low(rotated(hash ^ low(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < bytes.length; at++) hash = low(rotated(hash ^ low(BigInt(bytes[at]!) * P5), 11n) * P1);
  hash = low((hash ^ (hash >> 33n)) * P2);
  hash = low((hash ^ (hash >> 29n)) * P3);
  return hash ^ (hash >> 32n);
}
