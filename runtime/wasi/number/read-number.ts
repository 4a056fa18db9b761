/** Reads numbers from text: each is the double nearest to the decimal, with any number of digits. */
import { enlarge, reserve } from '../storage';
import {
  BIG_INTEGER_BYTES,
  alignRatio,
  bitLength,
  isZero,
  multiplyAdd,
  multiplyByPowerOfTen,
  nextQuotientBits,
  setBig,
  trailingZeros,
} from './big-integer';
import { MAX_EXPONENT, MIN_EXPONENT, floorLog2OfPower, multiplyHigh, powerOfTen } from './powers-of-ten';

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

/** Any number with this many digits fits a u64. */
const EXACT_DIGITS: i32 = 19;
/**
 * A number halfway between two doubles has at most 767 digits, so further digits only decide on which side of it the
 * decimal is.
 */
const MAX_DIGITS: i32 = 800;
/** Integers up to this are exact doubles, and so are powers of ten up to the 22nd. */
const MAX_EXACT: u64 = 1 << 53;
const MAX_EXACT_POWER: i32 = 22;

let numerator: usize = 0;
let denominator: usize = 0;

/**
 * The double nearest to digits · 10^exponent, ties to even.
 *
 * @param at the digits as ASCII; the first is not 0
 * @param count how many, at least 1
 */
function nearestDouble(at: usize, count: i32, exponent: i32): f64 {
  // The magnitude decides whether any double is near. The caller limits `exponent`, so this does not overflow.
  if (count + exponent > 310) return Infinity;
  if (count + exponent < -324) return 0;
  if (count > EXACT_DIGITS) return byLongDivision(at, count, exponent);
  let whole: u64 = 0;
  for (let i = 0; i < count; i++) whole = 10 * whole + <u64>(load<u8>(at + <usize>i) - 48);
  // A single rounding of two exact operands (Clinger 1990).
  if (whole <= MAX_EXACT && abs(exponent) <= MAX_EXACT_POWER) {
    const power = exactPower(abs(exponent));
    return exponent < 0 ? <f64>whole / power : <f64>whole * power;
  }
  if (exponent >= MIN_EXPONENT && exponent <= MAX_EXPONENT) {
    const value = byOneProduct(whole, exponent);
    if (!isNaN(value)) return value;
  }
  return byLongDivision(at, count, exponent);
}

function exactPower(exponent: i32): f64 {
  let power = 1.0;
  for (let i = 0; i < exponent; i++) power *= 10;
  return power;
}

/**
 * A single product with a power of ten to 128 bits, as in Lemire 2021 (Number parsing at a gigabyte per second): its
 * upper 128 bits have an error below 1 in either direction. NaN if that leaves the upper 64 bits undecided, or whether
 * the rest is 0.
 */
function byOneProduct(whole: u64, exponent: i32): f64 {
  const shift = <i32>clz(whole);
  const w = whole << shift;
  const power = powerOfTen(exponent);
  const carried = multiplyHigh(w, load<u64>(power, 8));
  let lower = w * load<u64>(power) + carried;
  let upper = multiplyHigh(w, load<u64>(power)) + (lower < carried ? 1 : 0);
  if (lower == 0 || lower == u64.MAX_VALUE) return NaN;
  // whole · 10^exponent is slightly more than upper · 2^(log2 − 127 + 128 − shift)
  let binary = floorLog2OfPower(exponent) + 1 - shift;
  if (upper >> 63 == 0) {
    upper = (upper << 1) | (lower >> 63);
    lower <<= 1;
    // The shift doubles the error.
    if (lower <= 1 || lower >= u64.MAX_VALUE - 1) return NaN;
    binary--;
  }
  return roundBinary(upper, binary, true);
}

/** The quotient of two integers to 64 bits, and whether there is a remainder. */
function byLongDivision(at: usize, count: i32, exponent: i32): f64 {
  if (numerator == 0) {
    numerator = reserve(BIG_INTEGER_BYTES);
    denominator = reserve(BIG_INTEGER_BYTES);
  }
  const used = min(count, MAX_DIGITS);
  setBig(numerator, 0);
  for (let i = 0; i < used; i++) multiplyAdd(numerator, 10, load<u8>(at + <usize>i) - 48);
  let isCut = false;
  for (let i = used; i < count && !isCut; i++) isCut = load<u8>(at + <usize>i) != 48;
  if (isCut) multiplyAdd(numerator, 10, 1);
  const power = exponent + (count - used) - (isCut ? 1 : 0);
  setBig(denominator, 1);
  multiplyByPowerOfTen(power < 0 ? denominator : numerator, abs(power));
  const binary = alignRatio(numerator, denominator);
  const bits = nextQuotientBits(numerator, denominator);
  return roundBinary(bits, binary - 63, !isZero(numerator));
}

/**
 * The double nearest to m · 2^exponent, ties to even (IEEE 754-2019, 4.3.1).
 *
 * @param m at least 2^63
 * @param isMore whether the exact number is larger, by less than one unit of m
 */
function roundBinary(m: u64, exponent: i32, isMore: bool): f64 {
  const biased = exponent + 63 + 1023;
  if (biased > 2046) return Infinity;
  // Subnormal numbers keep fewer bits.
  const dropped = biased >= 1 ? 11 : 12 - biased;
  if (dropped > 64) return 0;
  const kept = dropped == 64 ? 0 : m >> dropped;
  const rest = dropped == 64 ? m : m & ((<u64>1 << dropped) - 1);
  const half = <u64>1 << (dropped - 1);
  const isUp = rest > half || (rest == half && (isMore || (kept & 1) == 1));
  // The leading bit of `kept` adds 1 to the exponent, and so does a carry.
  const bits = (biased >= 1 ? <u64>(biased - 1) << 52 : 0) + kept + (isUp ? 1 : 0);
  return reinterpret<f64>(bits);
}

/** Every double holds numbers with fewer digits than this exactly. */
const MANY_DIGITS: i32 = 16;
/** More digits than the largest double has. */
const LARGEST_DIGITS: i32 = 400;
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
  if (length - start > LARGEST_DIGITS) return true;
  if (whole == 0) whole = reserve(BIG_INTEGER_BYTES);
  setBig(whole, 0);
  for (let i = start; i < length; i++) multiplyAdd(whole, 10, <u32>(load<u8>(at + <usize>i) - 48));
  const bits = bitLength(whole);
  return bits > MAX_BITS || bits - trailingZeros(whole) > BITS;
}
