/**
 * Binding data: which of the distinct rows are alike in some of their values, how many rows each kind stands for, and
 * the values of each kind side by side.
 */
import { SEED, finish, mix } from './hash';
import { allocate, cut, release } from './memory';
import { countsOfRows, distinctRows } from './rows';
import { sortByCount } from './sort';

let members: i32 = 0;
/** Members there is room for in `firstRows`. */
let memberCapacity: i32 = 0;
let firstRows: usize = 0;
let memberOfRow: usize = 0;

/** The table in which members are found: `slots` u32s, each 0 or a member's number plus 1. */
let table: usize = 0;
let slots: u32 = 0;

/** How many members the last `findMembers` or `findRows` found. */
export function memberCount(): i32 {
  return members;
}

/** Has the members be so many of another kind, which stand for no rows of their own. */
export function setMembers(count: i32): void {
  members = count;
  firstRows = 0;
  memberOfRow = 0;
}

/** The first row of each member found last: u32s, to be released when all values are gathered. */
export function firstRowOfEach(): usize {
  return firstRows;
}

/** Bytes of an array of one f64 per member, padded to whole pairs. */
export function pairBytes(count: i32): usize {
  return <usize>((count + 1) & ~1) << 3;
}

/** Bytes of the narrowest integers that number so many members from 0. */
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

/** Whether a row has the wanted outcome: any at all where that is NaN, which is what stands where it is missing; every row where `outcome` is 0. */
// @ts-ignore: decorator
@inline
export function isWanted(outcome: usize, wanted: f64, row: u32): bool {
  if (outcome == 0) return true;
  const value = load<f64>(outcome + (<usize>row << 3));
  return value == (isNaN(wanted) ? value : wanted);
}

/** The bits of a key, so that 0 and -0 are one value. */
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
 * Finds the distinct tuples of keys among the rows whose `outcome` equals `wanted` (all rows when `outcome` is 0).
 * `keys` points to `keyCount` pointers, each to one f64 per row, and is released. False when there is no more memory.
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

/** Doubles the room for members, and the table with it, which is never more than half full. */
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

/** How many levels a category has, whose column holds their numbers from 0. */
export function levelCount(levels: usize): i32 {
  const rows = distinctRows();
  let most = -1.0;
  for (let row = 0; row < rows; row++) most = max(most, load<f64>(levels + (<usize>row << 3)));
  return <i32>most + 1;
}

/** The first row of each level: u32s, to be released. 0 when there is no more memory. */
export function firstRowsOfLevels(levels: usize): usize {
  const firsts = allocate(<usize>levelCount(levels) << 2);
  if (firsts == 0) return 0;
  for (let row = <u32>distinctRows(); row-- > 0; ) {
    store<u32>(firsts + (<usize>load<f64>(levels + (<usize>row << 3)) << 2), row);
  }
  return firsts;
}

/**
 * The levels of a category are the members, in the order of their numbers: at least so many, though some have no row, and then
 * what is gathered for them is that of the first row. False when there is no more memory.
 */
export function findLevels(levels: usize, least: i32 = 0): bool {
  const rows = <u32>distinctRows();
  members = max(levelCount(levels), least);
  firstRows = allocate(<usize>members << 2);
  memberOfRow = allocate(<usize>rows << 2);
  if (firstRows == 0 || memberOfRow == 0) return false;
  // From the last row back, so that the first row of each level is the one that stays.
  for (let row = rows; row-- > 0; ) {
    const level = <u32>load<f64>(levels + (<usize>row << 3));
    store<u32>(memberOfRow + (<usize>row << 2), level);
    store<u32>(firstRows + (<usize>level << 2), row);
  }
  return true;
}

/** Each level once: one f64 per level, 0 where the last pair is filled up. 0 when there is no more memory. */
export function countLevels(): usize {
  const counts = allocate(pairBytes(members));
  if (counts == 0) return 0;
  for (let i = 0; i < members; i++) store<f64>(counts + (<usize>i << 3), 1);
  return counts;
}

/** Each distinct row is a member, in their order. False when there is no more memory. */
export function findEachRow(): bool {
  members = distinctRows();
  memberOfRow = 0;
  firstRows = allocate(<usize>members << 2);
  if (firstRows == 0) return false;
  for (let row: u32 = 0; row < <u32>members; row++) store<u32>(firstRows + (<usize>row << 2), row);
  return true;
}

/** As `findMembers` by all columns: each distinct row is a member. */
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
 * Members are put in the order of how many rows they stand for, and among equals stay as they came: loops then meet few
 * changes of the count. False when there is no more memory.
 */
