/** The rows for a module: columns in its manifest's order, and the number of data rows that each row represents. */

import { notAsSaid } from '../module/host-error.ts';
import type { Levels } from '../module/levels.ts';
import { countLevels } from '../module/levels.ts';
import type { Manifest } from '../module/manifest.ts';
import { viewOf } from './memory-view.ts';

/** One number per row in each array. */
export interface Rows {
  readonly columns: readonly Float64Array[];
  /** By default one per row. */
  readonly counts?: Uint32Array;
  /** The level names of each category, for messages; by default the numbers from 1. */
  readonly levelNames?: Levels;
}

/** The exports of docs/reference/abi.md that take rows. */
export interface RowsAbi {
  readonly memory: WebAssembly.Memory;
  begin_data(chunkRows: number): number;
  column(index: number): number;
  counts(): number;
  add_rows(count: number): number;
}

/**
 * Rows per chunk: few enough that a chunk stays in the processor's cache, and enough that the cost of calls is
 * negligible.
 */
const CHUNK_ROWS = 4096;

/**
 * Passes rows to a new instance, chunk by chunk. Yields the number of rows after each chunk. Results do not depend on
 * the chunks.
 *
 * @returns false when the module has no more memory.
 * @throws HostError of kind `module` when it has other columns, or gives addresses outside its memory.
 */
export function* feedRows(
  abi: RowsAbi,
  { columns, counts }: Rows,
  chunkRows: number = CHUNK_ROWS,
): Generator<number, boolean, void> {
  const rows = columns[0]?.length ?? 0;
  const room = Math.max(1, Math.min(chunkRows, rows));
  if (abi.begin_data(room) !== 0) return false;
  if (abi.column(columns.length) !== 0 || columns.some((_, index) => abi.column(index) === 0)) {
    throw notAsSaid(`The module does not take ${columns.length} columns, as its manifest says.`);
  }
  for (let begin = 0; begin < rows; begin += room) {
    const end = Math.min(begin + room, rows);
    for (const [index, column] of columns.entries()) {
      viewOf(Float64Array, abi.memory, abi.column(index), room).set(column.subarray(begin, end));
    }
    if (counts !== undefined) {
      viewOf(Uint32Array, abi.memory, abi.counts(), room).set(counts.subarray(begin, end));
    }
    if (abi.add_rows(end - begin) !== 0) return false;
    yield end;
  }
  return true;
}

/** The number of data rows. */
export function allRows({ columns, counts }: Rows): number {
  return counts === undefined ? (columns[0]?.length ?? 0) : counts.reduce((sum, count) => sum + count, 0);
}

/**
 * The number of values in a draw: one per latent, or per level of its category.
 *
 * @param rows columns in the manifest's order
 */
export function drawSize(manifest: Manifest, rows: Rows): number {
  const sizes = levelCounts(manifest, rows);
  return manifest.latents.reduce((sum, { index }) => sum + (index === undefined ? 1 : sizes.get(index)!), 0);
}

/** The number of levels of each category in rows with columns in the manifest's order. */
export function levelCounts(manifest: Manifest, { columns }: Rows): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [index, { name, role, category = name }] of manifest.columns.entries()) {
    if (role === 'category')
      counts.set(category, Math.max(counts.get(category) ?? 0, countLevels(columns[index]!)));
  }
  return counts;
}

/** The statistics of the fitted data, in the manifest's order. */
export interface FittedStatistics {
  /** One number for each of the manifest's `statistics`. */
  readonly values: readonly number[];
  /** For each of `levelStatistics` one number per level, in the order of the levels. */
  readonly byLevel: readonly (readonly number[])[];
}
