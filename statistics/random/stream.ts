/** Streams of random numbers, one for each thing that is drawn. */

import { log } from './elementary.ts';

/**
 * What a stream is for. It is the last word of the counter, where the chains and scouts of a fit have 0: whatever the
 * seeds, no random number of a simulation, a split, a bootstrap, a choice of seeds or a normal approximation is one of a fit. 4 is that of the predictions of a module
 * (`runtime/random/stream.ts`).
 */
export const PURPOSES = {
  latent: 1,
  demand: 2,
  outcome: 3,
  split: 5,
  weight: 6,
  run: 7,
  approximation: 8,
} as const;
export type Purpose = keyof typeof PURPOSES;

/** Random numbers in order. The bits are the same on every machine. */
export interface Stream {
  /** Uniform on the open interval (0, 1): the middle of one of 2^52 equal parts of it. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

/**
 * The stream of one thing: of a latent, a demand or an outcome by its `index`, and of one `part` of it, such as a row.
 * What is drawn for one thing so never depends on how many numbers another took: another row more, or another demand in
 * one row, leaves the random numbers of all other rows as they were.
 *
 * @param seed a whole number in [0, 2^64)
 * @param index of the thing, below 2^24
 * @param part of it, below 2^32
 */
export function openStream(seed: bigint, purpose: Purpose, index: number, part = 0): Stream {
  const keyLow = Number(BigInt.asUintN(32, seed));
  const keyHigh = Number(BigInt.asUintN(32, seed >> 32n));
  const lastWord = index * 256 + PURPOSES[purpose];
  return new PhiloxStream((block) => philox([block, 0, part, lastWord], keyLow, keyHigh));
}

/** Guards the place in the stream, with what waits there: half a block, and one of a pair of normal deviates. */
class PhiloxStream implements Stream {
  readonly #blockAt: (block: number) => readonly [number, number, number, number];
  #block = 0;
  #waitingUniform: number | null = null;
  #waitingNormal: number | null = null;

  constructor(blockAt: (block: number) => readonly [number, number, number, number]) {
    this.#blockAt = blockAt;
  }

  uniform(): number {
    const waiting = this.#waitingUniform;
    if (waiting !== null) {
      this.#waitingUniform = null;
      return waiting;
    }
    const [a, b, c, d] = this.#blockAt(this.#block++);
    this.#waitingUniform = middle(c, d);
    return middle(a, b);
  }

  /** By the polar method (Marsaglia & Bray 1964, A convenient method for generating normal variables). */
  normal(): number {
    const waiting = this.#waitingNormal;
    if (waiting !== null) {
      this.#waitingNormal = null;
      return waiting;
    }
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1) continue;
      const scale = Math.sqrt((-2 * log(square)) / square);
      this.#waitingNormal = y * scale;
      return x * scale;
    }
  }
}

/** The middle of the part of (0, 1) that the first 52 of 64 bits, the low word first, stand for. */
function middle(low: number, high: number): number {
  return (high * 0x100000 + (low >>> 12) + 0.5) * 2 ** -52;
}

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
