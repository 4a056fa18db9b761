/** Finds the layout's columns in the table by its header, and reports missing ones (files/tables/layout-table.ts). */
import { choiceOf, filterAt, filterCount } from './choices';
import { CATEGORY, DEMAND, OUTCOME, columnAt, columnCount } from './columns';
import { didYouMean } from './did-you-mean';
import { List, append, itemAt, openList } from './storage';
import { readNumber } from './number/read-number';
import { listNames } from './printable';
import { BAD_INPUT, BAD_USAGE, raise } from './problems';
import {
  tellAbsentChoice,
  tellAbsentColumnNames,
  tellAbsentColumns,
  tellAbsentFilterColumn,
  tellAbsentOutcome,
  tellSeveralColumns,
  tellTwoColumns,
} from './sentences';
import { Text, ownText, sameText } from './text';

/** Sets the positions of the columns. Ends the command if one is absent or occurs twice. */
export function planReading(header: List): void {
  const demands = absent(DEMAND, header);
  const categories = absent(CATEGORY, header);
  if (demands.length > 0) tellAbsent(demands, demands.length > 1 ? 'demands' : 'a demand', header);
  if (categories.length > 0) tellAbsent(categories, categories.length > 1 ? 'categories' : 'a category', header);
  tellDoubles(DEMAND, header);
  tellDoubles(CATEGORY, header);
  for (let i = 0; i < filterCount(); i++) {
    const filter = filterAt(i);
    filter.position = positionOf(filter.column, header);
    tellDouble(filter.column, header);
    if (filter.position < 0) {
      tellAbsentFilterColumn(filter.column, didYouMean(filter.column, header), listNames(header, false));
    }
  }
  raise(BAD_INPUT);
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.role != OUTCOME) continue;
    const choice = choiceOf(column.name);
    if (changetype<usize>(choice) != 0) column.label = choice.column;
    column.position = positionOf(column.label, header);
    if (column.position >= 0) continue;
    if (changetype<usize>(choice) != 0) refuseChoice(choice.written, choice.column, header);
    tellAbsentOutcome(column.name, listNames(header, false));
    raise(BAD_INPUT);
  }
  tellDoubles(OUTCOME, header);
  raise(BAD_INPUT);
}

function positionOf(name: Text, header: List): i32 {
  return positionAfter(-1, name, header);
}

/** The next position of a name after `before`; −1 if there is none. */
function positionAfter(before: i32, name: Text, header: List): i32 {
  for (let i = before + 1; i < header.length; i++) if (sameText(changetype<Text>(itemAt(header, i)), name)) return i;
  return -1;
}

/** Finds the columns of a role, and returns the names of absent ones. */
function absent(role: i32, header: List): List {
  const names = openList();
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.role != role) continue;
    column.position = positionOf(column.name, header);
    if (column.position < 0) append(names, changetype<usize>(column.name));
  }
  return names;
}

function tellAbsent(names: List, role: String, header: List): void {
  const quoted = listNames(names, true);
  const meant = names.length == 1 ? didYouMean(changetype<Text>(itemAt(names, 0)), header) : ownText('');
  let numbers = 0;
  for (let i = 0; i < header.length; i++) {
    const cell = changetype<Text>(itemAt(header, i));
    if (!isNaN(readNumber(cell.at, cell.length))) numbers++;
  }
  if (2 * numbers > header.length) tellAbsentColumnNames(quoted, ownText(role), meant);
  else tellAbsentColumns(quoted, ownText(role), meant, listNames(header, false));
}

function tellDoubles(role: i32, header: List): void {
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.role == role) tellDouble(column.label, header);
  }
}

function tellDouble(name: Text, header: List): void {
  const first = positionOf(name, header);
  if (first >= 0 && positionAfter(first, name, header) >= 0) tellTwoColumns(name);
}

/** Reports a column that an option names and the table lacks; the name may be meant for several columns. */
function refuseChoice(written: Text, column: Text, header: List): void {
  if (standsForSeveral(column)) {
    tellSeveralColumns(written);
    raise(BAD_USAGE);
  }
  tellAbsentChoice(column, didYouMean(column, header), listNames(header, false));
  raise(BAD_INPUT);
}

/** Whether a name contains a comma or a wildcard. */
function standsForSeveral(name: Text): bool {
  for (let i = 0; i < name.length; i++) {
    const byte = load<u8>(name.at + <usize>i);
    if (byte == 44 || byte == 42 || byte == 63) return true;
  }
  return false;
}
