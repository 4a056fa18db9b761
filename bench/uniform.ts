/** Random numbers that are the same on every machine, for simulated data and measurement points. */

const MODULUS = 2_147_483_647;
const MULTIPLIER = 48_271;

/**
 * Returns a generator of numbers in (0, 1): the "minimal standard" of Park, Miller and Stockmeyer (Technical
 * Correspondence, Communications of the ACM 36(7), 1993). Throws a RangeError if the seed is not in [1, 2^31 − 2].
 */
export function uniformNumbers(seed: number): () => number {
  if (!Number.isInteger(seed) || seed < 1 || seed >= MODULUS) {
    throw new RangeError(`the seed ${seed} is not a whole number from 1 to 2^31 - 2`);
  }
  let state = seed;
  return () => {
    // The product stays below 2^53, so this is exact.
    state = (state * MULTIPLIER) % MODULUS;
    return state / MODULUS;
  };
}
