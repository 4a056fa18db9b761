/** Indices of double-precision numbers in numerical order. */

const bits = new DataView(new ArrayBuffer(8));
const MAGNITUDE = (1n << 63n) - 1n;

/** The number of doubles between 0 and x, negative for negative x. The infinities follow the largest finite numbers. */
export function placeOf(x: number): bigint {
  bits.setFloat64(0, x);
  const pattern = bits.getBigInt64(0);
  return pattern < 0n ? -(pattern & MAGNITUDE) : pattern;
}

/** The double with an index. */
export function doubleAt(place: bigint): number {
  bits.setBigInt64(0, place < 0n ? -place : place);
  const magnitude = bits.getFloat64(0);
  return place < 0n ? -magnitude : magnitude;
}

/**
 * x, or the nearest double strictly between the bounds if x is not strictly between them. For draws that round to a
 * bound or overflow.
 */
export function roundBetween(x: number, lo: number, hi: number): number {
  if (x <= lo) return doubleAt(placeOf(lo) + 1n);
  return x >= hi ? doubleAt(placeOf(hi) - 1n) : x;
}

/** The double halfway between two by index, which is about their geometric mean. They need not be finite. */
export function middleDouble(lo: number, hi: number): number {
  return doubleAt((placeOf(lo) + placeOf(hi)) >> 1n);
}
