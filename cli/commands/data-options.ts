/** The options that say which columns and rows of a table are used. */
import { type Command, Option } from 'commander';
import { type OutcomeChoice, parseOutcomeChoice } from '../outcome-choice.ts';
import { parseRowFilter, type RowFilter } from '../row-filter.ts';

export interface DataOptions {
  readonly outcome: readonly OutcomeChoice[];
  readonly rows: readonly RowFilter[];
  readonly stack?: string;
}

/** `--rows`, for the commands that read a table. */
export function rowsOption(): Option {
  return new Option('--rows <column=value>', 'use only the rows with that value; may be given several times')
    .argParser((text: string, earlier: readonly RowFilter[]) => [...earlier, parseRowFilter(text)])
    .default([], 'all rows');
}

export function addDataOptions(command: Command): Command {
  const outcome = new Option(
    '--outcome <name=column,...>',
    'the columns that hold an outcome, one fit to each; patterns such as agent* too',
  )
    .argParser((text: string, earlier: readonly OutcomeChoice[]) => [...earlier, parseOutcomeChoice(text)])
    .default([], 'the column of its name');
  const stack = new Option(
    '--stack <category>',
    'make one fit to all columns of the outcome, each a level of this category of the layout',
  );
  return command.addOption(outcome).addOption(rowsOption()).addOption(stack);
}
