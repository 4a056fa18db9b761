/** Rows that are alike are found once, before chains in many threads bind them: each then binds the distinct ones alone. */
import { type Columns, orderColumns, shareColumn } from '../module/columns.ts';
import { stopIfAborted } from '../module/host-error.ts';
import type { LoadedModule } from './load.ts';
import type { Rows } from './rows.ts';

/** From this many rows on it is worth looking whether rows are alike. */
const MANY = 10_000;

/**
 * The columns a module wants as rows in memory that threads share: the distinct rows with their counts where that makes
 * them far fewer, else the columns as they are. The distinct rows come in the order of the data, so that a module makes
 * the same of both.
 *
 * @throws HostError when the columns do not fit the module, or of kind `interrupted` once the signal is aborted.
 */
export async function condense(loaded: LoadedModule, columns: Columns, signal?: AbortSignal): Promise<Rows> {
  stopIfAborted(signal);
  return condenseOrdered(loaded, orderColumns(loaded.manifest, columns), signal);
}

/** The same of columns that `orderColumns` has checked. @throws HostError of kind `interrupted` once the signal is aborted */
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
