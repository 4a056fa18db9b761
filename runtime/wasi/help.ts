/** Prints `--help` and `--version`. */
import { CATEGORY, DEMAND, PAIR, columnAt, columnCount } from './columns';
import { putNumber } from './number/number-text';
import { Option, optionAt, optionCount } from './options';
import { putText } from './printable';
import { Sink, put, putByte } from './sink';
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
  for (let i = 0; i < columnCount(); i++) if (columnAt(i).role != PAIR) putColumn(to, i);
  put(to, '\nOptions:\n');
  for (let i = 0; i < optionCount(); i++) putOption(to, optionAt(i));
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

function putOption(to: Sink, option: Option): void {
  put(to, '  ');
  putText(to, option.form);
  for (let i = option.form.length; i < COLUMN_WIDTH; i++) putByte(to, 32);
  putText(to, option.purpose);
  putByte(to, 10);
}
