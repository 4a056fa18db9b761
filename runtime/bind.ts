/** Binding data: which rows are alike, how many there are of each, and the values of each kind gathered side by side. */
import { allocate, mark, release } from './memory';

let members: i32 = 0;
let firstRows: usize = 0;
let memberOfRow: usize = 0;

/** How many members the last `findMembers` found. */
export function memberCount(): i32 {
  return members;
}

/** The member of each row, as the last `findMembers` found them: u32s; rows outside the set belong to none. */
export function rowsMembers(): usize {
  return memberOfRow;
}

/** Bytes of an array of one f64 a member, padded to whole pairs. */
export function pairBytes(count: i32): usize {
  return <usize>((count + 1) & ~1) << 3;
}

/** The bits of a key, so that 0 and -0 are one value. */
// @ts-ignore: decorator
@inline
function keyBits(key: usize, row: u32): u64 {
  return reinterpret<u64>(load<f64>(key + (<usize>row << 3)) + 0.0);
}

function hashOf(keys: usize, keyCount: i32, row: u32): u32 {
  let hash: u64 = 0x9e3779b97f4a7c15;
  for (let k = 0; k < keyCount; k++) {
    hash = (hash ^ keyBits(load<usize>(keys + (<usize>k << 2)), row)) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return <u32>hash;
}

function agree(keys: usize, keyCount: i32, a: u32, b: u32): bool {
  for (let k = 0; k < keyCount; k++) {
    const key = load<usize>(keys + (<usize>k << 2));
    if (keyBits(key, a) != keyBits(key, b)) return false;
  }
  return true;
}

/**
 * Finds the distinct tuples of keys among the rows whose `outcome` equals `wanted` (all rows when `outcome` is 0).
 * `keys` points to `keyCount` pointers, each to one f64 a row. False when there is no more memory.
 */
export function findMembers(rows: i32, outcome: usize, wanted: f64, keys: usize, keyCount: i32): bool {
  firstRows = allocate(<usize>rows << 2);
  memberOfRow = allocate(<usize>rows << 2);
  if (firstRows == 0 || memberOfRow == 0) return false;
  const before = mark();
  let slots: u32 = 16;
  while (slots < <u32>rows * 2) slots <<= 1;
  // A slot holds a member's number plus 1, so that 0 is an empty one.
  const table = allocate(<usize>slots << 2);
  if (table == 0) return false;
  members = 0;
  for (let row: u32 = 0; row < <u32>rows; row++) {
    if (outcome != 0 && load<f64>(outcome + (<usize>row << 3)) != wanted) continue;
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
    }
    store<u32>(memberOfRow + (<usize>row << 2), member - 1);
  }
  release(before);
  return sortByCount(rows, outcome, wanted);
}

/**
 * Members are put in the order of how many rows they stand for, and among equals stay as they came: loops then meet few
 * changes of the count. False when there is no more memory.
 */
function sortByCount(rows: i32, outcome: usize, wanted: f64): bool {
  const before = mark();
  const counts = allocate(<usize>members << 2);
  const oldFirstRows = allocate(<usize>members << 2);
  if (members > 0 && (counts == 0 || oldFirstRows == 0)) return false;
  let most: u32 = 0;
  for (let row = 0; row < rows; row++) {
    if (outcome != 0 && load<f64>(outcome + (<usize>row << 3)) != wanted) continue;
    const at = counts + (<usize>load<u32>(memberOfRow + (<usize>row << 2)) << 2);
    const count = load<u32>(at) + 1;
    store<u32>(at, count);
    most = max(most, count);
  }
  // A counting sort: where the members of each count begin, and from there on where the next of them goes.
  const begins = allocate((<usize>most + 2) << 2);
  if (begins == 0) return false;
  for (let i = 0; i < members; i++) {
    const after = begins + (<usize>(load<u32>(counts + (<usize>i << 2)) + 1) << 2);
    store<u32>(after, load<u32>(after) + 1);
  }
  for (let count: u32 = 1; count <= most; count++) {
    const at = begins + (<usize>count << 2);
    store<u32>(at, load<u32>(at) + load<u32>(begins + (<usize>(count - 1) << 2)));
  }
  memory.copy(oldFirstRows, firstRows, <usize>members << 2);
  for (let i = 0; i < members; i++) {
    const at = counts + (<usize>i << 2);
    const begin = begins + (<usize>load<u32>(at) << 2);
    const place = load<u32>(begin);
    store<u32>(begin, place + 1);
    store<u32>(firstRows + (<usize>place << 2), load<u32>(oldFirstRows + (<usize>i << 2)));
    // From here on, where the member went.
    store<u32>(at, place);
  }
  for (let row = 0; row < rows; row++) {
    if (outcome != 0 && load<f64>(outcome + (<usize>row << 3)) != wanted) continue;
    const member = memberOfRow + (<usize>row << 2);
    store<u32>(member, load<u32>(counts + (<usize>load<u32>(member) << 2)));
  }
  release(before);
  return true;
}

/**
 * How many of the rows whose `outcome` equals `wanted` (all rows when `outcome` is 0) belong to each of the members
 * found last: one f64 a member, 0 where the last pair is filled up. 0 when there is no more memory.
 */
export function countRows(rows: i32, outcome: usize, wanted: f64): usize {
  const counts = allocate(pairBytes(members));
  if (counts == 0) return 0;
  for (let row = 0; row < rows; row++) {
    if (outcome != 0 && load<f64>(outcome + (<usize>row << 3)) != wanted) continue;
    const count = counts + (<usize>load<u32>(memberOfRow + (<usize>row << 2)) << 3);
    store<f64>(count, load<f64>(count) + 1.0);
  }
  return counts;
}

/** One value for each of the members found last, of one value a row; 0 when there is no more memory. */
export function gatherValues(values: usize): usize {
  const gathered = allocate(pairBytes(members));
  if (gathered == 0) return 0;
  for (let i = 0; i < members; i++) {
    const row = load<u32>(firstRows + (<usize>i << 2));
    store<f64>(gathered + (<usize>i << 3), load<f64>(values + (<usize>row << 3)));
  }
  // The last pair is filled up with a value that occurs, so that nothing strange is computed from it.
  if (members & 1) store<f64>(gathered + (<usize>members << 3), load<f64>(gathered + (<usize>(members - 1) << 3)));
  return gathered;
}

/**
 * For each of the members found last, the member of another domain that it belongs to, given that domain's member of
 * each row: u16s, or u32s when `wide`. 0 when there is no more memory.
 */
export function gatherIndex(otherMemberOfRow: usize, wide: bool): usize {
  const padded = (members + 1) & ~1;
  const index = allocate(<usize>padded << (wide ? 2 : 1));
  if (index == 0) return 0;
  for (let i = 0; i < padded; i++) {
    const row = load<u32>(firstRows + (<usize>min(i, members - 1) << 2));
    const member = load<u32>(otherMemberOfRow + (<usize>row << 2));
    if (wide) store<u32>(index + (<usize>i << 2), member);
    else store<u16>(index + (<usize>i << 1), <u16>member);
  }
  return index;
}

/**
 * Where runs of pairs of members that count alike end, as offsets into one f64 a member: one u32 a run. Members are in
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
  release(runs);
  return ends;
}
