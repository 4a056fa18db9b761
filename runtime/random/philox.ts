/**
 * Philox 4x32-10, a counter-based generator: a bijection of 128-bit counters for each 64-bit key, so that any place of
 * any stream is reached at once (Salmon, Moraes, Dror & Shaw 2011, Parallel random numbers: as easy as 1, 2, 3, section
 * 3.3).
 */

/**
 * The four 32-bit words that `counter`, four words, becomes under the key (`keyLow`, `keyHigh`).
 *
 * A round multiplies words 0 and 2 by constants to 64 bits; the high halves cross over, mixed with words 1 and 3 and
 * the key.
 */
export function philox(counter: v128, keyLow: u32, keyHigh: u32): v128 {
  const multipliers = i32x4(0xd2511f53, 0xcd9e8d57, 0, 0);
  const weyl = i32x4(0x9e3779b9, 0, 0xbb67ae85, 0);
  let key = i32x4(keyLow, 0, keyHigh, 0);
  let words = counter;
  for (let round = 0; round < 10; round++) {
    const factors = v128.shuffle<u32>(words, words, 0, 2, 0, 2);
    const products = i64x2.extmul_low_i32x4_u(factors, multipliers);
    const crossed = v128.shuffle<u32>(products, products, 3, 2, 1, 0);
    words = v128.xor(v128.xor(crossed, i64x2.shr_u(words, 32)), key);
    key = i32x4.add(key, weyl);
  }
  return words;
}
