/** The module's memory: a bump allocator that says when there is no more, and can forget what was only needed for a while. */

let top: usize = __heap_base;

/** Room for `bytes` bytes, 16-byte aligned and zeroed, or 0 when the memory cannot grow that far. */
export function allocate(bytes: usize): usize {
  const start = (top + 15) & ~15;
  const end = start + bytes;
  if (end < start || end > 0xffff_0000) return 0;
  const pages = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) return 0;
  // Memory that `release` gave back may hold old values.
  memory.fill(start, 0, bytes);
  top = end;
  return start;
}

/** Where the next allocation would begin: hand it to `release` to give back all that was allocated since. */
export function mark(): usize {
  return top;
}

export function release(to: usize): void {
  top = to;
}
