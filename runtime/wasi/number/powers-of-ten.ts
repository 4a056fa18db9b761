/** Powers of ten to 128 bits, each computed exactly at first use, and the high half of products. */
import { reserve } from '../storage';
import { BIG_INTEGER_BYTES, alignRatio, isZero, multiplyByPowerOfTen, nextQuotientBits, setBig } from './big-integer';

/** The range of exponents needed: 19 digits may come before 10^−342, and the smallest double needs 10^324. */
export const MIN_EXPONENT: i32 = -342;
export const MAX_EXPONENT: i32 = 324;

/** Two u64s per exponent, the upper and lower half; the upper half is 0 until it is computed. */
let powers: usize = 0;
let numerator: usize = 0;
let denominator: usize = 0;

/** floor(log2(10^exponent)), for exponents from -1233 to 1233 (Giulietti 2020, section 9.8). */
export function floorLog2OfPower(exponent: i32): i32 {
  return (exponent * 1_741_647) >> 19;
}

/**
 * The address of a power: 10^exponent = β · 2^(floorLog2OfPower(exponent) − 127) with 2^127 ≤ β < 2^128. ⌈β⌉ is stored
 * as two u64s, the upper half first.
 */
export function powerOfTen(exponent: i32): usize {
  if (powers == 0) {
    powers = reserve(<usize>(MAX_EXPONENT - MIN_EXPONENT + 1) << 4);
    numerator = reserve(BIG_INTEGER_BYTES);
    denominator = reserve(BIG_INTEGER_BYTES);
  }
  const power = powers + (<usize>(exponent - MIN_EXPONENT) << 4);
  if (load<u64>(power) == 0) compute(power, exponent);
  return power;
}

function compute(power: usize, exponent: i32): void {
  setBig(numerator, 1);
  setBig(denominator, 1);
  multiplyByPowerOfTen(exponent < 0 ? denominator : numerator, abs(exponent));
  alignRatio(numerator, denominator);
  const upper = nextQuotientBits(numerator, denominator);
  // No power of ten starts with 128 ones, so nothing is carried beyond the upper half.
  const lower = nextQuotientBits(numerator, denominator) + (isZero(numerator) ? 0 : 1);
  store<u64>(power, lower == 0 && !isZero(numerator) ? upper + 1 : upper);
  store<u64>(power, lower, 8);
}

/** The upper 64 bits of a · b; WebAssembly only has the lower ones. */
export function multiplyHigh(a: u64, b: u64): u64 {
  const aLow = a & 0xffff_ffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffff_ffff;
  const bHigh = b >> 32;
  const middle = aHigh * bLow + ((aLow * bLow) >> 32);
  const otherMiddle = aLow * bHigh + (middle & 0xffff_ffff);
  return aHigh * bHigh + (middle >> 32) + (otherMiddle >> 32);
}
