/** An incremental hash of 64-bit words. */

export const SEED: u64 = 0x9e3779b97f4a7c15;

// @ts-ignore: decorator
@inline
export function mix(hash: u64, bits: u64): u64 {
  const mixed = (hash ^ bits) * 0xff51afd7ed558ccd;
  return mixed ^ (mixed >> 32);
}

/** The final 32-bit hash. It depends well on the last word too, even if only few of that word's bits differ. */
// @ts-ignore: decorator
@inline
export function finish(hash: u64): u64 {
  return (hash * 0xc4ceb9fe1a85ec53) >> 32;
}
