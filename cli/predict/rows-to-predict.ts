/** The rows of a table that a stored fit is to predict: demands and categories, and the table as it is. */

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
  /** All columns of the layout, for the compiler to see how often they repeat. */
  readonly sketched: ReadonlyMap<string, Float64Array>;
  readonly kept: KeptTable;
  /** The levels that the fit did not have, by category and by column; none where these are refused. */
  readonly added: Levels;
}

/**
 * Reads a table, and says on stderr which missing values were taken for what.
 *
 * @param takesNew whether there may be levels that the fit did not have
 * @throws Failure (input) as `readTable` does, and for such a level where there may be none
 */
export async function readRows(
  { manifest, levels }: Pick<Posterior, 'manifest' | 'levels'>,
  request: Pick<CommandTableRequest, 'path' | 'filters' | 'options' | 'joins' | 'leavesIdleJoins' | 'signal'>,
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

/** All columns of the layout, for the compiler to see how often they repeat; of the outcomes nothing is known. */
function sketchable({ columns }: Manifest, table: Table): Map<string, Float64Array> {
  const unknown = new Float64Array(table.rows).fill(Number.NaN);
  return new Map(
    columns.map(({ name }) => [name, table.demands.get(name) ?? table.categories.get(name) ?? unknown]),
  );
}

/** The columns to predict, categories by the names of their levels. */
function namedColumns(manifest: Manifest, { rows, demands, categories, levels }: Table): NewColumns {
  const named = [...categories].map(
    ([name, codes]) => [name, Array.from(codes, (code) => levels.get(name)![code]!)] as const,
  );
  const columns = new Map<string, Float64Array | readonly string[]>([...demands, ...named]);
  if (columns.size > 0) return columns;
  // Of a layout without any, the rows of its outcomes say how many there are.
  const outcome = manifest.columns.find(({ role }) => role === 'outcome')!;
  return new Map([[outcome.name, new Float64Array(rows).fill(Number.NaN)]]);
}
