/** The rows that a stored fit is to predict: demands and categories, and the original table. */

import type { Table } from '../../files/tables/layout-table.ts';
import type { Posterior } from '../../host/posterior.ts';
import type { NewColumns } from '../../host/predict/rows.ts';
import type { Levels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
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
 * @param takesNew whether levels that the fit did not have are allowed
 * @throws Failure (input) as `readTable` does, and for such a level where it is not allowed
 */
export async function readRows(
  { manifest, levels }: Pick<Posterior, 'manifest' | 'levels'>,
  request: Pick<
    CommandTableRequest,
    'path' | 'files' | 'filters' | 'options' | 'joins' | 'leavesIdleJoins' | 'signal'
  >,
  takesNew = false,
): Promise<RowsToPredict> {
  const keeper = new TableKeeper();
  const table = await readTable({
    ...request,
    manifest: withoutOutcomes(manifest),
    outcomeChoices: [],
    ...(takesNew ? {} : { levels }),
    keep: keeper.keep,
  });
  tellReplaced(request.path, manifest, table);
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

function withoutOutcomes(manifest: Manifest): Manifest {
  return { ...manifest, columns: manifest.columns.filter(({ role }) => role !== 'outcome') };
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
