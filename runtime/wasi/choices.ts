/** What the command line says of the table: which column holds an outcome, and which rows are used. */
import { Levels, levelNumber, openLevels } from './levels';
import { List, append, itemAt, openList, reserve } from './storage';
import { readNumber } from './number/read-number';
import { isUnheldWhole } from './number/unheld-whole';
import { Text, sameBytes } from './text';

/** `--outcome OUTCOME=COLUMN` */
@unmanaged
export class OutcomeChoice {
  /** As it was written. */
  written: Text;
  outcome: Text;
  column: Text;
}

/** `--rows COLUMN=VALUE` */
@unmanaged
export class RowFilter {
  column: Text;
  value: Text;
  /** Where the column is in the table; -1 where it is not. */
  position: i32;
  /** Other values that the column holds, some of them. */
  seen: Levels;
}

/** How many values of a filter's column are remembered, to be listed when no row passes. */
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

/** What was said of an outcome; null where nothing was. */
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

/** Whether a cell holds the filter's value: the same text, or the same number. Remembers some of the others. */
export function passes(filter: RowFilter, at: usize, length: i32): bool {
  const value = filter.value;
  if (sameBytes(at, length, value.at, value.length)) return true;
  const number = heldNumber(at, length);
  if (!isNaN(number) && number == heldNumber(value.at, value.length)) return true;
  if (filter.seen.names.length < REMEMBERED) levelNumber(filter.seen, at, length);
  return false;
}

/** The number of a text; NaN where it has none, or a whole one beside which a double would hold another. */
function heldNumber(at: usize, length: i32): f64 {
  return isUnheldWhole(at, length) ? NaN : readNumber(at, length);
}
