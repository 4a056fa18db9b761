/** Stable sorting by whole numbers. */
import { allocate, release } from './memory';

const DIGITS: usize = 256;

/**
 * The indices 0 to `length` − 1 as u32s, stably sorted by `counts` (u32s): a radix sort that skips digits in which all
 * counts agree. 0 if there is no more memory.
 */
export function sortByCount(counts: usize, length: i32): usize {
  let order = allocate(<usize>length << 2);
  if (order == 0) return 0;
  let different: u32 = 0;
  let inOrder = true;
  const first = length > 0 ? load<u32>(counts) : 0;
  let previous = first;
  for (let i = 0; i < length; i++) {
    const count = load<u32>(counts + (<usize>i << 2));
    if (count < previous) inOrder = false;
    previous = count;
    different |= count ^ first;
    store<u32>(order + (<usize>i << 2), i);
  }
  if (inOrder) return order;
  let sorted = allocate(<usize>length << 2);
  const begins = allocate(DIGITS << 2);
  if (sorted == 0 || begins == 0) return 0;
  for (let shift: u32 = 0; shift < 32; shift += 8) {
    if (((different >> shift) & 0xff) == 0) continue;
    memory.fill(begins, 0, DIGITS << 2);
    for (let i = 0; i < length; i++) {
      const at = begins + digitOf(counts, i, shift);
      store<u32>(at, load<u32>(at) + 1);
    }
    let begin: u32 = 0;
    for (let at = begins; at < begins + (DIGITS << 2); at += 4) {
      const count = load<u32>(at);
      store<u32>(at, begin);
      begin += count;
    }
    for (let i = 0; i < length; i++) {
      const item = load<u32>(order + (<usize>i << 2));
      const at = begins + digitOf(counts, item, shift);
      const place = load<u32>(at);
      store<u32>(at, place + 1);
      store<u32>(sorted + (<usize>place << 2), item);
    }
    const swapped = order;
    order = sorted;
    sorted = swapped;
  }
  release(sorted);
  release(begins);
  return order;
}

/** One digit of a count, as the offset of its u32 in a table. */
// @ts-ignore: decorator
@inline
function digitOf(counts: usize, item: u32, shift: u32): usize {
  return <usize>((load<u32>(counts + (<usize>item << 2)) >> shift) & 0xff) << 2;
}
