/**
 * The random numbers of one chain: a stream of blocks that no other chain with the same seed shares. Philox 4x32-10, a
 * counter-based generator, computes each block from a counter. It is a bijection of 128-bit counters for each 64-bit
 * key, so every position of every stream can be reached directly (Salmon, Moraes, Dror & Shaw 2011, Parallel random
 * numbers: as easy as 1, 2, 3, section 3.3).
 */
import { log } from '../math/log';

/**
 * The Philox output, four 32-bit words, for the four words `counter` under the key (`keyLow`, `keyHigh`).
 *
 * A round multiplies words 0 and 2 by constants to 64 bits; the high halves are exchanged and mixed with words 1 and 3
 * and the key.
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

let keyLow: u32 = 0;
let keyHigh: u32 = 0;
let streamIndex: u64 = 0;
let block: u64 = 0;
/** Half a block, and one of a pair of normal variables, kept for the next call. */
let waitingBits: u64 = 0;
let bitsWait: bool = false;
let waitingNormal: f64 = 0;
let normalWaits: bool = false;

/**
 * Starts stream number `stream` of a seed from its beginning. The seed is the key and the stream is a word of the
 * counter that counting never changes, so streams cannot overlap.
 */
export function seedStream(seedLow: u32, seedHigh: u32, stream: u32): void {
  keyLow = seedLow;
  keyHigh = seedHigh;
  streamIndex = stream;
  block = 0;
  bitsWait = false;
  normalWaits = false;
}

/**
 * The last word of the counter for predictions, below the index of an outcome. It is 0 for chains and scouts;
 * simulations use others.
 */
const PREDICTION: u64 = 4;

/**
 * Starts the stream of a seed for one outcome in one row of the data and one draw. No chain and no other prediction
 * shares it, so a row's draws do not depend on the other rows.
 */
export function seedOutcome(seedLow: u32, seedHigh: u32, outcome: u32, draw: u32, row: u32): void {
  keyLow = seedLow;
  keyHigh = seedHigh;
  streamIndex = <u64>row | ((((<u64>outcome) << 8) | PREDICTION) << 32);
  block = <u64>draw << 32;
  bitsWait = false;
  normalWaits = false;
}

/** The next 64 random bits. */
export function randomBits(): u64 {
  if (bitsWait) {
    bitsWait = false;
    return waitingBits;
  }
  const words = philox(i64x2(block, streamIndex), keyLow, keyHigh);
  block++;
  waitingBits = i64x2.extract_lane(words, 1);
  bitsWait = true;
  return i64x2.extract_lane(words, 0);
}

/** Uniform on the open interval (0, 1): the midpoint of one of its 2^52 equal parts. */
export function uniform(): f64 {
  return (<f64>(randomBits() >> 12) + 0.5) * 2.220446049250313e-16;
}

/** True half of the time. */
export function coin(): bool {
  return <i64>randomBits() < 0;
}

/** Exponential with mean 1. */
export function exponential(): f64 {
  return -log(uniform());
}

/**
 * Standard normal, by the polar method (Marsaglia & Bray 1964, A convenient method for generating normal variables).
 */
export function normal(): f64 {
  if (normalWaits) {
    normalWaits = false;
    return waitingNormal;
  }
  let x: f64, y: f64, square: f64;
  do {
    x = 2 * uniform() - 1;
    y = 2 * uniform() - 1;
    square = x * x + y * y;
  } while (square >= 1);
  const scale = sqrt((-2 * log(square)) / square);
  waitingNormal = y * scale;
  normalWaits = true;
  return x * scale;
}
