/** A hash of some 64-bit words, taken in one by one. */

export const SEED: u64 = 0x9e3779b97f4a7c15;

// @ts-ignore: decorator
@inline
export function mix(hash: u64, bits: u64): u64 {
  const mixed = (hash ^ bits) * 0xff51afd7ed558ccd;
  return mixed ^ (mixed >> 32);
}

/** The hash of all that was mixed: 32 bits, each of which depends on the last word too, of which few bits may differ. */
// @ts-ignore: decorator
@inline
export function finish(hash: u64): u64 {
  return (hash * 0xc4ceb9fe1a85ec53) >> 32;
}
