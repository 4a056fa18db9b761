/** The numbers of double precision in their order, each with its place. */

const bits = new DataView(new ArrayBuffer(8));
const MAGNITUDE = (1n << 63n) - 1n;

/** How many numbers lie between 0 and x, negative for a negative x. The infinities are next after the largest numbers. */
export function placeOf(x: number): bigint {
  bits.setFloat64(0, x);
  const pattern = bits.getBigInt64(0);
  return pattern < 0n ? -(pattern & MAGNITUDE) : pattern;
}

/** The number at a place. */
export function doubleAt(place: bigint): number {
  bits.setBigInt64(0, place < 0n ? -place : place);
  const magnitude = bits.getFloat64(0);
  return place < 0n ? -magnitude : magnitude;
}

/**
 * The number nearest to x that lies between the bounds and is neither: what a draw is rounded to that no number of double
 * precision tells from a bound, or that is larger than all of them.
 */
export function roundBetween(x: number, lo: number, hi: number): number {
  if (x <= lo) return doubleAt(placeOf(lo) + 1n);
  return x >= hi ? doubleAt(placeOf(hi) - 1n) : x;
}

/** The number half-way between two in order, which need not be finite: about their geometric mean. */
export function middleDouble(lo: number, hi: number): number {
  return doubleAt((placeOf(lo) + placeOf(hi)) >> 1n);
}
