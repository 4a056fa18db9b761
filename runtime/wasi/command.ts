/** The command module: fits its layout to a table and writes the draws. docs/guides/wasi.md describes how to run it. */
import { openChoices } from './choices';
import { openColumns } from './columns';
import { putDraws } from './draws';
import { putHelp, putVersion } from './help';
import { asksHelp, asksVersion, openOptions, readOptions } from './options';
import { FINE, end, openProblems } from './problems';
import { readTable } from './read-table';
import { beginSampling } from './sample';
import { flush, openSink } from './sink';
import { openStatistics } from './statistics';
import { List, append, openList, reserve } from './storage';
import { STANDARD_OUTPUT, args_get, args_sizes_get } from './system';
import { describeTable } from './table';
import { textOf } from './text';
import { decode, endDecoding } from './utf8';

/** Size in bytes of the pieces in which draws are written. */
const PIECE: i32 = 1 << 16;

export function _start(): void {
  openProblems();
  openColumns();
  openStatistics();
  openChoices();
  openOptions();
  describeTable();
  readOptions(readArguments());
  const output = openSink(STANDARD_OUTPUT, PIECE);
  if (asksHelp) putHelp(output);
  else if (asksVersion) putVersion(output);
  else {
    readTable();
    beginSampling();
    putDraws(output);
  }
  flush(output);
  end(FINE);
}

/** The arguments after the program's name. */
function readArguments(): List {
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
