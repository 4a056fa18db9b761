/**
 * Constants in both lanes of an f64x2.
 *
 * They are loaded from static memory: a splatting load is one instruction, whereas engines rebuild a 128-bit constant
 * from several moves at each use. It makes `expPair` a fifth faster. Their addresses are inlined, so that they stand in that
 * instruction: a global, though it never changes, would be read from memory first.
 */

/** The f64 at `address` in both lanes. */
// @ts-ignore: decorator
@inline
export function splat(address: usize): v128 {
  return v128.load_splat<f64>(address);
}

/** Whether a comparison of two f64x2 held in both lanes. */
// @ts-ignore: decorator
@inline
export function both(comparison: v128): bool {
  return i64x2.bitmask(comparison) == 3;
}
