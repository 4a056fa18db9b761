/** The options that say which columns and rows of a table are used. */
import type { Command } from 'commander';
import { type OutcomeChoice, parseOutcomeChoice } from '../outcome-choice.ts';
import { parseRowFilter, type RowFilter } from '../row-filter.ts';

export interface DataOptions {
  readonly outcome: readonly OutcomeChoice[];
  readonly rows: readonly RowFilter[];
}

export function addDataOptions(command: Command): Command {
  return command
    .option(
      '--outcome <name=column,...>',
      'the columns that hold an outcome, one fit to each; patterns such as agent* too (default: the column of its name)',
      (text: string, earlier: readonly OutcomeChoice[]) => [...earlier, parseOutcomeChoice(text)],
      [],
    )
    .option(
      '--rows <column=value>',
      'use only the rows with that value; may be given several times',
      (text: string, earlier: readonly RowFilter[]) => [...earlier, parseRowFilter(text)],
      [],
    );
}
