/**
 * Reads the table into the rows that the layout is fitted to; equal rows are stored once (files/tables/layout-table.ts).
 */
import { COLUMNS } from '../layout';
import { addRows, chunkColumn, columnAt as distinctColumn, distinctRows, openRows } from '../rows';
import { filterAt, filterCount, passes } from './choices';
import { CATEGORY, Column, Fact, OUTCOME, PAIR, columnAt, columnCount, factAt, factCount, listedNames } from './columns';
import { keepSeen, levelAt, levelName, levelNumber, numberAt, orderLevels, orderLevelsBy, placeOf } from './levels';
import { List, append, openList, reserve } from './storage';
import { numberPairs } from './pairs';
import { planReading } from './plan-reading';
import { listNames } from './printable';
import { BAD_INPUT, endWithoutMemory, notices, problemCount, raise } from './problems';
import { namesLevel, readCell } from './read-cell';
import { fieldAt, fieldCount, fieldLength, readRecords } from './records';
import {
  putHolds,
  putReplaced,
  tellAbsentOutcomeValues,
  tellEmpty,
  tellFieldCount,
  tellNoRowChosen,
  tellNoRows,
  tellSameOrderOfLevels,
  tellSeveralGroupsOfLevel,
  tellSeveralValuesOfLevel,
  tellUnlistedLevel,
} from './sentences';
import { openText, put, putByte, putBytes } from './sink';
import { putNumber } from './number/number-text';
import { Text, keepText, textOf } from './text';

/** The number of rows in a chunk. */
const CHUNK_ROWS: i32 = 1024;

let header = changetype<List>(0);
let chunkRows: i32 = 0;
let rowsSeen: u64 = 0;
let rowsUsed: u64 = 0;

/** Reads the table, and notes which missing values were replaced. Ends the command if there are problems. */
export function readTable(): void {
  if (!openRows(COLUMNS, CHUNK_ROWS)) endWithoutMemory();
  readRecords();
  if (changetype<usize>(header) == 0) tellEmpty();
  raise(BAD_INPUT);
  if (rowsSeen == 0) tellNoRows();
  raise(BAD_INPUT);
  if (rowsUsed == 0) refuseFilters();
  refuseAbsentOutcomes();
  handOver();
  numberLevels();
  numberPairs();
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
    tellFieldCount(line, fieldCount(), header.length);
    return;
  }
  for (let i = 0; i < filterCount(); i++) {
    const filter = filterAt(i);
    if (!passes(filter, fieldAt(filter.position), fieldLength(filter.position))) return;
  }
  rowsUsed++;
  takeRow(line);
}

/** Reads the cells of a row. After a problem, further rows are only checked and no longer stored. */
function takeRow(line: u64): void {
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    // A pair is numbered once its parts are; until then the column holds 0.
    if (column.role == PAIR) continue;
    const at = fieldAt(column.position);
    const length = fieldLength(column.position);
    if (column.role == CATEGORY) column.value = NaN;
    if (column.role != CATEGORY) readCell(column, at, length, line);
    else if (namesLevel(column, at, length, line)) readLevel(column, at, length, line);
    store<f64>(chunkColumn(i) + (<usize>chunkRows << 3), column.value);
  }
  for (let i = 0; i < factCount(); i++) checkFact(factAt(i), line);
  if (problemCount() > 0) return;
  if (++chunkRows == CHUNK_ROWS) handOver();
}

/** Tells where a level has another value than in the first of its rows (files/tables/layout-table.ts). */
function checkFact(fact: Fact, line: u64): void {
  const category = columnAt(fact.category);
  const column = columnAt(fact.column);
  if (isNaN(category.value) || isNaN(column.value)) return;
  const level = <i32>category.value;
  if (level >= fact.room) widen(fact, level);
  const value = fact.values + (<usize>level << 3);
  const first = fact.lines + (<usize>level << 3);
  if (load<u64>(first) == 0) {
    store<f64>(value, column.value);
    store<u64>(first, line);
  }
  const known = load<f64>(value);
  if (known == column.value) return;
  const name = levelName(category.levels, level);
  const found = textOfValue(column, column.value);
  const held = textOfValue(column, known);
  if (column.role == CATEGORY) {
    tellSeveralGroupsOfLevel(line, column.label, name, category.name, found, held, load<u64>(first));
  } else tellSeveralValuesOfLevel(line, column.label, found, name, category.name, held, load<u64>(first));
}

/** Makes room for twice as many levels, and at least for this one. */
function widen(fact: Fact, level: i32): void {
  const before = <usize>fact.room << 3;
  fact.room = max(64, 2 * (level + 1));
  const values = reserve(<usize>fact.room << 3);
  const lines = reserve(<usize>fact.room << 3);
  if (before > 0) {
    memory.copy(values, fact.values, before);
    memory.copy(lines, fact.lines, before);
  }
  memory.fill(lines + before, 0, (<usize>fact.room << 3) - before);
  fact.values = values;
  fact.lines = lines;
}

