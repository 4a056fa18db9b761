/** Streams of random numbers, one for each thing that is drawn. */

import { log } from './elementary.ts';

/**
 * What a stream is used for. This is the last word of the counter, which is 0 for the chains and scouts of a fit:
 * whatever the seeds, a simulation, split, bootstrap, choice of seeds, normal approximation or level that a fit has not seen never shares a random
 * number with a fit. 4 is used by the predictions of a module (`runtime/random/stream.ts`).
 */
export const PURPOSES = {
  latent: 1,
  demand: 2,
  outcome: 3,
  split: 5,
  weight: 6,
  run: 7,
  approximation: 8,
  level: 9,
  class: 10,
} as const;
export type Purpose = keyof typeof PURPOSES;

/** A sequence of random numbers; the bits are the same on every machine. */
export interface Stream {
  /** Uniform on the open interval (0, 1): the midpoint of one of its 2^52 equal parts. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

/**
 * The stream for one thing: a latent, demand or outcome by its `index`, and one `part` of it, such as a row. So the
 * numbers drawn for one thing never depend on how many another used: adding a row, or a demand, leaves the numbers of
 * all others unchanged.
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

/** Guards the position in the stream, and what is left over: half a block, and one of a pair of normal variables. */
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

  /** The polar method (Marsaglia & Bray 1964, A convenient method for generating normal variables). */
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

/** The midpoint of the part of (0, 1) that the first 52 of 64 bits select; `low` is the low word. */
function middle(low: number, high: number): number {
  return (high * 0x100000 + (low >>> 12) + 0.5) * 2 ** -52;
}

/** Four words of 32 bits, each from 0 to 2^32 − 1. */
export type Words = readonly [number, number, number, number];

const ROUNDS = 10;

/** The Philox output for a counter under the key (`keyLow`, `keyHigh`). */
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

/** The upper 32 bits of the product of two words, from four products of halves, none of which exceeds 2^53. */
function highProduct(a: number, b: number): number {
  const [lowA, highA] = [a & 0xffff, a >>> 16];
  const [lowB, highB] = [b & 0xffff, b >>> 16];
  const middle = highA * lowB + ((lowA * lowB) >>> 16);
  const carried = lowA * highB + (middle % 0x10000);
  return (highA * highB + Math.floor(middle / 0x10000) + Math.floor(carried / 0x10000)) >>> 0;
}
