/** Numbers given as options (cli/options/option-number.ts). Each ends the command where there is none such. */
import { readNumber } from './number/read-number';
import { BAD_USAGE, endProblem, raise, remedy } from './problems';
import { put, putWhole } from './sink';
import { Text } from './text';
import { endUsage, problemWith } from './usage-problem';
import { part } from './words';

function isWhole(text: Text): bool {
  if (text.length == 0) return false;
  for (let i = 0; i < text.length; i++) {
    const byte = load<u8>(text.at + <usize>i);
    if (byte < 48 || byte > 57) return false;
  }
  return true;
}

export function wholeNumber(which: i32, text: Text, lo: i32, hi: i32): i32 {
  const value = readNumber(text.at, text.length);
  if (isWhole(text) && value >= <f64>lo && value <= <f64>hi) return <i32>value;
  const isNegative = text.length > 1 && load<u8>(text.at) == 45 && isWhole(part(text, 1, text.length));
  put(problemWith(which, text), isWhole(text) || isNegative ? ' is out of range.' : ' is no whole number.');
  const help = remedy();
  put(help, 'Give a whole number from ');
  putWhole(help, lo);
  put(help, ' to ');
  putWhole(help, hi);
  put(help, '.');
  endProblem();
  raise(BAD_USAGE);
  return 0;
}

export function properFraction(which: i32, text: Text): f64 {
  const value = readNumber(text.at, text.length);
  if (value > 0 && value < 1) return value;
  put(problemWith(which, text), isNaN(value) ? ' is no number.' : ' is out of range.');
  endUsage('Give a number between 0 and 1, such as 0.95.');
  return 0;
}

export function seedNumber(which: i32, text: Text): u64 {
  let value: u64 = 0;
  let isSeed = isWhole(text) && text.length <= 20;
  for (let i = 0; i < text.length && isSeed; i++) {
    const digit = <u64>(load<u8>(text.at + <usize>i) - 48);
    // The greatest is 18446744073709551615.
    isSeed = value < 1_844_674_407_370_955_161 || (value == 1_844_674_407_370_955_161 && digit <= 5);
    value = 10 * value + digit;
  }
  if (isSeed) return value;
  put(problemWith(which, text), ' is no seed.');
  endUsage('Give a whole number from 0 to 2^64 - 1.');
  return 0;
}
