/**
 * Binds data: finds which distinct rows agree in some of their values (members), counts the rows of each member, and
 * gathers the values of the members into arrays.
 */
import { SEED, finish, mix } from './hash';
import { allocate, cut, release } from './memory';
import { countsOfRows, distinctRows, isEmptyRow } from './rows';
import { sortByCount } from './sort';

let members: i32 = 0;
/** The number of members that `firstRows` has room for. */
let memberCapacity: i32 = 0;
let firstRows: usize = 0;
let memberOfRow: usize = 0;

/** The hash table of members: `slots` u32s, each 0 or a member's index plus 1. */
let table: usize = 0;
let slots: u32 = 0;

/** The number of members found by the last `findMembers` or `findRows`. */
export function memberCount(): i32 {
  return members;
}

/** Replaces the members by `count` others, which are not made of rows. */
export function setMembers(count: i32): void {
  members = count;
  firstRows = 0;
  memberOfRow = 0;
}

/** The first row of each member found last, as u32s; to be released when all values have been gathered. */
export function firstRowOfEach(): usize {
  return firstRows;
}

/** Bytes of an array of one f64 per member, padded to whole pairs. */
export function pairBytes(count: i32): usize {
  return <usize>((count + 1) & ~1) << 3;
}

/** Bytes of the narrowest integer type that holds the indices of so many members. */
export function indexBytes(count: i32): i32 {
  return count <= 0x100 ? 1 : count <= 0x1_0000 ? 2 : 4;
}

// @ts-ignore: decorator
@inline
export function storeIndex(indices: usize, bytes: i32, i: u32, index: u32): void {
  if (bytes == 1) store<u8>(indices + <usize>i, <u8>index);
  else if (bytes == 2) store<u16>(indices + (<usize>i << 1), <u16>index);
  else store<u32>(indices + (<usize>i << 2), index);
}

// @ts-ignore: decorator
@inline
export function loadIndex(indices: usize, bytes: i32, i: u32): u32 {
  if (bytes == 1) return <u32>load<u8>(indices + <usize>i);
  if (bytes == 2) return <u32>load<u16>(indices + (<usize>i << 1));
  return load<u32>(indices + (<usize>i << 2));
}

/** Only rows with this value in this column are meant; all if it is 0. */
let state: usize = 0;
let wantedState: f64 = 0;
/** How often each row counts, besides how often it occurs; once if it is 0. */
let weights: usize = 0;

/**
 * Says which rows are meant from now on: those with a value in a column (any if it is 0), and how much each of them
 * counts, in another column (once if it is 0). A row that counts 0 is left out.
 */
export function countRowsBy(column: usize, value: f64, weightOfRow: usize): void {
  state = column;
  wantedState = value;
  weights = weightOfRow;
}

/** Ends what `countRowsBy` says. */
export function countEachRow(): void {
  countRowsBy(0, 0, 0);
}

/** How much a row counts: how often it occurs, times its weight. */
// @ts-ignore: decorator
@inline
export function rowCount(rowCounts: usize, row: u32): f64 {
  const count = <f64>load<u32>(rowCounts + (<usize>row << 2));
  return weights == 0 ? count : count * load<f64>(weights + (<usize>row << 3));
}

/**
 * Whether a row has the wanted outcome. A `wanted` of NaN accepts any outcome that is not missing (NaN); an `outcome`
 * of 0 accepts every row. A row that stands for none is never wanted.
 */
// @ts-ignore: decorator
@inline
export function isWanted(outcome: usize, wanted: f64, row: u32): bool {
  if (isEmptyRow(row)) return false;
  if (outcome == 0) return true;
  const value = load<f64>(outcome + (<usize>row << 3));
  if (value != (isNaN(wanted) ? value : wanted)) return false;
  if (state != 0 && load<f64>(state + (<usize>row << 3)) != wantedState) return false;
  return weights == 0 || load<f64>(weights + (<usize>row << 3)) > 0;
}

/** The bits of a key; adding 0 makes 0 and −0 the same value. */
// @ts-ignore: decorator
@inline
function keyBits(keys: usize, k: i32, row: u32): u64 {
  return reinterpret<u64>(load<f64>(load<usize>(keys + (<usize>k << 2)) + (<usize>row << 3)) + 0.0);
}

function hashOf(keys: usize, keyCount: i32, row: u32): u32 {
  let hash = SEED;
  for (let k = 0; k < keyCount; k++) hash = mix(hash, keyBits(keys, k, row));
  return <u32>finish(hash);
}

