/**
 * The module's allocator: adjacent blocks from the heap's base up to a movable top. A block begins with a header of 16
 * bytes: its size and, if it is free, the next free block. Free blocks are listed by address; none is adjacent to
 * another or to the top.
 */

const HEADER: usize = 16;

/** Addresses stay below this, so that sums of them do not overflow. */
const LIMIT: usize = 0xffff_0000;

/** 0 until the first allocation: only code knows the heap's base, and a module runs none when it is instantiated. */
let top: usize = 0;
/** Memory from here on has never been written, so it is still zero. */
let untouched: usize = 0;
let firstFree: usize = 0;
let exhausted: bool = false;

/** Whether an allocation has failed. The module is then of no further use. */
export function isExhausted(): bool {
  return exhausted;
}

// @ts-ignore: decorator
@inline
function sizeOf(block: usize): usize {
  return load<usize>(block);
}

// @ts-ignore: decorator
@inline
function nextFree(block: usize): usize {
  return load<usize>(block, 4);
}

/** The total size of a block for so many bytes; 0 if no block can be that large. */
function blockSize(bytes: usize): usize {
  return bytes > LIMIT - 2 * HEADER ? 0 : HEADER + ((bytes + 15) & ~15);
}

/** Moves the top up to `end`; false if the memory cannot grow that far. */
function raiseTop(end: usize): bool {
  const pages = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) return false;
  top = end;
  return true;
}

/** Inserts `next` into the list after `previous`, or at the front if that is 0. */
function link(previous: usize, next: usize): void {
  if (previous == 0) firstFree = next;
  else store<usize>(previous, next, 4);
}

/** Allocates `bytes` zeroed bytes, 16-byte aligned; 0 if the memory cannot grow that far. */
export function allocate(bytes: usize): usize {
  const address = takeBlock(bytes);
  if (address == 0) exhausted = true;
  return address;
}

/** Allocates `count` items of `bytes` bytes each; their product may exceed the address space. */
export function allocateEach(count: i32, bytes: usize): usize {
  const all = <u64>count * <u64>bytes;
  return allocate(all > <u64>LIMIT ? LIMIT : <usize>all);
}

function takeBlock(bytes: usize): usize {
  const size = blockSize(bytes);
  if (size == 0) return 0;
  if (top == 0) top = untouched = (__heap_base + 15) & ~15;
  let previous: usize = 0;
  let block = firstFree;
  while (block != 0 && sizeOf(block) < size) {
    previous = block;
    block = nextFree(block);
  }
  if (block != 0) {
    const rest = sizeOf(block) - size;
    if (rest > HEADER) {
      store<usize>(block + size, rest);
      store<usize>(block + size, nextFree(block), 4);
      link(previous, block + size);
      store<usize>(block, size);
    } else link(previous, nextFree(block));
    memory.fill(block + HEADER, 0, sizeOf(block) - HEADER);
    return block + HEADER;
  }
  block = top;
  const end = block + size;
  if (end < block || end > LIMIT || !raiseTop(end)) return 0;
  if (block < untouched) memory.fill(block, 0, min(end, untouched) - block);
  untouched = max(untouched, end);
  store<usize>(block, size);
  return block + HEADER;
}

/** Releases what `allocate` returned; does nothing for 0. */
export function release(address: usize): void {
  if (address == 0) return;
  let block = address - HEADER;
  let previous: usize = 0;
  let beforePrevious: usize = 0;
  let next = firstFree;
  while (next != 0 && next < block) {
    beforePrevious = previous;
    previous = next;
    next = nextFree(next);
  }
  if (next != 0 && block + sizeOf(block) == next) {
    store<usize>(block, sizeOf(block) + sizeOf(next));
    next = nextFree(next);
  }
  if (previous != 0 && previous + sizeOf(previous) == block) {
    store<usize>(previous, sizeOf(previous) + sizeOf(block));
    block = previous;
    previous = beforePrevious;
  }
  if (block + sizeOf(block) == top) {
    top = block;
    link(previous, 0);
  } else {
    store<usize>(block, next, 4);
    link(previous, block);
  }
}

/** Extends a block in place, if it is the last one and the memory can grow. The new bytes are not zeroed. */
export function extend(address: usize, bytes: usize): bool {
  const block = address - HEADER;
  const size = blockSize(bytes);
  const end = block + size;
  if (block + sizeOf(block) != top || size == 0 || end < block || end > LIMIT) return false;
  if (end > top && !raiseTop(end)) return false;
  untouched = max(untouched, end);
  store<usize>(block, max(size, sizeOf(block)));
  return true;
}

/**
 * The distance from the start of a block's first `bytes` bytes to the data of the block that `cut` would create after
 * them.
 */
// @ts-ignore: decorator
@inline
export function strideOf(bytes: usize): usize {
  return HEADER + ((bytes + 15) & ~15);
}

/**
 * Shortens a block to its first `bytes` bytes, and makes the rest a block of its own. Returns the address of the rest,
 * or 0 if it is empty.
 */
export function cut(address: usize, bytes: usize): usize {
  const block = address - HEADER;
  const size = strideOf(bytes);
  const rest = sizeOf(block) - size;
  if (rest <= HEADER) return 0;
  store<usize>(block, size);
  store<usize>(block + size, rest);
  return block + size + HEADER;
}
