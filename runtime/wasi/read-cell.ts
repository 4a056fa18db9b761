/** Reads a cell of the table as the number that its column needs, or reports a problem (files/tables/read-cell.ts). */
import { BINARY, Column, OUTCOME, REAL, columnAt, isAllowed, listedNames } from './columns';
import { levelName } from './levels';
import { isUnheldWhole, readNumber } from './number/read-number';
import { listNames } from './printable';
import {
  tellAboveTrials,
  tellAnswer,
  tellDecimalComma,
  tellMissingWord,
  tellMissingWordForLevel,
  tellNoLevel,
  tellNoNumber,
  tellNoValue,
  tellNotBinary,
  tellNotOfDistribution,
  tellNotOfKind,
  tellOutOfRange,
  tellThousands,
  tellUnheldWhole,
  tellUnlistedValue,
} from './sentences';
import { openText, putByte, putBytes } from './sink';
import { Text, ownText, sameBytes, sameLetters, smallLetter, textOf } from './text';

/** Spellings of a missing value in tables. */
const MISSING: String = ',na,n/a,nan,null,none,.,?,-,';
let missing = changetype<Text>(0);
/** The words for success and for failure (module/outcome-words.ts). */
const SUCCESSES: String = ',pass,passed,yes,correct,right,success,succeeded,solved,c,';
const FAILURES: String = ',fail,failed,no,incorrect,wrong,failure,unsolved,i,';
let successes = changetype<Text>(0);
let failures = changetype<Text>(0);
let trueWord = changetype<Text>(0);
let falseWord = changetype<Text>(0);

/** Whether a cell holds a spelling of a missing value. */
export function isMissing(at: usize, length: i32): bool {
  if (length == 0) return true;
  if (length > 4) return false;
  if (changetype<usize>(missing) == 0) missing = ownText(MISSING);
  return isAmong(missing, at, length);
}

/** Whether a cell holds one of the words between commas, in letters of either case. */
function isAmong(words: Text, at: usize, length: i32): bool {
  for (let i = 0; i + length + 1 < words.length; i++) {
    const start = words.at + <usize>i;
    if (load<u8>(start) != 44 || load<u8>(start + <usize>length + 1) != 44) continue;
    let k = 0;
    while (k < length && isSameLetter(at + <usize>k, start + 1 + <usize>k)) k++;
    if (k == length) return true;
  }
  return false;
}

/** Whether a byte of a cell equals a byte of a word; a comma is never part of a word. */
function isSameLetter(cell: usize, word: usize): bool {
  return load<u8>(word) != 44 && smallLetter(<i32>load<u8>(cell)) == <i32>load<u8>(word);
}

/** Reads a cell into the column's `value`. It is NaN for a missing outcome, and after a problem, which is reported. */
export function readCell(column: Column, at: usize, length: i32, line: u64): void {
  column.value = NaN;
  if (column.role == OUTCOME && column.listed > 0) {
    readNamed(column, at, length, line);
    return;
  }
  let value = isUnheldWhole(at, length) ? NaN : readNumber(at, length);
  if (isNaN(value)) value = readTruth(at, length);
  if (isNaN(value) && column.role == OUTCOME && column.kind == BINARY) value = readOutcome(at, length);
  if (!isNaN(value)) {
    if (!isAllowed(column, value)) {
      tellNotAllowed(column, textOf(at, length), line);
      return;
    }
    column.value = value;
    column.present++;
    checkTrials(column, line);
    return;
  }
  if (!isMissing(at, length)) tellUnread(column, textOf(at, length), line);
  else if (!isNaN(column.missing)) {
    column.value = column.missing;
    column.replaced++;
  } else if (column.role == OUTCOME) return;
  else if (length == 0) tellNoValue(line, column.label, column.wanted);
  else tellMissingWord(line, column.label, textOf(at, length), column.wanted);
}

/** Reads one of the names of an outcome's values as its number, from 1. Numbers are the same however they are written. */
function readNamed(column: Column, at: usize, length: i32, line: u64): void {
  for (let i = 0; i < column.listed; i++) {
    const name = levelName(column.levels, i);
    if (sameBytes(name.at, name.length, at, length)) column.value = <f64>(i + 1);
  }
  const number = isUnheldWhole(at, length) ? NaN : readNumber(at, length);
  for (let i = 0; i < column.listed && isNaN(column.value); i++) {
    const name = levelName(column.levels, i);
    if (readNumber(name.at, name.length) == number) column.value = <f64>(i + 1);
  }
  if (!isNaN(column.value)) {
    column.present++;
    return;
  }
  if (!isMissing(at, length)) tellUnlistedValue(line, column.label, textOf(at, length), listNames(listedNames(column), false));
}

