/** Detects whole numbers in text that no double holds exactly (files/tables/read-number.ts). */
import { reserve } from '../storage';
import { BIG_INTEGER_BYTES, bitLength, multiplyAdd, setBig, trailingZeros } from './big-integer';

/** Every double holds numbers with fewer digits than this exactly. */
const MANY_DIGITS: i32 = 16;
/** More digits than the largest double has. */
const MAX_DIGITS: i32 = 400;
/** Bits of a double's significand, and of the largest double. */
const BITS: i32 = 53;
const MAX_BITS: i32 = 1024;

let whole: usize = 0;

/** Whether a text consists of the digits of a whole number that no double holds exactly. */
export function isUnheldWhole(at: usize, length: i32): bool {
  if (length < MANY_DIGITS) return false;
  const first = <i32>load<u8>(at);
  let start = first == 43 || first == 45 ? 1 : 0;
  for (let i = start; i < length; i++) {
    const byte = <i32>load<u8>(at + <usize>i);
    if (byte < 48 || byte > 57) return false;
  }
  while (start < length && load<u8>(at + <usize>start) == 48) start++;
  if (length - start < MANY_DIGITS) return false;
  if (length - start > MAX_DIGITS) return true;
  if (whole == 0) whole = reserve(BIG_INTEGER_BYTES);
  setBig(whole, 0);
  for (let i = start; i < length; i++) multiplyAdd(whole, 10, <u32>(load<u8>(at + <usize>i) - 48));
  const bits = bitLength(whole);
  return bits > MAX_BITS || bits - trailingZeros(whole) > BITS;
}