/** A number, or the name of a level. */
function textOfValue(column: Column, value: f64): Text {
  if (column.role == CATEGORY) return levelName(column.levels, <i32>value);
  const to = openText();
  putNumber(to, value);
  return textOf(to.at, to.used);
}

/** Reads the index of a level, which must be listed if any is. */
function readLevel(column: Column, at: usize, length: i32, line: u64): void {
  const number = levelNumber(column.levels, at, length);
  column.value = <f64>number;
  if (column.listed == 0 || number < column.listed) return;
  tellUnlistedLevel(line, column.label, textOf(at, length), listNames(listedNames(column), false));
}

function handOver(): void {
  if (!addRows(chunkRows)) endWithoutMemory();
  chunkRows = 0;
}

/**
 * Replaces level indices by sorted positions; until now they were in order of first occurrence. Rows stay distinct, and
 * keep their order.
 */
function numberLevels(): void {
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.role != CATEGORY) continue;
    const rows = distinctRows();
    if (ownerOf(i) == i) putInOrder(column);
    for (let row = 0; row < rows; row++) {
      const at = distinctColumn(i) + (<usize>row << 3);
      store<f64>(at, <f64>placeOf(column.levels, <i32>load<f64>(at)));
    }
  }
}

/** The first of the columns that share the levels of a column. */
function ownerOf(index: i32): i32 {
  for (let i = 0; i < index; i++) {
    if (columnAt(i).role == CATEGORY && columnAt(i).levels == columnAt(index).levels) return i;
  }
  return index;
}

/** Sorts the levels of a category by the values of a demand, of which each level has its own (files/tables/layout-table.ts). */
function putInOrderOf(column: Column, fact: Fact): void {
  const levels = column.levels;
  orderLevelsBy(levels, fact.values);
  for (let place = 1; place < levels.names.length; place++) {
    const value = load<f64>(fact.values + (<usize>numberAt(levels, place) << 3));
    if (value != load<f64>(fact.values + (<usize>numberAt(levels, place - 1) << 3))) continue;
    const demand = columnAt(fact.column).name;
    tellSameOrderOfLevels(levelAt(levels, place - 1), levelAt(levels, place), column.name, demand, value);
    raise(BAD_INPUT);
  }
}

/** Sorts the levels of a category, or keeps of those that the layout lists the ones that its columns hold. */
function putInOrder(column: Column): void {
  for (let i = 0; i < factCount(); i++) {
    const fact = factAt(i);
    if (fact.column != column.orderedBy || columnAt(fact.category) != column) continue;
    putInOrderOf(column, fact);
    return;
  }
  if (column.listed == 0) {
    orderLevels(column.levels);
    return;
  }
  const seen = reserve(<usize>column.listed);
  const rows = distinctRows();
  for (let i = 0; i < columnCount(); i++) {
    if (columnAt(i).role != CATEGORY || columnAt(i).levels != column.levels) continue;
    for (let row = 0; row < rows; row++) {
      store<u8>(seen + <usize>load<f64>(distinctColumn(i) + (<usize>row << 3)), 1);
    }
  }
  keepSeen(column.levels, seen);
}

function refuseFilters(): void {
  const asked = openText();
  const held = openText();
  for (let i = 0; i < filterCount(); i++) {
    const filter = filterAt(i);
    if (i > 0) put(asked, ' and ');
    putBytes(asked, filter.column.at, filter.column.length);
    putByte(asked, 61);
    putBytes(asked, filter.value.at, filter.value.length);
    const count = filter.seen.names.length;
    if (count == 0) continue;
    orderLevels(filter.seen);
    const values = openList();
    for (let place = 0; place < count; place++) append(values, changetype<usize>(levelAt(filter.seen, place)));
    if (held.used > 0) put(held, '; ');
    putHolds(held, filter.column, listNames(values, false));
  }
  tellNoRowChosen(textOf(asked.at, asked.used), textOf(held.at, held.used));
  raise(BAD_INPUT);
}

function refuseAbsentOutcomes(): void {
  for (let i = 0; i < columnCount(); i++) {
    const column = columnAt(i);
    if (column.role != OUTCOME || column.present > 0) continue;
    tellAbsentOutcomeValues(subject(), column.name);
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
    const unit = openText();
    if (column.unit.length > 0) {
      putByte(unit, 32);
      putBytes(unit, column.unit.at, column.unit.length);
    }
    putReplaced(to, column.name, column.replaced, column.missing, textOf(unit.at, unit.used));
    putByte(to, 10);
  }
}