/** 1 for a word for success, and 0 for one for failure; NaN for anything else. */
function readOutcome(at: usize, length: i32): f64 {
  if (length == 0) return NaN;
  if (changetype<usize>(successes) == 0) {
    successes = ownText(SUCCESSES);
    failures = ownText(FAILURES);
  }
  if (isAmong(successes, at, length)) return 1;
  return isAmong(failures, at, length) ? 0 : NaN;
}

/** 1 for `true` and 0 for `false` in any case, as text tables write booleans; NaN for anything else. */
function readTruth(at: usize, length: i32): f64 {
  if (length != 4 && length != 5) return NaN;
  if (changetype<usize>(trueWord) == 0) {
    trueWord = ownText('true');
    falseWord = ownText('false');
  }
  if (sameLetters(at, length, trueWord)) return 1;
  return sameLetters(at, length, falseWord) ? 0 : NaN;
}

/** Whether a cell names a level. Any text does, except for spellings of a missing value, which are reported. */
export function namesLevel(column: Column, at: usize, length: i32, line: u64): bool {
  if (!isMissing(at, length)) return true;
  if (length == 0) tellNoLevel(line, column.label);
  else tellMissingWordForLevel(line, column.label, textOf(at, length));
  return false;
}

/** Checks an outcome against the number of trials in its row. If that is not a number, it was reported before. */
function checkTrials(column: Column, line: u64): void {
  if (column.trials < 0) return;
  const trials = columnAt(column.trials);
  if (column.value > trials.value) {
    tellAboveTrials(line, column.label, column.value, trials.value, trials.name, column.name);
  }
}

/** Reports a cell that holds no number. */
function tellUnread(column: Column, cell: Text, line: u64): void {
  const label = column.label;
  if (isUnheldWhole(cell.at, cell.length)) {
    tellUnheldWhole(line, label, cell);
    return;
  }
  const comma = decimalComma(cell);
  if (comma >= 0) {
    const decimal = aroundComma(cell, comma, true);
    if (mayBeThousands(cell, comma)) tellThousands(line, label, cell, aroundComma(cell, comma, false), decimal);
    else tellDecimalComma(line, label, cell, decimal);
  } else if (isAnswer(cell)) tellAnswer(line, label, cell);
  else tellNoNumber(line, label, cell, column.wanted);
}

/** Reports a number that the column may not hold. */
function tellNotAllowed(column: Column, cell: Text, line: u64): void {
  const label = column.label;
  const wanted = column.wanted;
  if (column.kind == BINARY) tellNotBinary(line, label, cell, wanted, column.name);
  else if (column.role == OUTCOME) tellNotOfDistribution(line, label, cell, wanted, column.name);
  else if (column.kind == REAL) tellOutOfRange(line, label, cell, wanted);
  else tellNotOfKind(line, label, cell, wanted);
}

/** The position of the comma in a number with a decimal comma; −1 if the cell is not such a number. */
function decimalComma(cell: Text): i32 {
  let comma = -1;
  const start = signLength(cell);
  for (let i = start; i < cell.length; i++) {
    const byte = <i32>load<u8>(cell.at + <usize>i);
    if (byte == 44 && comma < 0) comma = i;
    else if (byte < 48 || byte > 57) return -1;
  }
  return comma > start && comma < cell.length - 1 ? comma : -1;
}

/** Whether that comma may be a thousands separator, as in 1,500. */
function mayBeThousands(cell: Text, comma: i32): bool {
  const start = signLength(cell);
  return cell.length - comma == 4 && comma - start <= 3 && load<u8>(cell.at + <usize>start) != 48;
}

function signLength(cell: Text): i32 {
  const first = <i32>load<u8>(cell.at);
  return first == 43 || first == 45 ? 1 : 0;
}

/** The number with its comma replaced by a point, or removed. */
function aroundComma(cell: Text, comma: i32, hasPoint: bool): Text {
  const to = openText();
  putBytes(to, cell.at, comma);
  if (hasPoint) putByte(to, 46);
  putBytes(to, cell.at + <usize>comma + 1, cell.length - comma - 1);
  return textOf(to.at, to.used);
}

function isAnswer(cell: Text): bool {
  return sameLetters(cell.at, cell.length, ownText('yes')) || sameLetters(cell.at, cell.length, ownText('no'));
}
