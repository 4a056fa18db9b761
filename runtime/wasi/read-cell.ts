/** One cell of a table as the number that a column wants, or what is wrong with it (cli/read-cell.ts). */
import { BINARY, Column, OUTCOME, REAL, columnAt, isAllowed } from './columns';
import { putTable } from './input';
import { putNumber } from './number/number-text';
import { readNumber } from './number/read-number';
import { putName, putPrintable, putText } from './printable';
import { endProblem, problem, remedy } from './problems';
import { Sink, openText, put, putByte, putBytes, putWhole } from './sink';
import { Text, ownText, putOnOneLine, sameLetters, smallLetter } from './text';
import { codePointAt, pointWidth } from './utf8';

/** Characters of a cell that are shown. */
const SHOWN: i32 = 40;

/** What tables write where there is no value. */
const MISSING: String = ',na,n/a,nan,null,none,.,?,-,';
let missing = changetype<Text>(0);

/** Whether a cell holds what tables write where there is no value. */
export function isMissing(at: usize, length: i32): bool {
  if (length == 0) return true;
  if (length > 4) return false;
  if (changetype<usize>(missing) == 0) missing = ownText(MISSING);
  // One of the words between commas.
  for (let i = 0; i + length + 1 < missing.length; i++) {
    const start = missing.at + <usize>i;
    if (load<u8>(start) != 44 || load<u8>(start + <usize>length + 1) != 44) continue;
    let k = 0;
    while (k < length && isSameLetter(at + <usize>k, start + 1 + <usize>k)) k++;
    if (k == length) return true;
  }
  return false;
}

/** Whether a byte of a cell is that of a word, which has no comma. */
function isSameLetter(cell: usize, word: usize): bool {
  return load<u8>(word) != 44 && smallLetter(<i32>load<u8>(cell)) == <i32>load<u8>(word);
}

/** Reads a cell into the column's `value`; NaN, with the problem told, where it holds none, or an outcome that is missing. */
export function readCell(column: Column, at: usize, length: i32, line: u64): bool {
  column.value = NaN;
  const value = readNumber(at, length);
  if (!isNaN(value)) {
    if (!isAllowed(column, value)) return outOfRange(column, at, length, line);
    column.value = value;
    column.present++;
    return isWithinTrials(column, line);
  }
  if (!isMissing(at, length)) return noNumber(column, at, length, line);
  if (!isNaN(column.missing)) {
    column.value = column.missing;
    column.replaced++;
    return true;
  }
  if (column.role == OUTCOME) return true;
  const to = beginAt(column.label, line);
  putMissing(to, at, length);
  const help = remedy();
  put(help, 'Fill in ');
  putText(help, column.wanted);
  put(help, ', take such rows out of the table, or say in the layout what a missing value is taken for, such as `missing = 0`.');
  endProblem();
  return false;
}

/** The same for a cell that is to name a level: any text does, but for what stands for a missing one. */
export function namesLevel(column: Column, at: usize, length: i32, line: u64): bool {
  if (!isMissing(at, length)) return true;
  putMissing(beginAt(column.label, line), at, length);
  put(remedy(), 'Fill in the name of the group that the row belongs to, or take such rows out of the table.');
  endProblem();
  return false;
}

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

function putMissing(to: Sink, at: usize, length: i32): void {
  if (length == 0) {
    put(to, 'the value is missing.');
    return;
  }
  put(to, 'found "');
  putPrintable(to, at, length);
  put(to, '", which stands for a missing value.');
}

function noNumber(column: Column, at: usize, length: i32, line: u64): bool {
  const to = beginAt(column.label, line);
  put(to, 'found "');
  putShortened(to, at, length);
  put(to, '" where a number is wanted.');
  const help = remedy();
  const comma = decimalComma(at, length);
  if (comma >= 0) {
    put(help, 'Write a decimal point: ');
    putBytes(help, at, comma);
    putByte(help, 46);
    putBytes(help, at + <usize>comma + 1, length - comma - 1);
    put(help, '.');
  } else if (isTruth(at, length)) put(help, 'Write 1 for true and 0 for false.');
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

function isTruth(at: usize, length: i32): bool {
  return (
    sameLetters(at, length, ownText('true')) ||
    sameLetters(at, length, ownText('false')) ||
    sameLetters(at, length, ownText('yes')) ||
    sameLetters(at, length, ownText('no'))
  );
}

function outOfRange(column: Column, at: usize, length: i32, line: u64): bool {
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
    put(help, column.kind == REAL ? 'Correct the value, or widen what the layout declares for ' : 'Correct the value, or declare ');
    putName(help, column.name);
    put(help, column.kind == REAL ? '.' : ' as another kind of demand.');
  }
  endProblem();
  return false;
}

/** Whether an outcome counts no more than there were trials in its row. Where their number is none, that has been told. */
function isWithinTrials(column: Column, line: u64): bool {
  if (column.trials < 0) return true;
  const trials = columnAt(column.trials);
  if (isNaN(trials.value) || column.value <= trials.value) return true;
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
