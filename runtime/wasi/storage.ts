/** Memory for the command itself, and lists of addresses. If memory runs out, the command ends with a message. */
import { allocate, release } from '../memory';
import { endWithoutMemory } from './problems';

/** Allocates `bytes` zeroed bytes. Ends the command if there is no more memory. */
export function reserve(bytes: usize): usize {
  const address = allocate(bytes);
  if (address == 0) endWithoutMemory();
  return address;
}

/** Moves what is at an address to a larger block, keeping the first `used` bytes, and releases the old block. */
export function enlarge(address: usize, used: usize, bytes: usize): usize {
  const larger = reserve(bytes);
  memory.copy(larger, address, used);
  release(address);
  return larger;
}

/** A growing list of addresses. */
@unmanaged
export class List {
  at: usize;
  length: i32;
  room: i32;
}

export function openList(): List {
  const list = changetype<List>(reserve(offsetof<List>()));
  list.room = 16;
  list.at = reserve(<usize>list.room << 2);
  return list;
}

export function append(list: List, item: usize): void {
  if (list.length == list.room) {
    list.room *= 2;
    list.at = enlarge(list.at, <usize>list.length << 2, <usize>list.room << 2);
  }
  store<usize>(list.at + (<usize>list.length << 2), item);
  list.length++;
}

export function itemAt(list: List, index: i32): usize {
  return load<usize>(list.at + (<usize>index << 2));
}
