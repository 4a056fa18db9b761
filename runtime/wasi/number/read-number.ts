/** Reads numbers from text. */
import { enlarge, reserve } from '../storage';
import { nearestDouble, roundBinary } from './nearest-double';

/** Beyond this exponent every number is 0 or infinite, however many digits it has. */
const MAX_WRITTEN_EXPONENT: i32 = 1 << 29;

/** The significant digits as ASCII. */
let digits: usize = 0;
let room: i32 = 0;

// @ts-ignore: decorator
@inline
export function isDigit(byte: i32): bool {
  return byte >= 48 && byte <= 57;
}

/**
 * The double that a decimal number denotes, such as `-1.5e3`, `.5` or `5.`; NaN for any other text. It is the nearest
 * double, as for JavaScript's `Number`, and infinite on overflow.
 */
export function readNumber(at: usize, length: i32): f64 {
  if (length == 0) return NaN;
  const end = at + <usize>length;
  let next = at;
  const first = <i32>load<u8>(next);
  if (first == 43 || first == 45) next++;
  makeRoom(length);
  let count = 0;
  let exponent = 0;
  let hasDigits = false;
  let hasPoint = false;
  for (; next < end; next++) {
    const byte = <i32>load<u8>(next);
    if (byte == 46 && !hasPoint) {
      hasPoint = true;
      continue;
    }
    if (!isDigit(byte)) break;
    hasDigits = true;
    if (hasPoint) exponent--;
    // Leading zeros are not significant.
    if (count > 0 || byte != 48) {
      store<u8>(digits + <usize>count, <u8>byte);
      count++;
    }
  }
  if (!hasDigits) return NaN;
  if (next < end) {
    const written = readExponent(next, end);
    if (written == i32.MIN_VALUE) return NaN;
    exponent += written;
  }
  const value = count == 0 ? 0 : nearestDouble(digits, count, exponent);
  return first == 45 ? -value : value;
}

/** The exponent at the end of a text, starting with its `e`; i32.MIN_VALUE if it is invalid. */
function readExponent(at: usize, end: usize): i32 {
  let next = at;
  if ((load<u8>(next) | 32) != 101) return i32.MIN_VALUE;
  next++;
  let isNegative = false;
  if (next < end) {
    const sign = <i32>load<u8>(next);
    isNegative = sign == 45;
    if (isNegative || sign == 43) next++;
  }
  if (next == end) return i32.MIN_VALUE;
  let exponent = 0;
  for (; next < end; next++) {
    const byte = <i32>load<u8>(next);
    if (!isDigit(byte)) return i32.MIN_VALUE;
    exponent = min(10 * min(exponent, MAX_WRITTEN_EXPONENT / 10) + byte - 48, MAX_WRITTEN_EXPONENT);
  }
  return isNegative ? -exponent : exponent;
}

function makeRoom(length: i32): void {
  if (length <= room) return;
  room = max(length, 256);
  digits = digits == 0 ? reserve(<usize>room) : enlarge(digits, 0, <usize>room);
}

/**
 * Like `readNumber`, but also reads hexadecimal, octal or binary integers such as `0x1f`: all finite numbers that
 * JavaScript's `Number` reads.
 */
export function readAnyNumber(at: usize, length: i32): f64 {
  if (length > 2 && load<u8>(at) == 48) {
    const letter = <i32>load<u8>(at, 1) | 32;
    const bits = letter == 120 ? 4 : letter == 111 ? 3 : letter == 98 ? 1 : 0;
    if (bits > 0) return readBits(at + 2, length - 2, bits);
  }
  return readNumber(at, length);
}

/** An integer whose digits have `bitsEach` bits each. */
function readBits(at: usize, length: i32, bitsEach: i32): f64 {
  let upper: u64 = 0;
  let exponent = 0;
  let isMore = false;
  for (let i = 0; i < length; i++) {
    const byte = <i32>load<u8>(at + <usize>i);
    const letter = byte | 32;
    const digit = isDigit(byte) ? byte - 48 : letter >= 97 && letter <= 102 ? letter - 87 : 16;
    if (digit >> bitsEach != 0) return NaN;
    for (let k = bitsEach - 1; k >= 0; k--) {
      const bit = (digit >> k) & 1;
      if (upper >> 63 == 0) upper = (upper << 1) | <u64>bit;
      else {
        exponent = min(exponent + 1, MAX_WRITTEN_EXPONENT);
        if (bit == 1) isMore = true;
      }
    }
  }
  if (upper == 0) return 0;
  const shift = <i32>clz(upper);
  return roundBinary(upper << shift, exponent - shift, isMore);
}