function agree(keys: usize, keyCount: i32, a: u32, b: u32): bool {
  for (let k = 0; k < keyCount; k++) if (keyBits(keys, k, a) != keyBits(keys, k, b)) return false;
  return true;
}

/**
 * Finds the distinct tuples of keys among the rows whose `outcome` is `wanted` (all rows if `outcome` is 0). `keys`
 * points to `keyCount` pointers, each to one f64 per row, and is released. False if there is no more memory.
 */
export function findMembers(outcome: usize, wanted: f64, keys: usize, keyCount: i32): bool {
  const rows = <u32>distinctRows();
  members = 0;
  memberCapacity = 256;
  slots = 512;
  firstRows = allocate(<usize>memberCapacity << 2);
  table = allocate(<usize>slots << 2);
  memberOfRow = allocate(<usize>rows << 2);
  if (firstRows == 0 || table == 0 || memberOfRow == 0) return false;
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    let slot = hashOf(keys, keyCount, row) & (slots - 1);
    let member = load<u32>(table + (<usize>slot << 2));
    while (member != 0 && !agree(keys, keyCount, load<u32>(firstRows + (<usize>(member - 1) << 2)), row)) {
      slot = (slot + 1) & (slots - 1);
      member = load<u32>(table + (<usize>slot << 2));
    }
    if (member == 0) {
      store<u32>(firstRows + (<usize>members << 2), row);
      member = ++members;
      store<u32>(table + (<usize>slot << 2), member);
      if (members == memberCapacity && !growMembers(keys, keyCount)) return false;
    }
    store<u32>(memberOfRow + (<usize>row << 2), member - 1);
  }
  release(table);
  release(keys);
  return putInOrder(outcome, wanted);
}

/** Doubles the room for members, and the table with it, which is at most half full. */
function growMembers(keys: usize, keyCount: i32): bool {
  release(table);
  slots <<= 1;
  table = allocate(<usize>slots << 2);
  memberCapacity <<= 1;
  const larger = allocate(<usize>memberCapacity << 2);
  if (table == 0 || larger == 0) return false;
  memory.copy(larger, firstRows, <usize>members << 2);
  release(firstRows);
  firstRows = larger;
  for (let i = 0; i < members; i++) {
    let slot = hashOf(keys, keyCount, load<u32>(firstRows + (<usize>i << 2))) & (slots - 1);
    while (load<u32>(table + (<usize>slot << 2)) != 0) slot = (slot + 1) & (slots - 1);
    store<u32>(table + (<usize>slot << 2), i + 1);
  }
  return true;
}

/** The number of levels of a category, whose column holds indices from 0. */
export function levelCount(levels: usize): i32 {
  const rows = distinctRows();
  let most = -1.0;
  for (let row = 0; row < rows; row++) most = max(most, load<f64>(levels + (<usize>row << 3)));
  return <i32>most + 1;
}

/** The first row of each level, as u32s to be released; 0 if there is no more memory. */
export function firstRowsOfLevels(levels: usize): usize {
  const firsts = allocate(<usize>levelCount(levels) << 2);
  if (firsts == 0) return 0;
  for (let row = <u32>distinctRows(); row-- > 0; ) {
    store<u32>(firsts + (<usize>load<f64>(levels + (<usize>row << 3)) << 2), row);
  }
  return firsts;
}

/**
 * Makes the levels of a category the members, in the order of their indices, and at least `least` of them. A level
 * without a row takes its values from the first row. False if there is no more memory.
 */
export function findLevels(levels: usize, least: i32 = 0): bool {
  const rows = <u32>distinctRows();
  members = max(levelCount(levels), least);
  firstRows = allocate(<usize>members << 2);
  memberOfRow = allocate(<usize>rows << 2);
  if (firstRows == 0 || memberOfRow == 0) return false;
  // In reverse order, so that the first row of each level is written last.
  for (let row = rows; row-- > 0; ) {
    const level = <u32>load<f64>(levels + (<usize>row << 3));
    store<u32>(memberOfRow + (<usize>row << 2), level);
    store<u32>(firstRows + (<usize>level << 2), row);
  }
  return true;
}

/**
 * Makes the first row of level 0 one of a table that has the category, where another has not, whose rows hold 0 in its column.
 *
 * @param tables the number of each row's table, as f64s
 * @param having the tables that have the category, one bit for each number
 */
