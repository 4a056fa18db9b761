/** The rows that a stored fit is to predict: demands and categories, and the original table. */

import type { Provenance } from '../../files/fits/provenance.ts';
import type { Table } from '../../files/tables/layout-table.ts';
import type { Posterior } from '../../host/posterior.ts';
import type { NewColumns } from '../../host/predict/rows.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest, ManifestColumn } from '../../module/manifest.ts';
import { ROW_WEIGHT } from '../inputs/weighted-layout.ts';
import { type KeptTable, TableKeeper } from '../tables/kept-table.ts';
import type { CommandTableRequest } from '../tables/read-table.ts';
import { readTable, tellReplaced } from '../tables/read-table.ts';

export interface RowsToPredict {
  readonly columns: NewColumns;
  /** All columns of the layout, from which the compiler sees how often values repeat. */
  readonly sketched: ReadonlyMap<string, Float64Array>;
  readonly kept: KeptTable;
  /** The levels that the fit did not have, by category and by column; empty where they are refused. */
  readonly added: Levels;
}

/**
 * Reads a table, and reports on stderr how missing values were replaced.
 *
 * @param summary of the fit
 * @param takesNew whether levels that the fit did not have are allowed
 * @throws Failure (input) as `readTable` does, and for such a level where it is not allowed
 */
export async function readRows(
  { manifest, levels }: Pick<Posterior, 'manifest' | 'levels'>,
  { made }: { readonly made?: { readonly data: Pick<Provenance['data'], 'weight'> } },
  request: Pick<
    CommandTableRequest,
    'path' | 'files' | 'filters' | 'options' | 'joins' | 'leavesIdleJoins' | 'signal'
  >,
  takesNew = false,
): Promise<RowsToPredict> {
  const keeper = new TableKeeper();
  const isWeighted = made?.data.weight !== undefined;
  const read = await readTable({
    ...request,
    manifest: toRead(manifest, isWeighted),
    outcomeChoices: [],
    ...(takesNew ? {} : { levels }),
    keep: keeper.keep,
  });
  tellReplaced(request.path, manifest, read);
  // How much a row counts is a matter of the fit, and changes no prediction.
  const once = new Map(isWeighted ? [[ROW_WEIGHT, new Float64Array(read.rows).fill(1)]] : []);
  const table = { ...read, demands: new Map([...read.demands, ...once]) };
  return {
    columns: namedColumns(manifest, table),
    sketched: sketchable(manifest, table),
    kept: keeper.finish(),
    added: new Map(
      [...table.levels].flatMap(([name, found]) => {
        const unknown = found.filter((level) => !levels.get(name)!.includes(level));
        return unknown.length === 0 ? [] : [[name, unknown] as const];
      }),
    ),
  };
}

/** The demands and categories, without the weight that an option of the fit added to them. */
function toRead(manifest: Manifest, isWeighted: boolean): Manifest {
  const isRead = ({ role, name }: ManifestColumn) =>
    role !== 'outcome' && !(isWeighted && name === ROW_WEIGHT);
  return { ...manifest, columns: manifest.columns.filter(isRead) };
}

/** All columns of the layout, from which the compiler sees how often values repeat; outcomes are unknown. */
function sketchable({ columns }: Manifest, table: Table): Map<string, Float64Array> {
  const unknown = new Float64Array(table.rows).fill(Number.NaN);
  return new Map(
    columns.map(({ name }) => [name, table.demands.get(name) ?? table.categories.get(name) ?? unknown]),
  );
}

/** The columns to predict from, with categories as level names. */
function namedColumns(manifest: Manifest, { rows, demands, categories, levels }: Table): NewColumns {
  const named = [...categories].map(
    ([name, codes]) => [name, Array.from(codes, (code) => levels.get(name)![code]!)] as const,
  );
  const columns = new Map<string, Float64Array | readonly string[]>([...demands, ...named]);
  if (columns.size > 0) return columns;
  // A layout without demands and categories takes the number of rows from its outcomes.
  const outcome = manifest.columns.find(({ role }) => role === 'outcome')!;
  return new Map([[outcome.name, new Float64Array(rows).fill(Number.NaN)]]);
}
