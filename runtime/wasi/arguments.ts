/** The command line as words. */
import { List, append, openList, reserve } from './storage';
import { args_get, args_sizes_get } from './system';
import { textOf } from './text';
import { decode, endDecoding } from './utf8';

/** The arguments behind the program's name. */
export function readArguments(): List {
  const words = openList();
  const sizes = reserve(8);
  if (args_sizes_get(sizes, sizes + 4) != 0) return words;
  const count = load<i32>(sizes);
  const pointers = reserve(<usize>count << 2);
  const bytes = reserve(<usize>load<i32>(sizes, 4));
  if (args_get(pointers, bytes) != 0) return words;
  for (let i = 1; i < count; i++) {
    const at = load<usize>(pointers + (<usize>i << 2));
    let length = 0;
    while (load<u8>(at + <usize>length) != 0) length++;
    const valid = reserve(3 * <usize>length + 3);
    const decoded = decode(at, length, valid);
    const end = endDecoding(valid + <usize>decoded);
    append(words, changetype<usize>(textOf(valid, <i32>(end - valid))));
  }
  return words;
}
