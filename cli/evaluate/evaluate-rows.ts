/** The rows of a subject that an evaluation or a sweep divides, from the tables that were read. */
import type { EvaluatedRows } from '../../analysis/evaluate/parts/rows.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { Subject } from '../options/outcome-choice.ts';
import { columnsOf, type Table } from '../tables/read-table.ts';

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
      const columns = parts.map((part) => part.columns.get(name)!);
      numbers.set(
        name,
        columns.length === 1 ? columns[0]! : Float64Array.from(columns.flatMap((each) => [...each])),
      );
    }
  }
  return { count: tables.reduce((sum, { rows }) => sum + rows, 0), numbers, names };
}
