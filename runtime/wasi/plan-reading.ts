/** Where the columns that the layout wants are in this table, from its first line; or what is wrong with that (cli/tables/read-table.ts). */
import { choiceOf, filterAt, filterCount } from './choices';
import { CATEGORY, DEMAND, OUTCOME, columnAt, columnCount } from './columns';
import { putDidYouMean } from './did-you-mean';
import { putTable } from './input';
import { List, append, itemAt, openList } from './list';
import { putNames } from './names';
import { readNumber } from './number/read-number';
import { putName, putText } from './printable';
import { BAD_INPUT, BAD_USAGE, endProblem, problem, raise, remedy } from './problems';
import { Sink, put } from './sink';
import { Text, sameText } from './text';

/** Puts the columns where the header has them. Ends the command when one is not there, or twice. */
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
    if (filter.position < 0) tellNoFilterColumn(filter.column, header);
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
    refuseOutcome(column.name, header);
  }
  tellDoubles(OUTCOME, header);
  raise(BAD_INPUT);
}

function positionOf(name: Text, header: List): i32 {
  return positionAfter(-1, name, header);
}

/** Where the name is next behind a position; -1 where it is not. */
function positionAfter(before: i32, name: Text, header: List): i32 {
  for (let i = before + 1; i < header.length; i++) if (sameText(changetype<Text>(itemAt(header, i)), name)) return i;
  return -1;
}

/** Finds the columns of a role. Returns the names of those that are not there. */
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

function tellAbsent(names: List, what: String, header: List): void {
  const to = problem();
  putTable(to, true);
  put(to, ' has no column called ');
  putNames(to, names, true);
  put(to, ', ');
  put(to, what);
  put(to, ' of the layout.');
  if (names.length == 1) putDidYouMean(to, changetype<Text>(itemAt(names, 0)), header);
  let numbers = 0;
  for (let i = 0; i < header.length; i++) {
    const cell = changetype<Text>(itemAt(header, i));
    if (!isNaN(readNumber(cell.at, cell.length))) numbers++;
  }
  if (2 * numbers > header.length) put(remedy(), 'Its first line holds numbers: put a line above it that names the columns.');
  else putColumns(remedy(), 'Its columns are ', header);
  endProblem();
}

function putColumns(to: Sink, before: String, header: List): void {
  put(to, before);
  putNames(to, header, false);
  put(to, '.');
}

function tellDoubles(role: i32, header: List): void {
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.role == role) tellDouble(column.label, header);
  }
}

function tellDouble(name: Text, header: List): void {
  const first = positionOf(name, header);
  if (first < 0 || positionAfter(first, name, header) < 0) return;
  const to = problem();
  putTable(to, true);
  put(to, ' has two columns called ');
  putName(to, name);
  put(to, '.');
  put(remedy(), 'Give each column a name of its own in the first line.');
  endProblem();
}

function tellNoFilterColumn(name: Text, header: List): void {
  const to = problem();
  putTable(to, true);
  put(to, ' has no column called ');
  putName(to, name);
  put(to, ' to choose rows by.');
  putDidYouMean(to, name, header);
  putColumns(remedy(), 'Its columns are ', header);
  endProblem();
}

/** An outcome of whose column nothing was said, and that has none of its own name. */
function refuseOutcome(name: Text, header: List): void {
  const to = problem();
  putTable(to, true);
  put(to, ' has no column called ');
  putName(to, name);
  put(to, ' for the outcome of that name.');
  const help = remedy();
  put(help, 'Say which column holds it: --outcome ');
  putText(help, name);
  putColumns(help, '=COLUMN. The columns are ', header);
  endProblem();
  raise(BAD_INPUT);
}

/** A column that was asked for and is not there, which may be meant as several. */
function refuseChoice(written: Text, column: Text, header: List): void {
  const to = problem();
  if (standsForSeveral(column)) {
    put(to, '`--outcome ');
    putText(to, written);
    put(to, '` asks for several columns, and a module fits one.');
    put(remedy(), 'Name one column, and run the module once for each.');
    endProblem();
    raise(BAD_USAGE);
  }
  putTable(to, true);
  put(to, ' has no column called ');
  putName(to, column);
  put(to, '.');
  putDidYouMean(to, column, header);
  putColumns(remedy(), 'Its columns are ', header);
  endProblem();
  raise(BAD_INPUT);
}

/** Whether a name has a comma, or the signs of a pattern. */
function standsForSeveral(name: Text): bool {
  for (let i = 0; i < name.length; i++) {
    const byte = load<u8>(name.at + <usize>i);
    if (byte == 44 || byte == 42 || byte == 63) return true;
  }
  return false;
}
