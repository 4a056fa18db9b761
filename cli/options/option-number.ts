/** Numbers given as options. */

import { readNumber } from '../../files/tables/read-number.ts';
import { badUsage } from '../failure.ts';

/** Reads a whole number in [lo, hi]. @throws Failure (usage) that names the option. */
export function wholeNumber(option: string, lo: number, hi: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < lo || value > hi) {
      const what = /^-?\d+$/.test(text) ? 'is out of range' : 'is no whole number';
      throw badUsage(`\`${option} ${text}\` ${what}.`, `Give a whole number from ${lo} to ${hi}.`);
    }
    return value;
  };
}

/** Reads a number between 0 and 1, neither of them. @throws Failure (usage) that names the option. */
export function properFraction(option: string): (text: string) => number {
  return (text) => {
    const value = readNumber(text);
    if (value === null || value <= 0 || value >= 1) {
      const what = value === null ? 'is no number' : 'is out of range';
      throw badUsage(`\`${option} ${text}\` ${what}.`, 'Give a number between 0 and 1, such as 0.95.');
    }
    return value;
  };
}

/** Reads a seed of 64 bits. @throws Failure (usage) that names the option. */
export function seedNumber(option: string): (text: string) => bigint {
  return (text) => {
    if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 1n << 64n) {
      throw badUsage(`\`${option} ${text}\` is no seed.`, 'Give a whole number from 0 to 2^64 - 1.');
    }
    return BigInt(text);
  };
}
