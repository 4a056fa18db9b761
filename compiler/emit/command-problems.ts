/** Problems that only a command module reports, which fits a single process under WASI: their words, by code. */
import type { ProblemTemplate } from '../../module/problem-text.ts';

const SEE_HELP = '`--help` says what can be given.';
const ONE_COLUMN = 'Name one column, and run the module once for each.';
const SEE_PRIORS =
  'Check that the priors allow what the data show: a bound may exclude the data; `theodolite fit`, with the layout and this table, names the prior or the outcome at fault.';

export const COMMAND_PROBLEMS = {
  // The command line.
  unknownOption: { message: 'Unknown option `{option}`.{meant}', remedy: SEE_HELP },
  bareOption: { message: 'Option `{option}` argument missing.', remedy: SEE_HELP },
  twoTables: { message: 'Too many arguments. Expected 1 table but got {count}.', remedy: SEE_HELP },
  unknownMethod: {
    message: 'Option `{option}` argument `{argument}` is invalid. Allowed choices are nuts, smc.',
    remedy: SEE_HELP,
  },
  unclearOutcome: {
    message: '`{option} {argument}` does not say which outcome is in which column.',
    remedy: 'Write NAME=COLUMN, such as --outcome read=tesseract.',
  },
  outcomeTwice: { message: '`--outcome {outcome}=…` is given twice.', remedy: ONE_COLUMN },
  severalColumns: {
    message: '`--outcome {argument}` asks for several columns, and a module fits one.',
    remedy: ONE_COLUMN,
  },

  // The table's file.
  noFile: { message: 'There is no file {table}.', remedy: 'Give the path of the table.' },
  notGiven: {
    message: '{table} is in no directory that the module was given.',
    remedy:
      'Give the directory to the runtime too, such as `wasmtime run --dir .`, or pipe the table into the standard input.',
  },
  directory: { message: '{table} is a directory.', remedy: 'Give the path of the table in it.' },
  forbidden: { message: '{table} may not be read.', remedy: 'Change its permissions, or give another file.' },
  unreadable: { message: '{table} cannot be read (error {count} of WASI).', remedy: 'Give another file.' },

  // The data as a whole; the host has the same words (host/instance.ts, host/sampler-instance.ts).
  absentOutcomeValues: {
    message: '{subject}: The outcome `{outcome}` is missing in every row.',
    remedy: 'Give it in some of the rows.',
  },
  noStatistic: {
    message: '{subject}: The statistic `{statistic}` of these data is not a number.',
    remedy: 'Give data with enough values for it, or build the layout again.',
  },
  noLevelStatistic: {
    message:
      '{subject}: There is no `{statistic}` for the level `{level}` of `{column}`: too few of its rows have the values that it needs.',
    remedy:
      'An `sd` needs two rows, and any other statistic one. Give the level more rows, leave its rows out, or take the statistic of all rows, without `by`.',
  },
  noStart: {
    message:
      '{subject}: Chain {count} found no starting point where the density of this layout and these data is finite.',
    remedy: SEE_PRIORS,
  },
  noStartOfRun: {
    message:
      '{subject}: Run {count} found no place where the density of this layout and these data is finite.',
    remedy: SEE_PRIORS,
  },
} as const satisfies Readonly<Record<string, ProblemTemplate>>;
