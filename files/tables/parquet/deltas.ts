/** Whole numbers as their differences, in blocks of packed bits (Parquet's DELTA_BINARY_PACKED). */
import type { Pace } from '../pace.ts';
import type { PageBytes } from './bytes.ts';

/** Values of a block at most: writers take 128 to some thousands. */
const LARGEST_BLOCK = 1 << 20;

/**
 * Reads so many numbers, which wrap around at `bits` bits.
 *
 * @throws Error where there is another number of them, or the bytes end early
 */
export async function readDeltas(
  from: PageBytes,
  count: number,
  bits: 32 | 64,
  pace: Pace,
): Promise<BigInt64Array> {
  const block = from.varint();
  const parts = from.varint();
  const told = from.varint();
  const values = new BigInt64Array(count);
  const each = block / parts;
  if (!(block > 0 && block <= LARGEST_BLOCK && block % 128 === 0 && each % 32 === 0) || told !== count) {
    throw new Error('a page of differences has counts that cannot be');
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
