/** A double as text, with the digits of JavaScript's `String(x)` (ECMA-262, Number::toString). */
import { Sink, put, putByte, putWhole } from '../sink';
import { floorLog2OfPower, multiplyHigh, powerOfTen } from './powers-of-ten';

/** Writes a double as in files of draws: non-finite numbers as in C, and −0 as `-0`. */
export function putDrawn(to: Sink, value: f64): void {
  if (isNaN(value)) put(to, 'nan');
  else if (!isFinite(value)) put(to, value < 0 ? '-inf' : 'inf');
  else if (reinterpret<u64>(value) == <u64>1 << 63) put(to, '-0');
  else putNumber(to, value);
}

/** Writes a finite double as `String` does. */
export function putNumber(to: Sink, value: f64): void {
  if (value == 0) {
    putByte(to, 48);
    return;
  }
  if (value < 0) putByte(to, 45);
  findShortest(abs(value));
  const digits = shortestDigits();
  let count = 1;
  let unit: u64 = 1;
  for (; digits / unit >= 10; count++) unit *= 10;
  // value = 0.digits · 10^point
  const point = count + shortestExponent();
  if (point > 21 || point <= -6) {
    putDigits(to, digits, unit, 1);
    putExponent(to, point - 1);
  } else if (point <= 0) {
    put(to, '0.');
    for (let i = point; i < 0; i++) putByte(to, 48);
    putWhole(to, digits);
  } else if (point < count) {
    putDigits(to, digits, unit, point);
  } else {
    putWhole(to, digits);
    for (let i = count; i < point; i++) putByte(to, 48);
  }
}

/** Writes digits with a decimal point after the first `before`, if there are more. */
function putDigits(to: Sink, digits: u64, highest: u64, before: i32): void {
  let unit = highest;
  for (let place = 0; unit > 0; place++) {
    if (place == before) putByte(to, 46);
    putByte(to, 48 + <i32>((digits / unit) % 10));
    unit /= 10;
  }
}

function putExponent(to: Sink, exponent: i32): void {
  put(to, exponent < 0 ? 'e-' : 'e+');
  putWhole(to, <u64>abs(exponent));
}

let digits: u64 = 0;
let exponent: i32 = 0;

/** The digits found last, as an integer that does not end in 0. */
function shortestDigits(): u64 {
  return digits;
}

/** The power of ten that multiplies them. */
function shortestExponent(): i32 {
  return exponent;
}

/** Finds the shortest decimal of a positive finite double. */
function findShortest(value: f64): void {
  find(reinterpret<u64>(value));
  while (digits % 10 == 0) {
    digits /= 10;
    exponent++;
  }
}

function find(bits: u64): void {
  const fraction = bits & 0xf_ffff_ffff_ffff;
  const biased = <i32>(bits >> 52);
  // value = c · 2^q
  const c = biased == 0 ? fraction : fraction | (1 << 52);
  const q = (biased == 0 ? 1 : biased) - 1075;
  if (q <= 0 && q > -53 && c & ((<u64>1 << -q) - 1) == 0) {
    digits = c >> -q;
    exponent = 0;
    return;
  }
  const isEven = (c & 1) == 0;
  // Below a power of two the next double is only half as far away.
  const isUneven = fraction == 0 && biased > 1;
  const lowerEnd = 4 * c - (isUneven ? 1 : 2);
  const upperEnd = 4 * c + 2;
  // floor(log10 of the width of the rounding interval), and the scale for it.
  const k = (q * 1_262_611 - (isUneven ? 524_031 : 0)) >> 22;
  const shift = q + floorLog2OfPower(-k) + 1;
  const power = powerOfTen(-k);
  const lower = scaled(power, lowerEnd << shift) + (isEven ? 0 : 1);
  const middle = scaled(power, (4 * c) << shift);
  const upper = scaled(power, upperEnd << shift) - (isEven ? 0 : 1);
  const s = middle >> 2;
  if (s >= 10) {
    const tens = s / 10;
    const isLowerInside = lower <= 40 * tens;
    const isUpperInside = 40 * tens + 40 <= upper;
    if (isLowerInside != isUpperInside) {
      digits = tens + (isUpperInside ? 1 : 0);
      exponent = k + 1;
      return;
    }
  }
  exponent = k;
  const isLowerInside = lower <= 4 * s;
  const isUpperInside = 4 * s + 4 <= upper;
  if (isLowerInside != isUpperInside) {
    digits = s + (isUpperInside ? 1 : 0);
    return;
  }
  const half = 4 * s + 2;
  digits = middle > half || (middle == half && (s & 1) == 1) ? s + 1 : s;
}

/** value · power / 2^128, rounded to odd: if anything is cut off, the last bit is 1 (section 9.6). */
function scaled(power: usize, value: u64): u64 {
  const high = load<u64>(power);
  const low = load<u64>(power, 8);
  const carried = multiplyHigh(low, value);
  const lower = high * value + carried;
  const upper = multiplyHigh(high, value) + (lower < carried ? 1 : 0);
  return upper | (lower > 1 ? 1 : 0);
}
