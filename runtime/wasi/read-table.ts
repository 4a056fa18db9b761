/** Reads the table into the rows that the layout is fitted to, of which alike ones are kept once (cli/tables/read-table.ts). */
import { COLUMNS } from '../layout';
import { addRows, chunkColumn, columnAt as distinctColumn, distinctRows, openRows } from '../rows';
import { filterAt, filterCount, passes } from './choices';
import { CATEGORY, OUTCOME, columnAt, columnCount } from './columns';
import { putTable } from './input';
import { levelAt, levelNumber, orderLevels, placeOf } from './levels';
import { List, append, openList } from './list';
import { putNames } from './names';
import { putNumber } from './number/number-text';
import { planReading } from './plan-reading';
import { putName, putText } from './printable';
import { BAD_INPUT, endProblem, endWithoutMemory, notices, problem, problemCount, raise, remedy } from './problems';
import { namesLevel, readCell } from './read-cell';
import { fieldAt, fieldCount, fieldLength, readRecords } from './records';
import { put, putWhole } from './sink';
import { Text, keepText } from './text';

/** Rows that are handed over at once. */
const CHUNK_ROWS: i32 = 1024;

let header = changetype<List>(0);
let chunkRows: i32 = 0;
let rowsSeen: u64 = 0;
let rowsUsed: u64 = 0;

/** Reads the table, and tells what was put in the place of missing values. Ends the command over what is wrong with it. */
export function readTable(): void {
  if (!openRows(COLUMNS, CHUNK_ROWS)) endWithoutMemory();
  readRecords();
  if (changetype<usize>(header) == 0) refuseTable(' is empty.', 'Give a CSV table whose first line names the columns.');
  raise(BAD_INPUT);
  if (rowsSeen == 0) refuseTable(' has a header and no rows.', 'Give at least one row under the header.');
  if (rowsUsed == 0) refuseFilters();
  refuseAbsentOutcomes();
  handOver();
  numberLevels();
  tellReplaced();
}

/** Takes the header, and then each row. */
export function takeRecord(line: u64): void {
  if (changetype<usize>(header) == 0) {
    header = openList();
    for (let i = 0; i < fieldCount(); i++) append(header, changetype<usize>(keepText(fieldAt(i), fieldLength(i))));
    planReading(header);
    return;
  }
  rowsSeen++;
  if (fieldCount() != header.length) {
    tellFieldCount(line);
    return;
  }
  for (let i = 0; i < filterCount(); i++) {
    const filter = filterAt(i);
    if (!passes(filter, fieldAt(filter.position), fieldLength(filter.position))) return;
  }
  rowsUsed++;
  takeRow(line);
}

/** Reads the cells of a row. Once there is a problem, rows are looked at for more and no longer kept. */
function takeRow(line: u64): void {
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    const at = fieldAt(column.position);
    const length = fieldLength(column.position);
    if (column.role != CATEGORY) readCell(column, at, length, line);
    else if (namesLevel(column, at, length, line)) column.value = <f64>levelNumber(column.levels, at, length);
    store<f64>(chunkColumn(i) + (<usize>chunkRows << 3), column.value);
  }
  if (problemCount() > 0) return;
  if (++chunkRows == CHUNK_ROWS) handOver();
}

function handOver(): void {
  if (!addRows(chunkRows)) endWithoutMemory();
  chunkRows = 0;
}

/**
 * Numbers levels by their order, where so far they were numbered as they came. Rows stay as distinct as they are, and in their order.
 */
function numberLevels(): void {
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.role != CATEGORY) continue;
    orderLevels(column.levels);
    const rows = distinctRows();
    for (let row = 0; row < rows; row++) {
      const at = distinctColumn(i) + (<usize>row << 3);
      store<f64>(at, <f64>placeOf(column.levels, <i32>load<f64>(at)));
    }
  }
}

function tellFieldCount(line: u64): void {
  const to = problem();
  putTable(to, true);
  put(to, ', line ');
  putWhole(to, line);
  put(to, ': it has ');
  putWhole(to, fieldCount());
  put(to, fieldCount() == 1 ? ' field where the header has ' : ' fields where the header has ');
  putWhole(to, header.length);
  put(to, '.');
  put(remedy(), 'Give every row one field for each column; quote a field that holds the separator.');
  endProblem();
}

function refuseTable(message: String, help: String): void {
  const to = problem();
  putTable(to, true);
  put(to, message);
  put(remedy(), help);
  endProblem();
  raise(BAD_INPUT);
}

function refuseFilters(): void {
  const to = problem();
  put(to, 'No row of ');
  putTable(to, false);
  put(to, ' has ');
  for (let i = 0; i < filterCount(); i++) {
    if (i > 0) put(to, ' and ');
    putText(to, filterAt(i).column);
    put(to, '=');
    putText(to, filterAt(i).value);
  }
  put(to, '.');
  const help = remedy();
  put(help, 'Choose a value that there is: ');
  let isFirst = true;
  for (let i = 0; i < filterCount(); i++) {
    const filter = filterAt(i);
    const count = filter.seen.names.length;
    if (count == 0) continue;
    orderLevels(filter.seen);
    const values = openList();
    for (let place = 0; place < count; place++) append(values, changetype<usize>(levelAt(filter.seen, place)));
    if (!isFirst) put(help, '; ');
    isFirst = false;
    putName(help, filter.column);
    put(help, ' holds ');
    putNames(help, values, false);
  }
  put(help, '.');
  endProblem();
  raise(BAD_INPUT);
}

function refuseAbsentOutcomes(): void {
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.role != OUTCOME || column.present > 0) continue;
    const to = problem();
    putText(to, subject());
    put(to, ': The outcome ');
    putName(to, column.name);
    put(to, ' is missing in every row.');
    put(remedy(), 'Give it in some of the rows.');
    endProblem();
    raise(BAD_INPUT);
  }
}

/** What is fitted: the column of the first outcome. */
export function subject(): Text {
  for (let i = 0; i < columnCount(); i++) if (columnAt(i).role == OUTCOME) return columnAt(i).label;
  return columnAt(0).label;
}

function tellReplaced(): void {
  const to = notices();
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.replaced == 0) continue;
    putTable(to, true);
    put(to, ', column ');
    putName(to, column.name);
    put(to, ': ');
    putWhole(to, column.replaced);
    put(to, column.replaced == 1 ? ' missing value is taken for ' : ' missing values are taken for ');
    putNumber(to, column.missing);
    if (column.unit.length > 0) put(to, ' ');
    putText(to, column.unit);
    put(to, '.\n');
  }
}
