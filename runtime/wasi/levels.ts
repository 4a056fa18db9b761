/**
 * The distinct names in a column, with indices in the order of first occurrence, and finally their sorted order
 * (module/levels.ts).
 */
import { SEED, finish, mix } from '../hash';
import { release } from '../memory';
import { List, append, enlarge, itemAt, openList, reserve } from './storage';
import { readAnyNumber } from './number/read-number';
import { Text, compareNaturally, keepText, sameBytes } from './text';

@unmanaged
export class Levels {
  /** The texts, in the order of first occurrence. */
  names: List;
  /** A hash table of `slots` u32s: each 0, or a name's index plus 1. At most half full. */
  table: usize;
  slots: u32;
  /** After `orderLevels`: the indices of the names in sorted order, and the position of each name in it, as u32s. */
  order: usize;
  places: usize;
}

export function openLevels(): Levels {
  const levels = changetype<Levels>(reserve(offsetof<Levels>()));
  levels.names = openList();
  levels.slots = 64;
  levels.table = reserve(<usize>levels.slots << 2);
  return levels;
}

/** A name by its index. */
export function levelName(levels: Levels, number: i32): Text {
  return changetype<Text>(itemAt(levels.names, number));
}

/** The name at a sorted position, after `orderLevels`. */
export function levelAt(levels: Levels, place: i32): Text {
  return levelName(levels, numberAt(levels, place));
}

/** The index of the name at a sorted position, after `orderLevels`. */
export function numberAt(levels: Levels, place: i32): i32 {
  return load<i32>(levels.order + (<usize>place << 2));
}

/** The index of a name, from 0; a new name gets the next one. */
export function levelNumber(levels: Levels, at: usize, length: i32): i32 {
  const slot = slotOf(levels, at, length);
  const held = load<u32>(slot);
  if (held != 0) return <i32>held - 1;
  append(levels.names, changetype<usize>(keepText(at, length)));
  const count = levels.names.length;
  store<i32>(slot, count);
  if (<u32>count > levels.slots >> 1) widen(levels);
  return count - 1;
}

/** The slot of a name, or the free slot for it. */
function slotOf(levels: Levels, at: usize, length: i32): usize {
  let hash = SEED;
  for (let i = 0; i < length; i++) hash = mix(hash, <u64>load<u8>(at + <usize>i));
  let slot = <u32>finish(hash) & (levels.slots - 1);
  while (!isFree(levels, slot) && !holds(levels, slot, at, length)) slot = (slot + 1) & (levels.slots - 1);
  return levels.table + (<usize>slot << 2);
}

function isFree(levels: Levels, slot: u32): bool {
  return load<u32>(levels.table + (<usize>slot << 2)) == 0;
}

function holds(levels: Levels, slot: u32, at: usize, length: i32): bool {
  const name = levelName(levels, load<i32>(levels.table + (<usize>slot << 2)) - 1);
  return sameBytes(name.at, name.length, at, length);
}

function widen(levels: Levels): void {
  release(levels.table);
  levels.slots <<= 1;
  levels.table = reserve(<usize>levels.slots << 2);
  for (let number = 0; number < levels.names.length; number++) {
    const name = levelName(levels, number);
    store<i32>(slotOf(levels, name.at, name.length), number + 1);
  }
}

/**
 * Sorts the names: by value if all are numbers, and otherwise, and between equal values, in natural order
 * (module/levels.ts).
 */
export function orderLevels(levels: Levels): void {
  const count = levels.names.length;
  const values = reserve(<usize>count << 3);
  let areNumbers = true;
  for (let number = 0; number < count && areNumbers; number++) {
    const name = levelName(levels, number);
    const value = readAnyNumber(name.at, name.length);
    store<f64>(values + (<usize>number << 3), value);
    areNumbers = isFinite(value);
  }
  orderLevelsBy(levels, areNumbers ? values : 0);
  release(values);
}

/**
 * Sorts the names by values, and equal ones in natural order.
 *
 * @param values one f64 for each; 0 for natural order alone
 */
export function orderLevelsBy(levels: Levels, values: usize): void {
  const count = levels.names.length;
  levels.order = reserve(<usize>count << 2);
  for (let number = 0; number < count; number++) store<i32>(levels.order + (<usize>number << 2), number);
  sort(levels, values);
  levels.places = reserve(<usize>count << 2);
  for (let place = 0; place < count; place++) {
    store<i32>(levels.places + (<usize>load<i32>(levels.order + (<usize>place << 2)) << 2), place);
  }
}

/** Of names that are in the order of a list already, keeps those that occur: `seen` has one u8 per name. */
export function keepSeen(levels: Levels, seen: usize): void {
  const all = levels.names;
  levels.names = openList();
  levels.order = reserve(<usize>all.length << 2);
  levels.places = reserve(<usize>all.length << 2);
  for (let number = 0; number < all.length; number++) {
    if (load<u8>(seen + <usize>number) == 0) continue;
    const place = levels.names.length;
    store<i32>(levels.places + (<usize>number << 2), place);
    store<i32>(levels.order + (<usize>place << 2), place);
    append(levels.names, itemAt(all, number));
  }
}

/** Adds a name behind all others, where names are added in order and are never looked up. */
export function addInOrder(levels: Levels, name: Text): void {
  const place = levels.names.length;
  append(levels.names, changetype<usize>(name));
  if (place == 0) levels.order = reserve(64 << 2);
  else if (place >= 64 && (place & (place - 1)) == 0) {
    levels.order = enlarge(levels.order, <usize>place << 2, <usize>place << 3);
  }
  store<i32>(levels.order + (<usize>place << 2), place);
}

/** The sorted position of a name. */
export function placeOf(levels: Levels, number: i32): i32 {
  return load<i32>(levels.places + (<usize>number << 2));
}

/** Merge sort with runs that double in length. */
function sort(levels: Levels, values: usize): void {
  const count = levels.names.length;
  let merged = reserve(<usize>count << 2);
  for (let run = 1; run < count; run <<= 1) {
    for (let begin = 0; begin < count; begin += 2 * run) {
      const middle = min(begin + run, count);
      const end = min(begin + 2 * run, count);
      let left = begin;
      let right = middle;
      for (let next = begin; next < end; next++) {
        const isLeft = left < middle && (right == end || !comesAfter(levels, values, left, right));
        store<i32>(merged + (<usize>next << 2), load<i32>(levels.order + (<usize>(isLeft ? left : right) << 2)));
        if (isLeft) left++;
        else right++;
      }
    }
    const sorted = merged;
    merged = levels.order;
    levels.order = sorted;
  }
  release(merged);
}

/** Whether the name at one sorted position comes after the one at another. */
function comesAfter(levels: Levels, values: usize, a: i32, b: i32): bool {
  const first = load<i32>(levels.order + (<usize>a << 2));
  const second = load<i32>(levels.order + (<usize>b << 2));
  if (values != 0) {
    const difference = load<f64>(values + (<usize>first << 3)) - load<f64>(values + (<usize>second << 3));
    if (difference != 0) return difference > 0;
  }
  const left = levelName(levels, first);
  const right = levelName(levels, second);
  return compareNaturally(left.at, left.length, right.at, right.length) > 0;
}
