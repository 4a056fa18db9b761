/** What is wrong with a cell of the table (cli/tables/read-cell.ts). Each function tells it and returns false: the cell is not taken. */
import { BINARY, Column, OUTCOME, REAL } from './columns';
import { putTable } from './input';
import { putNumber } from './number/number-text';
import { isUnheldWhole } from './number/unheld-whole';
import { putName, putPrintable, putText } from './printable';
import { endProblem, problem, remedy } from './problems';
import { Sink, openText, put, putByte, putBytes, putWhole } from './sink';
import { Text, ownText, putOnOneLine, sameLetters } from './text';
import { codePointAt, pointWidth } from './utf8';

/** Characters of a cell that are shown. */
const SHOWN: i32 = 40;

/** Begins a problem with a cell. */
function beginAt(label: Text, line: u64): Sink {
  const to = problem();
  putTable(to, true);
  put(to, ', line ');
  putWhole(to, line);
  put(to, ', column ');
  putName(to, label);
  put(to, ': ');
  return to;
}

/** A demand without a value. Returns false, as the others do. */
export function tellMissingValue(column: Column, at: usize, length: i32, line: u64): bool {
  putMissing(beginAt(column.label, line), at, length);
  const help = remedy();
  put(help, 'Fill in ');
  putText(help, column.wanted);
  put(help, ', take such rows out of the table, or say in the layout what a missing value is taken for, ');
  put(help, 'such as `missing = 0`.');
  endProblem();
  return false;
}

/** A row without its level. */
export function tellMissingLevel(column: Column, at: usize, length: i32, line: u64): bool {
  putMissing(beginAt(column.label, line), at, length);
  put(remedy(), 'Fill in the name of the group that the row belongs to, or take such rows out of the table.');
  endProblem();
  return false;
}

function putMissing(to: Sink, at: usize, length: i32): void {
  if (length == 0) {
    put(to, 'the value is missing.');
    return;
  }
  put(to, 'found "');
  putPrintable(to, at, length);
  put(to, '", which stands for a missing value.');
}

export function tellNoNumber(column: Column, at: usize, length: i32, line: u64): bool {
  const to = beginAt(column.label, line);
  if (isUnheldWhole(at, length)) {
    put(to, 'found ');
    putShortened(to, at, length);
    put(to, ', which no double holds exactly.');
    put(remedy(), 'Give whole numbers up to 2^53 in size.');
    endProblem();
    return false;
  }
  put(to, 'found "');
  putShortened(to, at, length);
  put(to, '" where a number is wanted.');
  const help = remedy();
  const comma = decimalComma(at, length);
  if (comma >= 0 && mayBeThousands(at, comma, length)) {
    put(help, 'Write ');
    putBytes(help, at, comma);
    putBytes(help, at + <usize>comma + 1, length - comma - 1);
    put(help, ', or ');
    putBytes(help, at, comma);
    putByte(help, 46);
    putBytes(help, at + <usize>comma + 1, length - comma - 1);
    put(help, ' if the comma is a decimal one.');
  } else if (comma >= 0) {
    put(help, 'Write a decimal point: ');
    putBytes(help, at, comma);
    putByte(help, 46);
    putBytes(help, at + <usize>comma + 1, length - comma - 1);
    put(help, '.');
  } else if (isAnswer(at, length)) put(help, 'Write 1 for yes and 0 for no.');
  else {
    put(help, 'Write ');
    putText(help, column.wanted);
    put(help, '.');
  }
  endProblem();
  return false;
}

/** Where the comma is in a number that has one for its decimal point; -1 where it is no such number. */
function decimalComma(at: usize, length: i32): i32 {
  const first = <i32>load<u8>(at);
  let comma = -1;
  const start = first == 43 || first == 45 ? 1 : 0;
  for (let i = start; i < length; i++) {
    const byte = <i32>load<u8>(at + <usize>i);
    if (byte == 44 && comma < 0) comma = i;
    else if (byte < 48 || byte > 57) return -1;
  }
  return comma > start && comma < length - 1 ? comma : -1;
}

/** Whether the comma of such a number may as well be that of thousands, as in 1,500. */
function mayBeThousands(at: usize, comma: i32, length: i32): bool {
  const first = <i32>load<u8>(at);
  const start = first == 43 || first == 45 ? 1 : 0;
  return length - comma == 4 && comma - start <= 3 && load<u8>(at + <usize>start) != 48;
}

function isAnswer(at: usize, length: i32): bool {
  return sameLetters(at, length, ownText('yes')) || sameLetters(at, length, ownText('no'));
}

export function tellOutOfRange(column: Column, at: usize, length: i32, line: u64): bool {
  const to = beginAt(column.label, line);
  put(to, 'found ');
  putShortened(to, at, length);
  put(to, ', which is not ');
  putText(to, column.wanted);
  put(to, '.');
  const help = remedy();
  if (column.kind == BINARY) {
    put(help, 'An outcome is 1 for success and 0 for failure: choose another column with --outcome ');
    putText(help, column.name);
    put(help, '=COLUMN.');
  } else if (column.role == OUTCOME) {
    put(help, 'By its distribution the outcome is ');
    putText(help, column.wanted);
    put(help, ': choose another column with --outcome ');
    putText(help, column.name);
    put(help, '=COLUMN, or another distribution.');
  } else {
    put(help, 'Correct the value, or ');
    put(help, column.kind == REAL ? 'widen what the layout declares for ' : 'declare ');
    putName(help, column.name);
    put(help, column.kind == REAL ? '.' : ' as another kind of demand.');
  }
  endProblem();
  return false;
}

/** An outcome that counts more than there were trials in its row. */
export function tellAboveTrials(column: Column, trials: Column, line: u64): bool {
  const to = beginAt(column.label, line);
  put(to, 'found ');
  putNumber(to, column.value);
  put(to, ', which is more than the ');
  putNumber(to, trials.value);
  put(to, ' of ');
  putName(to, trials.name);
  put(to, ' in the same row.');
  const help = remedy();
  put(help, 'Correct one of them, or choose another column with --outcome ');
  putText(help, column.name);
  put(help, '=COLUMN.');
  endProblem();
  return false;
}

/** A cell on one line, cut where it is long. */
function putShortened(to: Sink, at: usize, length: i32): void {
  const whole = openText();
  putOnOneLine(whole, at, length);
  const end = whole.at + <usize>whole.used;
  let units = 0;
  let cut = end;
  for (let next = whole.at; next < end; next += <usize>pointWidth()) {
    units += codePointAt(next) < 0x1_0000 ? 1 : 2;
    if (units < SHOWN) cut = next + <usize>pointWidth();
  }
  if (units <= SHOWN) putPrintable(to, whole.at, whole.used);
  else {
    putPrintable(to, whole.at, <i32>(cut - whole.at));
    put(to, '…');
  }
}
