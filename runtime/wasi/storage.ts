/** Memory of the command itself, and lists of addresses in it. Without memory the command ends, and says so. */
import { allocate, release } from '../memory';
import { endWithoutMemory } from './problems';

/** Room for so many bytes, zeroed. Ends the command when there is no more memory. */
export function reserve(bytes: usize): usize {
  const address = allocate(bytes);
  if (address == 0) endWithoutMemory();
  return address;
}

/** More room for what is at an address, of which the first `used` bytes are kept; the old one is given back. */
export function enlarge(address: usize, used: usize, bytes: usize): usize {
  const larger = reserve(bytes);
  memory.copy(larger, address, used);
  release(address);
  return larger;
}

/** A list of addresses that grows. */
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
