/** The command module: fits its layout to a table and writes the draws. docs/wasi.md says how it is run. */
import { readArguments } from './arguments';
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
import { STANDARD_OUTPUT } from './system';
import { describeTable } from './table';

/** Bytes of draws that are written at once. */
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
