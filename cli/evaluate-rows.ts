/** The rows that an evaluation divides: a table's columns, with the levels of categories by their names. */
import { encodeLevels, type Levels } from '../host/levels.ts';
import type { Manifest } from '../host/manifest.ts';
import type { NewColumns } from '../host/predict/rows.ts';
import type { Subject } from './outcome-choice.ts';
import { columnsOf, type Table } from './read-table.ts';

/** One entry a row in each column. */
export interface EvaluatedRows {
  readonly count: number;
  /** Demands and outcomes. */
  readonly numbers: ReadonlyMap<string, Float64Array>;
  /** The names of the levels of categories. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** A subject's rows, of one table or of several one after another. */
export function rowsOf(manifest: Manifest, tables: readonly Table[], subject: string): EvaluatedRows {
  const parts = tables.map((table) => ({
    table,
    columns: columnsOf(table, table.subjects.find(({ name }) => name === subject) as Subject),
  }));
  const numbers = new Map<string, Float64Array>();
  const names = new Map<string, readonly string[]>();
  for (const { name, role } of manifest.columns) {
    if (role === 'category') {
      const levels = ({ table }: (typeof parts)[number]) => table.levels.get(name)!;
      names.set(
        name,
        parts.flatMap((part) => Array.from(part.columns.get(name)!, (code) => levels(part)[code]!)),
      );
    } else {
      numbers.set(name, Float64Array.from(parts.flatMap(({ columns }) => [...columns.get(name)!])));
    }
  }
  return { count: tables.reduce((sum, { rows }) => sum + rows, 0), numbers, names };
}

/** Some of the rows as columns to be fitted, with the levels that occur in them. */
export function fittedColumns(
  { numbers, names }: EvaluatedRows,
  rows: readonly number[],
): { readonly columns: ReadonlyMap<string, Float64Array>; readonly levels: Levels } {
  const columns = new Map<string, Float64Array>();
  const levels = new Map<string, readonly string[]>();
  for (const [name, values] of numbers)
    columns.set(
      name,
      Float64Array.from(rows, (row) => values[row]!),
    );
  for (const [name, values] of names) {
    const encoded = encodeLevels(rows.map((row) => values[row]!));
    columns.set(name, encoded.codes);
    levels.set(name, encoded.levels);
  }
  return { columns, levels };
}

/** Some of the rows as columns to be predicted. */
export function predictedColumns({ numbers, names }: EvaluatedRows, rows: readonly number[]): NewColumns {
  return new Map<string, Float64Array | readonly string[]>([
    ...[...numbers].map(([name, values]) => [name, Float64Array.from(rows, (row) => values[row]!)] as const),
    ...[...names].map(([name, values]) => [name, rows.map((row) => values[row]!)] as const),
  ]);
}
