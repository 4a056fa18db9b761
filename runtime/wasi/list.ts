/** A list of addresses that grows. */
import { enlarge, reserve } from './reserve';

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
