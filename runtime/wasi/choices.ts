/** Options about the table: which column holds an outcome, and which rows are used. */
import { Levels, levelNumber, openLevels } from './levels';
import { List, append, itemAt, openList, reserve } from './storage';
import { isUnheldWhole, readNumber } from './number/read-number';
import { Text, sameBytes } from './text';

/** `--outcome OUTCOME=COLUMN` */
@unmanaged
export class OutcomeChoice {
  /** The option as written. */
  written: Text;
  outcome: Text;
  column: Text;
}

/** `--rows COLUMN=VALUE` */
@unmanaged
export class RowFilter {
  column: Text;
  value: Text;
  /** The position of the column in the table; −1 if it is absent. */
  position: i32;
  /** Some of the other values in the column. */
  seen: Levels;
}

/** How many other values are kept, to be listed if no row passes the filter. */
const REMEMBERED: i32 = 1000;

let outcomes = changetype<List>(0);
let filters = changetype<List>(0);

export function openChoices(): void {
  outcomes = openList();
  filters = openList();
}

export function addOutcomeChoice(written: Text, outcome: Text, column: Text): void {
  const choice = changetype<OutcomeChoice>(reserve(offsetof<OutcomeChoice>()));
  choice.written = written;
  choice.outcome = outcome;
  choice.column = column;
  append(outcomes, changetype<usize>(choice));
}

/** The option for an outcome; null if there is none. */
export function choiceOf(outcome: Text): OutcomeChoice {
  for (let i = 0; i < outcomes.length; i++) {
    const choice = changetype<OutcomeChoice>(itemAt(outcomes, i));
    if (sameBytes(choice.outcome.at, choice.outcome.length, outcome.at, outcome.length)) return choice;
  }
  return changetype<OutcomeChoice>(0);
}

export function addFilter(column: Text, value: Text): void {
  const filter = changetype<RowFilter>(reserve(offsetof<RowFilter>()));
  filter.column = column;
  filter.value = value;
  filter.seen = openLevels();
  append(filters, changetype<usize>(filter));
}

export function filterCount(): i32 {
  return filters.length;
}

export function filterAt(index: i32): RowFilter {
  return changetype<RowFilter>(itemAt(filters, index));
}

/** Whether a cell holds the filter's value: the same text or the same number. Keeps some of the other values. */
export function passes(filter: RowFilter, at: usize, length: i32): bool {
  const value = filter.value;
  if (sameBytes(at, length, value.at, value.length)) return true;
  const number = heldNumber(at, length);
  if (!isNaN(number) && number == heldNumber(value.at, value.length)) return true;
  if (filter.seen.names.length < REMEMBERED) levelNumber(filter.seen, at, length);
  return false;
}

/** The number that a text denotes; NaN if it is none, or a whole number that no double holds exactly. */
function heldNumber(at: usize, length: i32): f64 {
  return isUnheldWhole(at, length) ? NaN : readNumber(at, length);
}
