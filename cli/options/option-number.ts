/** Numbers given as options. */

import { readNumber } from '../../files/tables/read-cell.ts';
import { OPTION_PROBLEMS } from '../../module/option-problems.ts';
import { problemOf } from '../../module/problem-text.ts';
import { usageFailure } from '../failure.ts';

/** Reads a whole number in [lo, hi]. @throws Failure (usage) that names the option. */
export function wholeNumber(option: string, lo: number, hi: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < lo || value > hi) {
      const code = /^-?\d+$/.test(text) ? 'wholeOutOfRange' : 'notWhole';
      throw usageFailure(problemOf(OPTION_PROBLEMS[code], { option, argument: text, lo, hi }));
    }
    return value;
  };
}

/** Reads a number between 0 and 1, neither of them. @throws Failure (usage) that names the option. */
export function properFraction(option: string): (text: string) => number {
  return (text) => {
    const value = readNumber(text);
    if (value === null || value <= 0 || value >= 1) {
      const code = value === null ? 'notFraction' : 'fractionOutOfRange';
      throw usageFailure(problemOf(OPTION_PROBLEMS[code], { option, argument: text }));
    }
    return value;
  };
}

/** Reads a seed of 64 bits. @throws Failure (usage) that names the option. */
export function seedNumber(option: string): (text: string) => bigint {
  return (text) => {
    if (!/^\d{1,20}$/.test(text) || BigInt(text) >= 1n << 64n) {
      throw usageFailure(problemOf(OPTION_PROBLEMS.noSeed, { option, argument: text }));
    }
    return BigInt(text);
  };
}
