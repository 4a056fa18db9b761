/**
 * The rows of the data. The host passes them in chunks; rows that agree in every column are stored once, with their
 * count. Distinct rows keep the order of their first occurrence, however the rows are divided into chunks.
 */
import { SEED, finish, mix } from './hash';
import { allocate, cut, extend, release, strideOf } from './memory';

const FIRST_CAPACITY: u32 = 1024;
/** A power of 2. */
const FIRST_SLOTS: u32 = 2048;
/** More rows than are possible. */
const MAX_ROWS: u64 = 0xffff_ffff;

let columns: i32 = 0;

/**
 * One chunk: `columns` arrays of `chunkRows` f64s, the number of rows that each stands for as u32s, and their hashes as
 * u64s.
 */
let chunkRows: i32 = 0;
let chunk: usize = 0;
let chunkCounts: usize = 0;
let chunkHashes: usize = 0;

/**
 * The distinct rows, in one growing block: a hash table of `slots` u64s, `columns` arrays of `capacity` f64s, and
 * `capacity` counts as u32s. A slot holds a row's hash in its upper half and the row's index plus 1 in its lower half.
 */
let kept: usize = 0;
let slots: u32 = 0;
let capacity: u32 = 0;
let distinct: u32 = 0;
let total: u64 = 0;
/** Whether some distinct row stands for none. */
let someEmpty: bool = false;
let isBound: bool = false;
/** The last value that `touchSlots` loaded; storing it keeps the loads from being optimised away. */
let lastTouched: u64 = 0;

/** The number of distinct rows. */
export function distinctRows(): i32 {
  return <i32>distinct;
}

/** The number of rows, with repetitions. */
export function allRows(): f64 {
  return <f64>total;
}

/** Whether a distinct row stands for no row: its column of counts says 0. */
// @ts-ignore: decorator
@inline
export function isEmptyRow(row: u32): bool {
  return someEmpty && load<u32>(countsOfRows() + (<usize>row << 2)) == 0;
}

/**
 * Multiplies how often each distinct row occurs by the whole number in a column, after `closeRows`. False if they then
 * stand for more rows than a module counts.
 *
 * @param tables the number of each row's table, as f64s; 0 if there is one table
 * @param table the table whose rows are meant
 */
export function repeatRows(column: usize, tables: usize, table: f64): bool {
  const counts = countsOfRows();
  total = 0;
  for (let row: usize = 0; row < <usize>distinct; row++) {
    const at = counts + (row << 2);
    let count = <f64>load<u32>(at);
    if (tables == 0 || load<f64>(tables + (row << 3)) == table) count *= load<f64>(column + (row << 3));
    // Also false for NaN.
    if (!(count >= 0 && count <= <f64>MAX_ROWS)) return false;
    if (count == 0) someEmpty = true;
    store<u32>(at, <u32>count);
    total += <u64>count;
  }
  return total <= MAX_ROWS;
}

/** Allocates a chunk; false if there is no more memory, or if one was allocated before. */
export function openRows(columnCount: i32, rowsAChunk: i32): bool {
  if (kept != 0 || rowsAChunk <= 0) return false;
  columns = columnCount;
  chunkRows = rowsAChunk;
  const cells = <u64>columnCount * <u64>rowsAChunk * 8;
  if (cells > 0xffff_0000) return false;
  chunk = allocate(<usize>cells);
  chunkCounts = allocate(<usize>rowsAChunk << 2);
  chunkHashes = allocate(<usize>rowsAChunk << 3);
  if (chunk == 0 || chunkCounts == 0 || chunkHashes == 0) return false;
  for (let row = 0; row < rowsAChunk; row++) store<u32>(chunkCounts + (<usize>row << 2), 1);
  slots = FIRST_SLOTS;
  // At least this large, so that columns can later be moved down over the table; see `closeRows`.
  while (slots < 4 * <u32>columnCount) slots <<= 1;
  capacity = FIRST_CAPACITY;
  kept = allocate(<usize>bytesKept(slots, capacity));
  return kept != 0;
}