function putInOrder(outcome: usize, wanted: f64): bool {
  release(cut(firstRows, <usize>members << 2));
  const counts = allocate(<usize>members << 2);
  if (counts == 0) return false;
  const rows = <u32>distinctRows();
  const rowCounts = countsOfRows();
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    const at = counts + (<usize>load<u32>(memberOfRow + (<usize>row << 2)) << 2);
    store<u32>(at, load<u32>(at) + load<u32>(rowCounts + (<usize>row << 2)));
  }
  const order = sortByCount(counts, members);
  if (order == 0) return false;
  // The counts are done with: from here on, where each member went.
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

/** Stands at a place that no member has taken yet. */
// @ts-ignore: decorator
@inline
const FREE: u32 = 0xffff_ffff;

/**
 * Orders the members found last by the member of another domain that they belong to, given as `keepMembers` returned it, and among those of one
 * as they were. Each group is filled up to whole pairs with a member that stands for no row and repeats the one before. False when there is
 * no more memory.
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
  // Where a group has an odd number of members, its last place is still free.
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
 * Numbers the members found last, which are pairs of members of two other domains, as places of a grid: a row for each of
 * the outer ones, in it a place for each of the inner ones, both filled up to whole pairs. Only where members take half of
 * the places; else all stays as it was, and the answer is false. The other domains' members of each row are given as
 * `keepMembers` returned them.
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
 * How many of the rows whose `outcome` equals `wanted` (all rows when `outcome` is 0) belong to each of the members
 * found last: one f64 per member, 0 where the last pair is filled up. 0 when there is no more memory.
 */
export function countRows(outcome: usize, wanted: f64): usize {
  const counts = allocate(pairBytes(members));
  if (counts == 0) return 0;
  const rows = <u32>distinctRows();
  const rowCounts = countsOfRows();
  for (let row: u32 = 0; row < rows; row++) {
    if (!isWanted(outcome, wanted, row)) continue;
    const count = counts + (<usize>load<u32>(memberOfRow + (<usize>row << 2)) << 3);
    store<f64>(count, load<f64>(count) + <f64>load<u32>(rowCounts + (<usize>row << 2)));
  }
  return counts;
}

/**
 * Room for an index: for each of the members found last, the members of `lookups` other domains that it belongs to, as
 * integers of `bytes` bytes. What a loop wants for a pair of members stands together, both for the first domain, then
 * both for the next, so that one pointer that moves along serves them all. 0 when there is no more memory.
 */
export function makeIndex(lookups: i32, bytes: i32): usize {
  return allocate(<usize>((members + 1) & ~1) * <usize>(lookups * bytes));
}

/** Fills in the index of one of those domains, given its member of each row as `keepMembers` returned it. */
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

/**
 * Where runs of pairs of members that count alike end, as offsets into one f64 per member: one u32 per run. Members are in
 * the order of their counts, so that runs are few. 0 when there is no more memory.
 */
export function findRuns(counts: usize): usize {
  const bytes = pairBytes(members);
  // Room for the most runs there can be, then cut back to those there are.
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
 * The same for members that `groupMembers` has ordered: no run reaches from one group into the next. Which group each run is of says
 * `groupsOfRuns`.
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

/** The number of the group of each run that `findGroupedRuns` found last: u32s. */
export function groupsOfRuns(): usize {
  return groupOfRun;
}

/**
 * The member of each row as found last, for domains that look it up, in integers of `indexBytes`; rows outside the set
 * belong to none. 0 when there is no more memory.
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

/** Gives back what `keepMembers` would return, where nothing looks it up. */
export function forgetMembers(): void {
  release(memberOfRow);
}

/**
 * One value for each of `count` members, of one value per row, given the first row of each; 0 when there is no more
 * memory.
 */
export function gatherValues(values: usize, firstRowOfEach: usize, count: i32): usize {
  const gathered = allocate(pairBytes(count));
  if (gathered == 0) return 0;
  for (let i = 0; i < count; i++) {
    const row = load<u32>(firstRowOfEach + (<usize>i << 2));
    store<f64>(gathered + (<usize>i << 3), load<f64>(values + (<usize>row << 3)));
  }
  // The last pair is filled up with a value that occurs, so that nothing strange is computed from it.
  if (count & 1) store<f64>(gathered + (<usize>count << 3), load<f64>(gathered + (<usize>(count - 1) << 3)));
  return gathered;
}
