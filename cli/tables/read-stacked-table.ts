/** Reads what `--outcome`, `--rows` and `--stack` ask for of a table, and says which cells were taken for another value. */
import type { Manifest } from '../../module/manifest.ts';
import { type DataOptions, tableOptions } from '../options/data-options.ts';
import { readTable, type Table } from './read-table.ts';
import { tellReplaced } from './replaced-values.ts';
import { beforeStacking, stack } from './stack.ts';

/**
 * @param onRead called once the table is read, before anything is said of it: a place to take a progress line away
 * @throws Failure or FileError; HostError of kind `interrupted`
 */
export async function readStackedTable(
  path: string,
  manifest: Manifest,
  options: DataOptions,
  signal: AbortSignal,
  onRead: () => void = () => {},
): Promise<Table> {
  const table = await readTable({
    path,
    manifest: beforeStacking(manifest, options.stack),
    choices: options.outcome,
    filters: options.rows,
    options: tableOptions(options),
    signal,
  });
  onRead();
  tellReplaced(path, manifest, table);
  return stack(table, options.stack);
}
