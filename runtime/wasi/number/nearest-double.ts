/** The double nearest to a decimal number with any number of digits. */
import { reserve } from '../storage';
import {
  BIG_INTEGER_BYTES,
  alignRatio,
  isZero,
  multiplyAdd,
  multiplyByPowerOfTen,
  nextQuotientBits,
  setBig,
} from './big-integer';
import { MAX_EXPONENT, MIN_EXPONENT, floorLog2OfPower, multiplyHigh, powerOfTen } from './powers-of-ten';

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
export function nearestDouble(at: usize, count: i32, exponent: i32): f64 {
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
export function roundBinary(m: u64, exponent: i32, isMore: bool): f64 {
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