/** Where the host writes a column of the chunk; 0 for an invalid index. */
export function chunkColumn(index: i32): usize {
  return <u32>index < <u32>columns && !isBound ? chunk + (<usize>index * <usize>chunkRows << 3) : 0;
}

/** Where the host writes how many rows each row of the chunk stands for. */
export function countsOfChunk(): usize {
  return chunkCounts;
}

/** The index of the distinct row for each row of the last chunk, as u32s; valid until the next chunk. */
export function distinctOfChunk(): usize {
  return chunkHashes;
}

/**
 * The address of a column of the distinct rows: until rows are added, and then from `closeRows` until it is released.
 */
export function columnAt(index: i32): usize {
  if (isBound) return kept + <usize>index * strideOf(<usize>distinct << 3);
  return keptColumn(slots, capacity, index);
}

/** The address of the counts of the distinct rows; valid like that of `columnAt`. */
export function countsOfRows(): usize {
  return columnAt(columns);
}

/** Adds the first `count` rows of the chunk; false if there is no more memory, or no such rows. */
export function addRows(count: i32): bool {
  if (isBound || <u32>count > <u32>chunkRows) return false;
  hashChunk(count);
  touchSlots(count);
  for (let row: u32 = 0; row < <u32>count; row++) {
    const rowCount = load<u32>(chunkCounts + (<usize>row << 2));
    if (rowCount == 0) continue;
    total += rowCount;
    if (total > MAX_ROWS) return false;
    if (distinct == capacity && !resize(slots, capacity + (capacity >> 1))) return false;
    if (distinct >= (slots >> 2) * 3 && (slots >= 0x1000_0000 || !resize(slots << 1, capacity))) return false;
    const at = countOf(row);
    store<u32>(at, load<u32>(at) + rowCount);
    // Overwrites hashes that are no longer needed.
    store<u32>(chunkHashes + (<usize>row << 2), <u32>((at - keptColumn(slots, capacity, columns)) >> 2));
  }
  return true;
}

/**
 * Ends the adding of rows: releases what only that needed, and makes each column and the counts blocks of their own,
 * which can be released one by one. False if no chunk was allocated, or rows were closed before.
 */
export function closeRows(): bool {
  if (kept == 0 || isBound) return false;
  release(chunk);
  release(chunkCounts);
  release(chunkHashes);
  chunk = 0;
  const bytes = <usize>distinct << 3;
  // Each moves down to the end of the previous one, and never overwrites one that has not moved yet.
  for (let k = 0; k <= columns; k++) {
    memory.copy(kept + <usize>k * strideOf(bytes), keptColumn(slots, capacity, k), k < columns ? bytes : bytes >> 1);
  }
  isBound = true;
  let block = kept;
  for (let k = 0; k < columns; k++) block = cut(block, bytes);
  release(cut(block, bytes >> 1));
  return true;
}

/** The size in bytes of the distinct rows' block. */
function bytesKept(slotCount: u32, rowCapacity: u32): u64 {
  return (<u64>slotCount << 3) + <u64>rowCapacity * (<u64>columns * 8 + 4);
}

/** The address of a column of the distinct rows (or of the counts, after the last column) in a block of that shape. */
// @ts-ignore: decorator
@inline
function keptColumn(slotCount: u32, rowCapacity: u32, index: i32): usize {
  return kept + (<usize>slotCount << 3) + (<usize>index * <usize>rowCapacity << 3);
}

/**
 * Loads the slots where the rows of the chunk will be looked up. Unlike in the comparison of rows, these loads do not
 * depend on each other, so a table larger than the cache is read several times as fast.
 */
function touchSlots(count: i32): void {
  const mask = slots - 1;
  let touched: u64 = 0;
  for (let row = 0; row < count; row++) {
    const slot = <u32>finish(load<u64>(chunkHashes + (<usize>row << 3))) & mask;
    touched |= load<u64>(kept + (<usize>slot << 3));
  }
  lastTouched = touched;
}

