/**
 * Philox 4x32-10 in TypeScript, the generator of `runtime/random/philox.ts`: a bijection of 128-bit counters for each
 * 64-bit key (Salmon, Moraes, Dror & Shaw 2011, Parallel random numbers: as easy as 1, 2, 3, section 3.3).
 */

/** Four words of 32 bits, each from 0 to 2^32 − 1. */
export type Words = readonly [number, number, number, number];

const ROUNDS = 10;

/** The words that a counter becomes under the key (`keyLow`, `keyHigh`). */
export function philox(counter: Words, keyLow: number, keyHigh: number): Words {
  let [a, b, c, d] = counter;
  let low = keyLow;
  let high = keyHigh;
  for (let round = 0; round < ROUNDS; round++) {
    const ofA = highProduct(a, 0xd2511f53);
    const ofC = highProduct(c, 0xcd9e8d57);
    const lowOfA = Math.imul(a, 0xd2511f53) >>> 0;
    const lowOfC = Math.imul(c, 0xcd9e8d57) >>> 0;
    [a, b, c, d] = [(ofC ^ b ^ low) >>> 0, lowOfC, (ofA ^ d ^ high) >>> 0, lowOfA];
    low = (low + 0x9e3779b9) >>> 0;
    high = (high + 0xbb67ae85) >>> 0;
  }
  return [a, b, c, d];
}

/** The upper 32 bits of the product of two words: of four products of halves, none of which exceeds 2^53. */
function highProduct(a: number, b: number): number {
  const [lowA, highA] = [a & 0xffff, a >>> 16];
  const [lowB, highB] = [b & 0xffff, b >>> 16];
  const middle = highA * lowB + ((lowA * lowB) >>> 16);
  const carried = lowA * highB + (middle % 0x10000);
  return (highA * highB + Math.floor(middle / 0x10000) + Math.floor(carried / 0x10000)) >>> 0;
}
