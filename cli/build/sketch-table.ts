/** How often the demands of a table repeat, for a module that is built for such data. */
import { type ColumnsSketch, sketchOf } from '../../module/data-sketch.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { readTable, type Table, type TableRequest } from '../tables/read-table.ts';

/**
 * Reads the demands alone: a module is built before anyone says which column holds the outcome. Outcomes are taken to vary
 * freely over what they may be. @throws Failure
 */
export async function sketchTable(
  data: Pick<TableRequest, 'path' | 'filters' | 'options'>,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<ColumnsSketch> {
  const known = { ...manifest, columns: manifest.columns.filter(({ role }) => role !== 'outcome') };
  const table = await readTable({ ...data, manifest: known, choices: [], signal });
  const sketch = sketchOf(new Map([...table.demands, ...table.categories]));
  const outcomes = new Map(
    manifest.columns
      .filter(({ role }) => role === 'outcome')
      .map((column) => [column.name, valuesOf(column, table) ?? sketch.rows]),
  );
  return {
    rows: sketch.rows,
    distinct: (names) => {
      const demandsAlone = sketch.distinct(names.filter((name) => !outcomes.has(name)));
      const values = names.reduce((product, name) => product * (outcomes.get(name) ?? 1), demandsAlone);
      return Math.min(sketch.rows, values);
    },
  };
}

/** How many values an outcome has, where it counts or is a category; null where it is a measurement. */
function valuesOf({ kind, domain, trials }: ManifestColumn, { demands }: Table): number | null {
  if (kind === 'binary') return 2;
  if (kind !== 'count' || domain.kind !== 'range') return null;
  const most = trials === undefined ? domain.hi : demands.get(trials)!.reduce((a, b) => Math.max(a, b), 0);
  return most === undefined ? null : most - (domain.lo ?? 0) + 1;
}
