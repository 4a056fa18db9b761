/**
 * The two ways in which Parquet packs whole numbers. Run lengths hold levels, dictionary indices and booleans: runs of one value, and
 * groups of eight packed by bits. Differences (DELTA_BINARY_PACKED) hold columns, in blocks of packed bits.
 */
import type { Pace } from '../pace.ts';
import type { PageBytes } from './bytes.ts';

/** Writers pad the last packed group: to eight values, or as DuckDB does to more. This is the most that is accepted. */
const PADDED = 512;

/** Numbers unpacked before the clock is read again. */
const PIECE = 1 << 18;

/**
 * Reads `count` numbers of `width` bits each, where `width` is 0 to 32.
 *
 * @param limit every number must be below it
 * @throws Error where the page has fewer or more numbers, or one that is too large
 */
export async function readRunLengths(
  from: PageBytes,
  width: number,
  count: number,
  limit: number,
  pace: Pace,
): Promise<Uint32Array> {
  const values = new Uint32Array(count);
  if (width > 32) throw new Error('a page has numbers of too many bits');
  // Numbers of no bits are all 0, and take no bytes.
  if (width === 0 && from.left === 0) return checked(values, limit);
  let filled = 0;
  while (filled < count) {
    const head = from.varint();
    const isPacked = head % 2 === 1;
    const length = isPacked ? 8 * ((head - 1) / 2) : head / 2;
    if (length === 0) throw new Error('a run in a page is empty');
    // Only the last group may be longer than what is left: it is padded.
    if (length >= count - filled + (isPacked ? PADDED : 1)) throw new Error('a run in a page is too long');
    const end = Math.min(count, filled + length);
    if (isPacked) await unpackBits(from.take((length / 8) * width), width, values, filled, end, pace);
    else values.fill(numberOf(from.take(Math.ceil(width / 8))), filled, end);
    filled = end;
    if (pace.isDue(length)) await pace.turn();
  }
  return checked(values, limit);
}

function checked(values: Uint32Array, limit: number): Uint32Array {
  for (let i = 0; i < values.length; i++) {
    if (values[i]! >= limit) throw new Error('a number in a page is larger than it can be');
  }
  return values;
}

function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte, place) => sum + byte * 256 ** place, 0);
}

/** Unpacks numbers of `width` bits each, which follow each other from the lowest bit on. */
async function unpackBits(
  bytes: Uint8Array,
  width: number,
  values: Uint32Array,
  begin: number,
  end: number,
  pace: Pace,
): Promise<void> {
  const mask = 2 ** width - 1;
  for (let start = begin; start < end; start += PIECE) {
    const stop = Math.min(end, start + PIECE);
    for (let i = start; i < stop; i++) {
      const bit = (i - begin) * width;
      const byte = Math.floor(bit / 8);
      const shift = bit % 8;
      // `word` has at most 39 bits, so a double holds it exactly.
      let word = bytes[byte]!;
      for (let at = 1; 8 * at < width + shift; at++) word += bytes[byte + at]! * 256 ** at;
      values[i] = Math.floor(word / 2 ** shift) & (width === 32 ? 0xffff_ffff : mask);
    }
    if (pace.isDue(stop - start)) await pace.turn();
  }
}

/** The most values that a block may have. Writers use 128 to a few thousand. */
const MAX_BLOCK = 1 << 20;

/**
 * Reads `count` numbers written as differences. Sums wrap around at `bits` bits.
 *
 * @throws Error where the page has another count, or its bytes end early
 */
export async function readDeltas(
  from: PageBytes,
  count: number,
  bits: 32 | 64,
  pace: Pace,
): Promise<BigInt64Array> {
  const block = from.varint();
  const parts = from.varint();
  const stated = from.varint();
  const values = new BigInt64Array(count);
  const each = block / parts;
  if (!(block > 0 && block <= MAX_BLOCK && block % 128 === 0 && each % 32 === 0) || stated !== count) {
    throw new Error('a page of differences has impossible counts');
  }
  let value = BigInt.asIntN(bits, from.zigZag64());
  if (count > 0) values[0] = value;
  for (let filled = Math.min(1, count); filled < count; ) {
    const least = from.zigZag64();
    const widths = from.take(parts);
    for (let part = 0; part < parts && filled < count; part++) {
      const width = widths[part]!;
      if (width > bits) throw new Error('a page of differences has too many bits');
      const packed = from.take((each / 8) * width);
      const end = Math.min(count, filled + each);
      for (let i = 0; filled < end; filled++, i++) {
        value = BigInt.asIntN(bits, value + least + bitsAt(packed, i * width, width));
        values[filled] = value;
      }
    }
    if (pace.isDue(8 * block)) await pace.turn();
  }
  return values;
}

function bitsAt(bytes: Uint8Array, bit: number, width: number): bigint {
  if (width === 0) return 0n;
  const byte = bit >> 3;
  const shift = bit & 7;
  if (width <= 32) {
    let word = 0;
    for (let at = 0; 8 * at < width + shift; at++) word += bytes[byte + at]! * 256 ** at;
    return BigInt(Math.floor(word / 2 ** shift) % 2 ** width);
  }
  let word = 0n;
  for (let at = 0; 8 * at < width + shift; at++) word |= BigInt(bytes[byte + at]!) << BigInt(8 * at);
  return BigInt.asUintN(width, word >> BigInt(shift));
}
