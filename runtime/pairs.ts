/**
 * Binds members that are pairs of levels of two categories, when most pairs occur in the data. Every pair then has a
 * cell, which counts as one row. The members are the exceptions: pairs without a row, with count −1, and pairs with n >
 * 1 rows, with count n − 1.
 */
import { indexBytes, isWanted, loadIndex, pairBytes, rowCount, setMembers, storeIndex } from './bind';
import { allocate, release } from './memory';
import { countsOfRows, distinctRows } from './rows';
import { sortByCount } from './sort';

/** The number of rows in each cell: u32s, row by row of the outer category, each row padded to whole pairs. */
let occupied: usize = 0;
/** The number of cells in a row. */
let width: u32 = 0;
let outerMembers: u32 = 0;
let innerMembers: u32 = 0;
let outerOfRow: usize = 0;
let innerOfRow: usize = 0;

/** The exceptions: their cells, as u32s. */
let exceptions: usize = 0;
let exceptionCount: u32 = 0;

/** The minimum share of pairs that must occur, since an exception costs as much as several cells. */
const MIN_OCCUPIED: f64 = 0.6;

// @ts-ignore: decorator
@inline
function placeOf(row: u32): usize {
  const outer = loadIndex(outerOfRow, indexBytes(outerMembers), row);
  return <usize>(outer * width + loadIndex(innerOfRow, indexBytes(innerMembers), row));
}

/**
 * Whether most pairs of members of two other domains occur among the rows whose `outcome` is `wanted` (NaN: any that is
 * not missing). The members of each row are given as by `keepMembers`. The members found last do not change.
 */
export function hasMostPairs(
  outcome: usize,
  wanted: f64,
  outers: usize,
  outerCount: i32,
  inners: usize,
  innerCount: i32,
): bool {
  const rows = <u32>distinctRows();
  const pairs = <u64>outerCount * <u64>innerCount;
  if (pairs == 0 || <f64>pairs * MIN_OCCUPIED > <f64>rows || pairs > <u64>(i32.MAX_VALUE >> 4)) return false;
  outerOfRow = outers;
  innerOfRow = inners;
  outerMembers = outerCount;
  innerMembers = innerCount;
  width = (innerMembers + 1) & ~1;
  occupied = allocate(<usize>(outerMembers * width) << 2);
  if (occupied == 0) return false;
  const rowCounts = countsOfRows();
  let taken: u64 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    const at = occupied + (placeOf(row) << 2);
    const before = load<u32>(at);
    if (before == 0) taken++;
    store<u32>(at, before + load<u32>(rowCounts + (<usize>row << 2)));
  }
  if (<f64>pairs * MIN_OCCUPIED <= <f64>taken) return true;
  release(occupied);
  return false;
}

/** The number of rows in each cell whose `outcome` is `wanted`: one f64 per cell. 0 if there is no more memory. */
export function countPlaces(outcome: usize, wanted: f64): usize {
  const counts = allocate(<usize>(outerMembers * width) << 3);
  if (counts == 0) return 0;
  const rows = <u32>distinctRows();
  const rowCounts = countsOfRows();
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    const at = counts + (placeOf(row) << 3);
    store<f64>(at, load<f64>(at) + rowCount(rowCounts, row));
  }
  return counts;
}

/** Makes the exceptions the members, sorted by count. False if there is no more memory. */
export function findExceptions(): bool {
  exceptionCount = 0;
  for (let outer: u32 = 0; outer < outerMembers; outer++) {
    for (let inner: u32 = 0; inner < innerMembers; inner++) {
      if (load<u32>(occupied + (<usize>(outer * width + inner) << 2)) != 1) exceptionCount++;
    }
  }
  const places = allocate(<usize>exceptionCount << 2);
  const counts = allocate(<usize>exceptionCount << 2);
  if (places == 0 || counts == 0) return false;
  let at: usize = 0;
  for (let outer: u32 = 0; outer < outerMembers; outer++) {
    for (let inner: u32 = 0; inner < innerMembers; inner++) {
      const place = outer * width + inner;
      const count = load<u32>(occupied + (<usize>place << 2));
      if (count == 1) continue;
      store<u32>(places + at, place);
      store<u32>(counts + at, count);
      at += 4;
    }
  }
  const order = sortByCount(counts, exceptionCount);
  exceptions = allocate(<usize>exceptionCount << 2);
  if (order == 0 || exceptions == 0) return false;
  for (let i: usize = 0; i < <usize>exceptionCount << 2; i += 4) {
    store<u32>(exceptions + i, load<u32>(places + (<usize>load<u32>(order + i) << 2)));
  }
  release(order);
  release(counts);
  release(places);
  setMembers(exceptionCount);
  return true;
}

/**
 * The count of each exception minus one: one f64 each, 0 in the padding of the last pair. 0 if there is no more memory.
 */
export function countExceptions(): usize {
  const counts = allocate(pairBytes(exceptionCount));
  if (counts == 0) return 0;
  for (let i: usize = 0; i < <usize>exceptionCount; i++) {
    const place = <usize>load<u32>(exceptions + (i << 2));
    store<f64>(counts + (i << 3), <f64>load<u32>(occupied + (place << 2)) - 1);
  }
  return counts;
}

/**
 * Fills in the index of the exceptions for both domains: outer members at `outerPlace` (see `makeIndex`), inner ones at
 * `innerPlace`.
 */
export function fillExceptions(index: usize, outerPlace: i32, innerPlace: i32, bytes: i32): void {
  for (let i: u32 = 0; i < ((exceptionCount + 1) & ~1); i++) {
    const place = load<u32>(exceptions + (<usize>min(i, exceptionCount - 1) << 2));
    const pair = (i >> 1) << 1;
    storeIndex(index, bytes, ((pair + <u32>outerPlace) << 1) + (i & 1), place / width);
    storeIndex(index, bytes, ((pair + <u32>innerPlace) << 1) + (i & 1), place % width);
  }
}

/** Releases what only binding reads. */
export function forgetPlaces(): void {
  release(exceptions);
  release(occupied);
}
