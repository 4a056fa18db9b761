/** Categories whose levels are the pairs of levels of two others that occur, as host/pairs.ts makes them. */
import { release } from '../memory';
import { columnAt as distinctColumn, distinctRows } from '../rows';
import { Column, PAIR, columnAt, columnCount } from './columns';
import { addInOrder, levelAt } from './levels';
import { Sink, openText, put, putByte, putBytes } from './sink';
import { reserve } from './storage';
import { Text, placeOfSign, textOf } from './text';

const COMMA: i32 = 44;
const QUOTE: i32 = 34;
const BACKSLASH: i32 = 92;

/** Numbers the pairs by their first level, and then by their second; the levels of both categories are numbered. */
export function numberPairs(): void {
  for (let i = 0; i < columnCount(); i++) if (columnAt(i).role == PAIR) numberPairsOf(i);
}

function numberPairsOf(index: i32): void {
  const rows = distinctRows();
  const column = columnAt(index);
  const first = columnAt(column.first).levels;
  const second = columnAt(column.second).levels;
  let order = reserve(<usize>rows << 2);
  for (let row = 0; row < rows; row++) store<i32>(order + (<usize>row << 2), row);
  order = sortBy(column.second, second.names.length, order);
  order = sortBy(column.first, first.names.length, order);
  let a = -1;
  let b = -1;
  for (let i = 0; i < rows; i++) {
    const row = load<i32>(order + (<usize>i << 2));
    const own = levelIn(column.first, row);
    const other = levelIn(column.second, row);
    if (own != a || other != b) addInOrder(column.levels, nameOfPair(levelAt(first, own), levelAt(second, other)));
    a = own;
    b = other;
    store<f64>(distinctColumn(index) + (<usize>row << 3), <f64>(column.levels.names.length - 1));
  }
  release(order);
}

function levelIn(column: i32, row: i32): i32 {
  return <i32>load<f64>(distinctColumn(column) + (<usize>row << 3));
}

/** The rows in the order of their levels, and those of one level in the order that they had. Releases `order`. */
function sortBy(column: i32, levels: i32, order: usize): usize {
  const rows = distinctRows();
  const sorted = reserve(<usize>rows << 2);
  /** For each level the number of rows with a lower one, and of those that are placed. */
  const next = reserve((<usize>levels + 1) << 2);
  for (let row = 0; row < rows; row++) {
    const above = next + ((<usize>levelIn(column, row) + 1) << 2);
    store<i32>(above, load<i32>(above) + 1);
  }
  for (let level = 1; level < levels; level++) {
    const at = next + (<usize>level << 2);
    store<i32>(at, load<i32>(at) + load<i32>(at - 4));
  }
  for (let i = 0; i < rows; i++) {
    const row = load<i32>(order + (<usize>i << 2));
    const at = next + (<usize>levelIn(column, row) << 2);
    store<i32>(sorted + (<usize>load<i32>(at) << 2), row);
    store<i32>(at, load<i32>(at) + 1);
  }
  release(next);
  release(order);
  return sorted;
}

/** `Ada, algebra`. A level with a comma or a quotation mark is quoted. */
function nameOfPair(first: Text, second: Text): Text {
  const to = openText();
  putLevel(to, first);
  put(to, ', ');
  putLevel(to, second);
  return textOf(to.at, to.used);
}

function putLevel(to: Sink, level: Text): void {
  if (placeOfSign(level, COMMA) < 0 && placeOfSign(level, QUOTE) < 0) {
    putBytes(to, level.at, level.length);
    return;
  }
  putByte(to, QUOTE);
  for (let i = 0; i < level.length; i++) putInString(to, <i32>load<u8>(level.at + <usize>i));
  putByte(to, QUOTE);
}

/** A byte of UTF-8 inside of a string of JSON, as JavaScript writes it. */
function putInString(to: Sink, byte: i32): void {
  if (byte == QUOTE || byte == BACKSLASH) {
    putByte(to, BACKSLASH);
    putByte(to, byte);
  } else if (byte >= 32) putByte(to, byte);
  else if (byte == 8) put(to, '\\b');
  else if (byte == 9) put(to, '\\t');
  else if (byte == 10) put(to, '\\n');
  else if (byte == 12) put(to, '\\f');
  else if (byte == 13) put(to, '\\r');
  else {
    put(to, byte < 16 ? '\\u000' : '\\u001');
    const digit = byte & 15;
    putByte(to, digit < 10 ? 48 + digit : 87 + digit);
  }
}
