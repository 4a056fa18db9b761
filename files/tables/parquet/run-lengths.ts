/** Small whole numbers as Parquet packs levels, the places in dictionaries, and booleans: runs of one, and groups of eight by their bits. */
import type { Pace } from '../pace.ts';
import type { PageBytes } from './bytes.ts';

/** Writers pack groups of eight, or as DuckDB of more, and fill the last one up. */
const PADDED = 512;

/** Numbers that are read between two looks at the clock. */
const PIECE = 1 << 18;

/**
 * Reads so many numbers of `width` bits, 0 to 32 of them.
 *
 * @param limit what each of them is below
 * @throws Error where there are fewer, more, or one that is too large
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
  // Without a bit there is nothing to say.
  if (width === 0 && from.left === 0) return checked(values, limit);
  let filled = 0;
  while (filled < count) {
    const head = from.varint();
    const isPacked = head % 2 === 1;
    const length = isPacked ? 8 * ((head - 1) / 2) : head / 2;
    if (length === 0) throw new Error('a run in a page is empty');
    // Only the last group may be more than is wanted.
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

/** Numbers of some bits each, one behind another from the lowest bit on. */
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
      // Up to 39 bits, which a double holds.
      let word = bytes[byte]!;
      for (let at = 1; 8 * at < width + shift; at++) word += bytes[byte + at]! * 256 ** at;
      values[i] = Math.floor(word / 2 ** shift) & (width === 32 ? 0xffff_ffff : mask);
    }
    if (pace.isDue(stop - start)) await pace.turn();
  }
}
