/** Gathers values by level, two rows at a time, and adds values of rows to sums by level. */

// @ts-ignore: decorator
@inline
export function gatherPair(values: usize, first: u32, second: u32): v128 {
  return v128.load_lane<f64>(values + (<usize>second << 3), v128.load_splat<f64>(values + (<usize>first << 3)), 1);
}

/**
 * Adds each lane of `terms` to the sum of its level; both rows may have the same level. Each addition uses whole
 * vectors and stores one lane, since extracting a lane first would take another instruction.
 */
// @ts-ignore: decorator
@inline
export function scatterPair(sums: usize, first: u32, second: u32, terms: v128): void {
  const a = sums + (<usize>first << 3);
  v128.store_lane<f64>(a, f64x2.add(v128.load_splat<f64>(a), terms), 0);
  const b = sums + (<usize>second << 3);
  v128.store_lane<f64>(b, f64x2.add(v128.load_splat<f64>(b), terms), 1);
}

/** Subtracts each lane of `terms` from the sum of its level. */
// @ts-ignore: decorator
@inline
export function takePair(sums: usize, first: u32, second: u32, terms: v128): void {
  const a = sums + (<usize>first << 3);
  v128.store_lane<f64>(a, f64x2.sub(v128.load_splat<f64>(a), terms), 0);
  const b = sums + (<usize>second << 3);
  v128.store_lane<f64>(b, f64x2.sub(v128.load_splat<f64>(b), terms), 1);
}

/** The first lane plus the second. */
// @ts-ignore: decorator
@inline
export function sumOfLanes(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

/** Adds both lanes to the sum of one level. */
// @ts-ignore: decorator
@inline
export function addToLevel(sum: usize, terms: v128): void {
  store<f64>(sum, load<f64>(sum) + sumOfLanes(terms));
}

/** Subtracts both lanes from the sum of one level. */
// @ts-ignore: decorator
@inline
export function takeFromLevel(sum: usize, terms: v128): void {
  store<f64>(sum, load<f64>(sum) - sumOfLanes(terms));
}

/** The larger lane. */
// @ts-ignore: decorator
@inline
export function largerLane(pair: v128): f64 {
  return max(f64x2.extract_lane(pair, 0), f64x2.extract_lane(pair, 1));
}

/** Up to this many bytes, a loop is faster than a call of `memory.fill`. */
const MAX_LOOPED_BYTES: usize = 1024;

/** Sets sums of so many bytes, a whole number of pairs, to 0. */
export function clearSums(sums: usize, bytes: usize): void {
  if (bytes > MAX_LOOPED_BYTES) memory.fill(sums, 0, bytes);
  else for (const end = sums + bytes; sums < end; sums += 16) v128.store(sums, f64x2.splat(0));
}

/** count · x, but 0 if the count is 0, even if x is infinite or NaN: a term without rows adds nothing. */
// @ts-ignore: decorator
@inline
export function timesOrZeroPair(count: v128, x: v128): v128 {
  return v128.andnot(f64x2.mul(count, x), f64x2.eq(count, f64x2.splat(0.0)));
}

/** The same for one number. */
// @ts-ignore: decorator
@inline
export function timesOrZero(count: f64, x: f64): f64 {
  return count == 0 ? 0 : count * x;
}

/** x: a value that each level reads of another's, whatever the count. */
// @ts-ignore: decorator
@inline
export function ofMemberPair(_count: v128, x: v128): v128 {
  return x;
}

/** The same for one number. */
// @ts-ignore: decorator
@inline
export function ofMember(_count: f64, x: f64): f64 {
  return x;
}

/**
 * Copies one f64 per level; the padding of the last pair repeats the last value, so that computations on it are finite.
 */
export function readLevels(target: usize, source: usize, levels: i32): void {
  const bytes = <usize>levels << 3;
  memory.copy(target, source, bytes);
  if (levels & 1) store<f64>(target + bytes, load<f64>(target + bytes - 8));
}

/** Sets every level, and the padding of the last pair, to the same number. */
export function fillLevels(target: usize, levels: i32, value: f64): void {
  fillEach(target, (levels + 1) & ~1, value);
}

/** Sets `count` f64s to the same number. */
export function fillEach(target: usize, count: i32, value: f64): void {
  for (let i = 0; i < count; i++) store<f64>(target + (<usize>i << 3), value);
}

/** 1 − p for every level and the padding of the last pair. */
export function complementLevels(target: usize, source: usize, levels: i32): void {
  for (let i = 0; i < ((levels + 1) & ~1); i++) {
    store<f64>(target + (<usize>i << 3), 1 - load<f64>(source + (<usize>i << 3)));
  }
}

/**
 * For each level the value of the previous one, 0 for the first; the padding of the last pair repeats the last value.
 */
export function takeFromPrevious(target: usize, source: usize, levels: i32): void {
  store<f64>(target, 0);
  memory.copy(target + 8, source, <usize>(levels - 1) << 3);
  const last = target + (<usize>(levels - 1) << 3);
  if (levels & 1) store<f64>(last + 8, levels == 1 ? load<f64>(source) : load<f64>(last));
}

/** For each level the value of the next one, 0 for the last and for the padding of the last pair. */
export function takeFromNext(target: usize, source: usize, levels: i32): void {
  memory.copy(target, source + 8, <usize>(levels - 1) << 3);
  store<f64>(target + (<usize>(levels - 1) << 3), 0);
  if (levels & 1) store<f64>(target + (<usize>levels << 3), 0);
}

/** x = factor · (x of the level before, 0 before the first) + term for each level in turn; the last again where that fills up a pair. */
export function recurFromFirst(x: usize, factors: usize, terms: usize, levels: i32): void {
  const bytes = <usize>levels << 3;
  let last = 0.0;
  for (let at: usize = 0; at < bytes; at += 8) {
    last = load<f64>(factors + at) * last + load<f64>(terms + at);
    store<f64>(x + at, last);
  }
  if (levels & 1) store<f64>(x + bytes, last);
}

/** x = factor · (x of the level after, 0 after the last) + term, from the last level to the first; 0 where that fills up a pair. */
export function recurFromLast(x: usize, factors: usize, terms: usize, levels: i32): void {
  const bytes = <usize>levels << 3;
  let next = 0.0;
  if (levels & 1) store<f64>(x + bytes, next);
  for (let at = bytes; at > 0; ) {
    at -= 8;
    next = load<f64>(factors + at) * next + load<f64>(terms + at);
    store<f64>(x + at, next);
  }
}

/**
 * The level that a row belongs to, from an index of u32s: `place` is the position of its domain among the `lookups`
 * domains (see `makeIndex`).
 */
// @ts-ignore: decorator
@inline
export function levelOfRow(index: usize, place: i32, lookups: i32, row: usize): usize {
  const pair = (row >> 1) * <usize>lookups + <usize>place;
  return <usize>load<u32>(index + (((pair << 1) + (row & 1)) << 2));
}

/** For each of `rows` rows, the value of the level that it belongs to. */
export function expandLevels(target: usize, values: usize, index: usize, place: i32, lookups: i32, rows: i32): void {
  for (let row: usize = 0; row < <usize>rows; row++) {
    const level = levelOfRow(index, place, lookups, row);
    store<f64>(target + (row << 3), load<f64>(values + (level << 3)));
  }
}
