/** What `--help` and `--version` print. */
import { CATEGORY, DEMAND, columnAt, columnCount } from './columns';
import { putNumber } from './number/number-text';
import * as option from './option-list';
import { putText } from './printable';
import { Sink, put, putByte, putWhole } from './sink';
import * as table from './table';

const COLUMN_WIDTH: i32 = 25;

export function putVersion(to: Sink): void {
  put(to, 'theodolite ');
  put(to, table.VERSION);
  put(to, ', layout ');
  put(to, table.LAYOUT);
  putByte(to, 10);
}

export function putHelp(to: Sink): void {
  put(to, 'Fits the layout ');
  put(to, table.LAYOUT);
  put(to, ' to a CSV table, from the standard input or a file, and writes the draws in the CSV form of CmdStan.\n\n');
  put(to, 'Usage: [options] [table]\n\nColumns of the table:\n');
  for (let i = 0; i < columnCount(); i++) putColumn(to, i);
  put(to, '\nOptions:\n');
  for (let i = 0; i < option.optionCount(); i++) {
    option.putOption(to, i);
    putDefault(to, i);
    putByte(to, 10);
  }
  put(
    to,
    `
Exit status:
  0    fine; whether the chains converged is for their reader to see
  1    a mistake in the data, or too little memory for them
  2    a mistake on the command line
  4    the draws cannot be written
`,
  );
}

function putColumn(to: Sink, index: i32): void {
  const column = columnAt(index);
  put(to, '  ');
  putText(to, column.name);
  for (let i = column.name.length; i < COLUMN_WIDTH; i++) putByte(to, 32);
  if (column.name.length >= COLUMN_WIDTH) putByte(to, 32);
  put(to, column.role == DEMAND ? 'demand: ' : column.role == CATEGORY ? 'category: the name of a group' : 'outcome: ');
  putText(to, column.wanted);
  if (!isNaN(column.missing)) {
    put(to, ', where it is missing ');
    putNumber(to, column.missing);
  }
  putByte(to, 10);
}

function putDefault(to: Sink, which: i32): void {
  if (which < option.METHOD || which > option.SEED) return;
  put(to, ' (default: ');
  if (which == option.METHOD) put(to, 'nuts');
  else if (which == option.CHAINS) putWhole(to, table.CHAINS);
  else if (which == option.WARMUP) putWhole(to, table.WARMUP);
  else if (which == option.DRAWS) putWhole(to, table.DRAWS);
  else if (which == option.TARGET_ACCEPT) putNumber(to, table.TARGET_ACCEPT);
  else if (which == option.MAX_TREE_DEPTH) putWhole(to, table.MAX_TREE_DEPTH);
  else putWhole(to, table.SEED);
  put(to, ')');
}
