/** One cell of a table as the number that a column wants, or what is wrong with it (cli/tables/read-cell.ts). */
import { tellAboveTrials, tellMissingLevel, tellMissingValue, tellNoNumber, tellOutOfRange } from './cell-problems';
import { Column, OUTCOME, columnAt, isAllowed } from './columns';
import { readNumber } from './number/read-number';
import { isUnheldWhole } from './number/unheld-whole';
import { Text, ownText, sameLetters, smallLetter } from './text';

/** What tables write where there is no value. */
const MISSING: String = ',na,n/a,nan,null,none,.,?,-,';
let missing = changetype<Text>(0);
let trueWord = changetype<Text>(0);
let falseWord = changetype<Text>(0);

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

/** Reads a cell into the column's `value`: NaN for an outcome that is missing. False, with the problem told, where it is not taken. */
export function readCell(column: Column, at: usize, length: i32, line: u64): bool {
  column.value = NaN;
  let value = isUnheldWhole(at, length) ? NaN : readNumber(at, length);
  if (isNaN(value)) value = readTruth(at, length);
  if (!isNaN(value)) {
    if (!isAllowed(column, value)) return tellOutOfRange(column, at, length, line);
    column.value = value;
    column.present++;
    return isWithinTrials(column, line);
  }
  if (!isMissing(at, length)) return tellNoNumber(column, at, length, line);
  if (!isNaN(column.missing)) {
    column.value = column.missing;
    column.replaced++;
    return true;
  }
  if (column.role == OUTCOME) return true;
  return tellMissingValue(column, at, length, line);
}

/** What a table of text holds where others hold a boolean, in any letters: 1 for true and 0 for false; NaN for anything else. */
function readTruth(at: usize, length: i32): f64 {
  if (length != 4 && length != 5) return NaN;
  if (changetype<usize>(trueWord) == 0) {
    trueWord = ownText('true');
    falseWord = ownText('false');
  }
  if (sameLetters(at, length, trueWord)) return 1;
  return sameLetters(at, length, falseWord) ? 0 : NaN;
}

/** The same for a cell that is to name a level: any text does, but for what stands for a missing one. */
export function namesLevel(column: Column, at: usize, length: i32, line: u64): bool {
  if (!isMissing(at, length)) return true;
  return tellMissingLevel(column, at, length, line);
}

/** Whether an outcome counts no more than there were trials in its row. Where their number is none, that has been told. */
function isWithinTrials(column: Column, line: u64): bool {
  if (column.trials < 0) return true;
  const trials = columnAt(column.trials);
  if (isNaN(trials.value) || column.value <= trials.value) return true;
  return tellAboveTrials(column, trials, line);
}
