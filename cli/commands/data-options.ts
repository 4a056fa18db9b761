/** The options that say which columns and rows of a table are used. */
import type { Command } from 'commander';
import { type OutcomeChoice, parseOutcomeChoice } from '../outcome-choice.ts';
import { parseRowFilter, type RowFilter } from '../row-filter.ts';

export interface DataOptions {
  readonly outcome: readonly OutcomeChoice[];
  readonly rows: readonly RowFilter[];
}

/** `--rows`, as commander's `option` takes it. */
export const ROWS_OPTION: readonly [
  flags: string,
  description: string,
  parse: (text: string, earlier: readonly RowFilter[]) => readonly RowFilter[],
  none: readonly RowFilter[],
] = [
  '--rows <column=value>',
  'use only the rows with that value; may be given several times',
  (text, earlier) => [...earlier, parseRowFilter(text)],
  [],
];

export function addDataOptions(command: Command): Command {
  return command
    .option(
      '--outcome <name=column,...>',
      'the columns that hold an outcome, one fit to each; patterns such as agent* too (default: the column of its name)',
      (text: string, earlier: readonly OutcomeChoice[]) => [...earlier, parseOutcomeChoice(text)],
      [],
    )
    .option(...ROWS_OPTION);
}
