/** Products of two 64-bit numbers, of which WebAssembly gives the lower half alone. */

/** The upper 64 bits of a · b. */
export function multiplyHigh(a: u64, b: u64): u64 {
  const aLow = a & 0xffff_ffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffff_ffff;
  const bHigh = b >> 32;
  const middle = aHigh * bLow + ((aLow * bLow) >> 32);
  const otherMiddle = aLow * bHigh + (middle & 0xffff_ffff);
  return aHigh * bHigh + (middle >> 32) + (otherMiddle >> 32);
}