export function correctFirstRow(levels: usize, tables: usize, having: u32, firsts: usize): void {
  const rows = <u32>distinctRows();
  for (let row: u32 = 0; row < rows; row++) {
    const table = <u32>load<f64>(tables + (<usize>row << 3));
    if (((having >> table) & 1) == 0 || load<f64>(levels + (<usize>row << 3)) != 0) continue;
    store<u32>(firsts, row);
    return;
  }
}

/** A count of 1 for each level, as f64s, 0 in the padding of the last pair; 0 if there is no more memory. */
export function countLevels(): usize {
  const counts = allocate(pairBytes(members));
  if (counts == 0) return 0;
  for (let i = 0; i < members; i++) store<f64>(counts + (<usize>i << 3), 1);
  return counts;
}

/** Makes each distinct row a member, in the order of rows. False if there is no more memory. */
export function findEachRow(): bool {
  members = distinctRows();
  memberOfRow = 0;
  firstRows = allocate(<usize>members << 2);
  if (firstRows == 0) return false;
  for (let row: u32 = 0; row < <u32>members; row++) store<u32>(firstRows + (<usize>row << 2), row);
  return true;
}

/** Like `findMembers` with all columns as keys: each distinct row is a member. */
export function findRows(outcome: usize, wanted: f64): bool {
  const rows = <u32>distinctRows();
  members = 0;
  for (let row: u32 = 0; row < rows; row++) if (isWanted(outcome, wanted, row)) members++;
  firstRows = allocate(<usize>members << 2);
  memberOfRow = allocate(<usize>rows << 2);
  if (firstRows == 0 || memberOfRow == 0) return false;
  let member: u32 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    store<u32>(firstRows + (<usize>member << 2), row);
    store<u32>(memberOfRow + (<usize>row << 2), member++);
  }
  return putInOrder(outcome, wanted);
}

/**
 * Sorts members by how many rows they stand for, stably, so that loops meet few changes of the count. False if there is
 * no more memory.
 */
function putInOrder(outcome: usize, wanted: f64): bool {
  release(cut(firstRows, <usize>members << 2));
  const counts = allocate(<usize>members << 2);
  if (counts == 0) return false;
  const rows = <u32>distinctRows();
  const rowCounts = countsOfRows();
  if (weights != 0) {
    if (!orderByWeight(outcome, wanted, counts)) return false;
  } else {
    for (let row: u32 = 0; row < rows; row++) {
      if (!isWanted(outcome, wanted, row)) continue;
      const at = counts + (<usize>load<u32>(memberOfRow + (<usize>row << 2)) << 2);
      store<u32>(at, load<u32>(at) + load<u32>(rowCounts + (<usize>row << 2)));
    }
  }
  const order = sortByCount(counts, members);
  if (order == 0) return false;
  // The counts are no longer needed; their memory now holds the new index of each member.
  const places = counts;
  const sorted = allocate(<usize>members << 2);
  if (sorted == 0) return false;
  for (let place: u32 = 0; place < <u32>members; place++) {
    const member = load<u32>(order + (<usize>place << 2));
    store<u32>(places + (<usize>member << 2), place);
    store<u32>(sorted + (<usize>place << 2), load<u32>(firstRows + (<usize>member << 2)));
  }
  release(firstRows);
  firstRows = sorted;
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    const at = memberOfRow + (<usize>row << 2);
    store<u32>(at, load<u32>(places + (<usize>load<u32>(at) << 2)));
  }
  release(order);
  release(places);
  return true;
}

/**
 * What members with weights are sorted by: the upper half of the bits of their sums, which grow with the sum. Those of
 * whole numbers below 2^20 are all different. False if there is no more memory.
 */
function orderByWeight(outcome: usize, wanted: f64, keys: usize): bool {
  const sums = countRows(outcome, wanted);
  if (sums == 0) return false;
  for (let i: usize = 0; i < <usize>members; i++) {
    store<u32>(keys + (i << 2), <u32>(load<u64>(sums + (i << 3)) >> 32));
  }
  release(sums);
  return true;
}

/** Marks a position that no member has taken. */
// @ts-ignore: decorator
@inline
const FREE: u32 = 0xffff_ffff;

/**
 * Sorts the members found last by the member of another domain that they belong to (given as by `keepMembers`), stably.
 * Each group is padded to whole pairs with a member that stands for no row and repeats the previous one. False if there
 * is no more memory.
 */
