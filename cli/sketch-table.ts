/** How often the demands of a table repeat, for a module that is built for such data. */
import { type ColumnsSketch, sketchOf } from '../host/data-sketch.ts';
import type { Manifest } from '../host/manifest.ts';
import { readTable } from './read-table.ts';
import type { RowFilter } from './row-filter.ts';

/** Reads the demands alone: a module is built before anyone says which column holds the outcome. @throws Failure */
export async function sketchTable(
  path: string,
  manifest: Manifest,
  filters: readonly RowFilter[],
  signal: AbortSignal,
): Promise<ColumnsSketch> {
  const demands = { ...manifest, columns: manifest.columns.filter(({ role }) => role === 'demand') };
  const table = await readTable({ path, manifest: demands, choices: [], filters, signal });
  return sketchOf(table.demands);
}
