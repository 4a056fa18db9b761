/** Finds equal rows once, before chains in many threads bind them, so that each binds only the distinct rows. */
import { type Columns, orderColumns, shareColumn } from '../module/columns.ts';
import { stopIfAborted } from '../module/host-error.ts';
import type { LoadedModule } from './load.ts';
import type { Rows } from './rows.ts';

/** The minimum number of rows for which searching for equal rows pays. */
const MANY = 10_000;

/**
 * The columns that a module needs, in memory shared by threads: the distinct rows with their counts if they are far
 * fewer, otherwise the original columns. Distinct rows keep the order of the data, so that a module computes the same
 * from both.
 *
 * @throws HostError when the columns do not fit the module, or of kind `interrupted` once the signal is aborted.
 */
export async function condense(loaded: LoadedModule, columns: Columns, signal?: AbortSignal): Promise<Rows> {
  stopIfAborted(signal);
  return condenseOrdered(loaded, orderColumns(loaded.manifest, columns), signal);
}

/**
 * The same for columns that `orderColumns` has checked. @throws HostError of kind `interrupted` once the signal is
 * aborted
 */
export async function condenseOrdered(
  { module }: LoadedModule,
  ordered: readonly Float64Array[],
  signal?: AbortSignal,
): Promise<Rows> {
  stopIfAborted(signal);
  if (ordered[0]!.length >= MANY) {
    const { distinctRows } = await import('./distinct-rows.ts');
    const distinct = await distinctRows(module, ordered, signal);
    if (distinct !== null) return distinct;
  }
  return { columns: ordered.map(shareColumn) };
}
