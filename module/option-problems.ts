/** Problems with options that the command and command modules share: their words, by code. */
import type { ProblemTemplate } from './problem-text.ts';

const OUT_OF_RANGE = '`{option} {argument}` is out of range.';
const WHOLE_NUMBER = 'Give a whole number from {lo} to {hi}.';
const FRACTION = 'Give a number between 0 and 1, such as 0.95.';

export const OPTION_PROBLEMS = {
  wholeOutOfRange: { message: OUT_OF_RANGE, remedy: WHOLE_NUMBER },
  notWhole: { message: '`{option} {argument}` is no whole number.', remedy: WHOLE_NUMBER },
  fractionOutOfRange: { message: OUT_OF_RANGE, remedy: FRACTION },
  notFraction: { message: '`{option} {argument}` is no number.', remedy: FRACTION },
  noSeed: {
    message: '`{option} {argument}` is no seed.',
    remedy: 'Give a whole number from 0 to 2^64 - 1.',
  },
  noOutcome: {
    message: 'The layout observes no outcome called `{outcome}`.{meant}',
    remedy: 'Its {count:outcome is|outcomes are} {names}: write --outcome {known}=COLUMN.',
  },
  unclearRows: {
    message: '`{option} {argument}` does not say which rows to use.',
    remedy: 'Write COLUMN=VALUE, such as {option} {exampleRows}.',
  },
  noDelimiter: {
    message: '`{argument}` cannot separate the fields of a table.',
    remedy: 'Give one character that is in no number and no word, such as ; or |, or the word tab.',
  },
  warmupOfParticles: {
    message: '`--warmup` does not go with `--method smc`, which adapts on its way from the prior.',
    remedy: 'Leave it out; more particles, with `--draws`, make the result surer.',
  },
} as const satisfies Readonly<Record<string, ProblemTemplate>>;