/** Hashes the rows of the chunk, column by column, and turns each −0 into 0, so that they are one value. */
function hashChunk(count: i32): void {
  const end = <usize>count << 3;
  const hashes = chunkHashes;
  for (let at: usize = 0; at < end; at += 8) store<u64>(hashes + at, SEED);
  for (let k = 0; k < columns; k++) {
    const column = chunkColumn(k);
    for (let at: usize = 0; at < end; at += 8) {
      const value = load<f64>(column + at) + 0.0;
      store<f64>(column + at, value);
      store<u64>(hashes + at, mix(load<u64>(hashes + at), reinterpret<u64>(value)));
    }
  }
}

/** The address of the count of the distinct row that equals a row of the chunk; a new row is added. */
function countOf(row: u32): usize {
  const hash = finish(load<u64>(chunkHashes + (<usize>row << 3)));
  const mask = slots - 1;
  const counts = keptColumn(slots, capacity, columns);
  let slot = <u32>hash & mask;
  for (;;) {
    const held = load<u64>(kept + (<usize>slot << 3));
    if (held == 0) break;
    const known = <u32>held - 1;
    if (held >> 32 == hash && agree(row, known)) return counts + (<usize>known << 2);
    slot = (slot + 1) & mask;
  }
  const next = distinct++;
  store<u64>(kept + (<usize>slot << 3), (hash << 32) | <u64>distinct);
  for (let k = 0; k < columns; k++) {
    const value = load<u64>(chunk + ((<usize>k * <usize>chunkRows + <usize>row) << 3));
    store<u64>(keptColumn(slots, capacity, k) + (<usize>next << 3), value);
  }
  const at = counts + (<usize>next << 2);
  store<u32>(at, 0);
  return at;
}

/** Whether a row of the chunk and a distinct row agree bit by bit. */
// @ts-ignore: decorator
@inline
function agree(row: u32, known: u32): bool {
  let a = chunk + (<usize>row << 3);
  let b = keptColumn(slots, capacity, 0) + (<usize>known << 3);
  for (let k = 0; k < columns; k++) {
    if (load<u64>(a) != load<u64>(b)) return false;
    a += <usize>chunkRows << 3;
    b += <usize>capacity << 3;
  }
  return true;
}

/**
 * Changes the shape of the distinct rows' block, neither dimension smaller: in place if possible, so that there is
 * never a second copy. False if there is no more memory.
 */
function resize(newSlots: u32, newCapacity: u32): bool {
  const bytes = bytesKept(newSlots, newCapacity);
  if (bytes > 0xffff_0000) return false;
  const old = kept;
  let to = old;
  if (!extend(old, <usize>bytes)) {
    to = allocate(<usize>bytes);
    if (to == 0) return false;
  }
  // In reverse order, since each moves upwards.
  for (let k = columns; k >= 0; k--) {
    kept = old;
    const from = keptColumn(slots, capacity, k);
    kept = to;
    memory.copy(keptColumn(newSlots, newCapacity, k), from, <usize>distinct << (k < columns ? 3 : 2));
  }
  if (to != old && newSlots == slots) memory.copy(to, old, <usize>slots << 3);
  const rehash = newSlots != slots;
  slots = newSlots;
  capacity = newCapacity;
  if (rehash) fillTable();
  if (to != old) release(old);
  return true;
}

/** Rebuilds the table from all distinct rows. */
function fillTable(): void {
  memory.fill(kept, 0, <usize>slots << 3);
  const mask = slots - 1;
  const stride = <usize>capacity << 3;
  for (let row: u32 = 0; row < distinct; row++) {
    let hash = SEED;
    let at = keptColumn(slots, capacity, 0) + (<usize>row << 3);
    for (let k = 0; k < columns; k++) {
      hash = mix(hash, load<u64>(at));
      at += stride;
    }
    hash = finish(hash);
    let slot = <u32>hash & mask;
    while (load<u64>(kept + (<usize>slot << 3)) != 0) slot = (slot + 1) & mask;
    store<u64>(kept + (<usize>slot << 3), (hash << 32) | <u64>(row + 1));
  }
}
