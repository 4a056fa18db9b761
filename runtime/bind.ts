/** Binding data: which rows are alike, how many there are of each, and the values of each kind gathered side by side. */
import { allocate, mark, release } from './memory';

/** Rows of a table, as the compiler's index spaces see them. */
let members: i32 = 0;

/** How many members the last `findMembers` found. */
export function memberCount(): i32 {
  return members;
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
 * `keys` points to `keyCount` pointers, each to one f64 a row. Returns a pointer to the first row of each member
 * (u32, in the order in which they come), or 0 when there is no more memory; writes one f64 a member, how many rows it
 * stands for, at `counts`, which must have room for a pair more than `rows`.
 */
export function findMembers(rows: i32, outcome: usize, wanted: f64, keys: usize, keyCount: i32, counts: usize): usize {
  const firstRows = allocate((<usize>rows << 2) + 16);
  if (firstRows == 0) return 0;
  const before = mark();
  let slots: u32 = 16;
  while (slots < <u32>rows * 2) slots <<= 1;
  // A slot holds a member's number plus 1, so that 0 is an empty one.
  const table = allocate(<usize>slots << 2);
  if (table == 0) return 0;
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
      store<f64>(counts + (<usize>members << 3), 0.0);
      member = ++members;
      store<u32>(table + (<usize>slot << 2), member);
    }
    const count = counts + (<usize>(member - 1) << 3);
    store<f64>(count, load<f64>(count) + 1.0);
  }
  // The last pair is filled up with a member that counts for nothing.
  store<f64>(counts + (<usize>members << 3), 0.0);
  release(before);
  return firstRows;
}

/** One value a member of one value a row; the last pair is filled up with its first value. 0 when there is no more memory. */
export function gather(values: usize, firstRows: usize, count: i32): usize {
  const gathered = allocate(pairBytes(count));
  if (gathered == 0) return 0;
  for (let i = 0; i < count; i++) {
    const row = load<u32>(firstRows + (<usize>i << 2));
    store<f64>(gathered + (<usize>i << 3), load<f64>(values + (<usize>row << 3)));
  }
  if (count & 1) store<f64>(gathered + (<usize>count << 3), load<f64>(gathered + (<usize>(count - 1) << 3)));
  return gathered;
}
