/**
 * Constants in both lanes of an f64x2.
 *
 * They are loaded from static memory: a splatting load is a single instruction, whereas engines rebuild a 128-bit
 * constant from several moves at each use. This makes `expPair` a fifth faster. The addresses are inlined into the
 * load: a global, even an immutable one, would have to be read first.
 */

/** The f64 at `address` in both lanes. */
// @ts-ignore: decorator
@inline
export function splat(address: usize): v128 {
  return v128.load_splat<f64>(address);
}

/** Whether a comparison of two f64x2 is true in both lanes. */
// @ts-ignore: decorator
@inline
export function both(comparison: v128): bool {
  return i64x2.bitmask(comparison) == 3;
}
