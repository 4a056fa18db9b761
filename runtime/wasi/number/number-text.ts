/** A double as text, with the digits of JavaScript's `String(x)` (ECMA-262, Number::toString). */
import { Sink, put, putByte, putWhole } from '../sink';
import { findShortest, shortestDigits, shortestExponent } from './shortest-decimal';

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