export function groupMembers(outcome: usize, wanted: f64, otherOfRow: usize, otherMembers: i32): bool {
  const otherBytes = indexBytes(otherMembers);
  const others = allocate(<usize>members << 2);
  const begins = allocate(<usize>(otherMembers + 1) << 2);
  const places = allocate(<usize>members << 2);
  if (others == 0 || begins == 0 || places == 0) return false;
  for (let i: u32 = 0; i < <u32>members; i++) {
    const other = loadIndex(otherOfRow, otherBytes, load<u32>(firstRows + (<usize>i << 2)));
    store<u32>(others + (<usize>i << 2), other);
    const count = begins + (<usize>other << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  let begin: u32 = 0;
  for (let other: u32 = 0; other < <u32>otherMembers; other++) {
    const at = begins + (<usize>other << 2);
    const size = (load<u32>(at) + 1) & ~1;
    store<u32>(at, begin);
    begin += size;
  }
  const grouped = allocate(<usize>begin << 2);
  if (grouped == 0) return false;
  for (let at = grouped; at < grouped + (<usize>begin << 2); at += 4) store<u32>(at, FREE);
  for (let i: u32 = 0; i < <u32>members; i++) {
    const at = begins + (<usize>load<u32>(others + (<usize>i << 2)) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u32>(places + (<usize>i << 2), place);
    store<u32>(grouped + (<usize>place << 2), load<u32>(firstRows + (<usize>i << 2)));
  }
  // In a group with an odd number of members, the last position is still free.
  for (let place: usize = 1; place < <usize>begin; place += 2) {
    const at = grouped + (place << 2);
    if (load<u32>(at) == FREE) store<u32>(at, load<u32>(at - 4));
  }
  const rows = <u32>distinctRows();
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    const at = memberOfRow + (<usize>row << 2);
    store<u32>(at, load<u32>(places + (<usize>load<u32>(at) << 2)));
  }
  release(firstRows);
  firstRows = grouped;
  members = <i32>begin;
  release(others);
  release(begins);
  release(places);
  return true;
}

/**
 * Turns the members found last, which are pairs of members of two other domains, into cells of a grid: one row per
 * outer member, with one cell per inner member, both padded to whole pairs. This happens only if at least half of the
 * cells are taken; otherwise nothing changes and the result is false. `outerOfRow` and `innerOfRow` are as by
 * `keepMembers`.
 */
export function placeInGrid(outerOfRow: usize, outerMembers: i32, innerOfRow: usize, innerMembers: i32): bool {
  const width = <u32>((innerMembers + 1) & ~1);
  const places = <u64>((outerMembers + 1) & ~1) * width;
  if (places > <u64>members * 2 || places > <u64>i32.MAX_VALUE) return false;
  const rows = <u32>distinctRows();
  const outerBytes = indexBytes(outerMembers);
  const innerBytes = indexBytes(innerMembers);
  for (let row: u32 = 0; row < rows; row++) {
    const place = loadIndex(outerOfRow, outerBytes, row) * width + loadIndex(innerOfRow, innerBytes, row);
    store<u32>(memberOfRow + (<usize>row << 2), place);
  }
  members = <i32>places;
  return true;
}

/**
 * For each member found last, the number of rows in it whose `outcome` is `wanted` (all rows if `outcome` is 0): one
 * f64 per member, 0 in the padding of the last pair. 0 if there is no more memory.
 */
export function countRows(outcome: usize, wanted: f64): usize {
  const counts = allocate(pairBytes(members));
  if (counts == 0) return 0;
  const rows = <u32>distinctRows();
  const rowCounts = countsOfRows();
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    const count = counts + (<usize>load<u32>(memberOfRow + (<usize>row << 2)) << 3);
    store<f64>(count, load<f64>(count) + rowCount(rowCounts, row));
  }
  return counts;
}

/**
 * Allocates an index: for each member found last, the members of `lookups` other domains that it belongs to, as
 * integers of `bytes` bytes. The numbers for a pair of members are adjacent, both for the first domain, then both for
 * the next, so that a loop needs a single pointer. 0 if there is no more memory.
 */
export function makeIndex(lookups: i32, bytes: i32): usize {
  return allocate(<usize>((members + 1) & ~1) * <usize>(lookups * bytes));
}

/** Fills in the index for one of the other domains, given its member for each row as by `keepMembers`. */
export function fillIndex(
  index: usize,
  place: i32,
  lookups: i32,
  otherMemberOfRow: usize,
  otherMembers: i32,
  bytes: i32,
): void {
  const otherBytes = indexBytes(otherMembers);
  for (let i = 0; i < ((members + 1) & ~1); i++) {
    const row = load<u32>(firstRows + (<usize>min(i, members - 1) << 2));
    const pair = <u32>(i >> 1) * lookups + place;
    storeIndex(index, bytes, (pair << 1) + (i & 1), loadIndex(otherMemberOfRow, otherBytes, row));
  }
}

/** Fills in the index for another domain that has the same members in the same order. */
export function fillSame(index: usize, place: i32, lookups: i32, bytes: i32): void {
  for (let i = 0; i < ((members + 1) & ~1); i++) {
    const pair = <u32>(i >> 1) * lookups + place;
    storeIndex(index, bytes, (pair << 1) + (i & 1), min(i, members - 1));
  }
}

/**
 * The ends of runs of pairs of members with equal counts, as offsets into one f64 per member: one u32 per run. Members
 * are sorted by count, so runs are few. 0 if there is no more memory.
 */
export function findRuns(counts: usize): usize {
  const bytes = pairBytes(members);
  // Room for the maximum number of runs, cut to size afterwards.
  const ends = allocate(max<usize>(bytes >> 2, 4));
  if (ends == 0) return 0;
  let runs = ends;
  for (let at: usize = 16; at <= bytes; at += 16) {
    if (at < bytes && i64x2.all_true(f64x2.eq(v128.load(counts + at), v128.load(counts + at - 16)))) continue;
    store<u32>(runs, <u32>at);
    runs += 4;
  }
  release(cut(ends, runs - ends));
  return ends;
}

let groupOfRun: usize = 0;

/**
 * The ends of runs for members that `groupMembers` has sorted: no run crosses from one group into the next.
 * `groupsOfRuns` returns each run's group.
 */
export function findGroupedRuns(counts: usize, otherOfRow: usize, otherMembers: i32): usize {
  const bytes = pairBytes(members);
  const otherBytes = indexBytes(otherMembers);
  const ends = allocate(max<usize>(bytes >> 2, 4));
  groupOfRun = allocate(max<usize>(bytes >> 2, 4));
  if (ends == 0 || groupOfRun == 0) return 0;
  let run: usize = 0;
  for (let at: usize = 16; at <= bytes; at += 16) {
    const group = loadIndex(otherOfRow, otherBytes, load<u32>(firstRows + ((at - 16) >> 1)));
    const isLast = at == bytes || group != loadIndex(otherOfRow, otherBytes, load<u32>(firstRows + (at >> 1)));
    if (!isLast && i64x2.all_true(f64x2.eq(v128.load(counts + at), v128.load(counts + at - 16)))) continue;
    store<u32>(ends + run, <u32>at);
    store<u32>(groupOfRun + run, group);
    run += 4;
  }
  release(cut(ends, run));
  release(cut(groupOfRun, run));
  return ends;
}

/** The index of the group of each run that `findGroupedRuns` found last, as u32s. */
export function groupsOfRuns(): usize {
  return groupOfRun;
}

/**
 * The member of each row, as found last, in integers of `indexBytes`, for domains that look it up. Rows outside of the
 * row set have no valid member. 0 if there is no more memory.
 */
export function keepMembers(): usize {
  const bytes = indexBytes(members);
  if (bytes == 4) return memberOfRow;
  const rows = <u32>distinctRows();
  const narrow = allocate(<usize>rows * bytes);
  if (narrow == 0) return 0;
  for (let row: u32 = 0; row < rows; row++) {
    storeIndex(narrow, bytes, row, load<u32>(memberOfRow + (<usize>row << 2)));
  }
  release(memberOfRow);
  return narrow;
}

/** Releases what `keepMembers` would return, if nothing looks it up. */
export function forgetMembers(): void {
  release(memberOfRow);
}

/**
 * One value for each of `count` members, from one value per row and the first row of each member. 0 if there is no more
 * memory.
 */
export function gatherValues(values: usize, firstRowOfEach: usize, count: i32): usize {
  const gathered = allocate(pairBytes(count));
  if (gathered == 0) return 0;
  for (let i = 0; i < count; i++) {
    const row = load<u32>(firstRowOfEach + (<usize>i << 2));
    store<f64>(gathered + (<usize>i << 3), load<f64>(values + (<usize>row << 3)));
  }
  // The padding repeats a value, so that computations on it stay regular.
  if (count & 1) store<f64>(gathered + (<usize>count << 3), load<f64>(gathered + (<usize>(count - 1) << 3)));
  return gathered;
}
