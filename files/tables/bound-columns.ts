/** Columns that are read under another name than they have in the file: `--bind minutes=human_minutes`. */
import { didYouMean, listNames } from '../../module/names.ts';
import type { FactTable } from './fact-tables.ts';
import { TableProblems } from './table-error.ts';
import type { TableForm } from './table-visitor.ts';

/** A name of the layout, and the column of the table that is read for it. */
export interface ColumnBinding {
  readonly name: string;
  readonly column: string;
}

/** The columns of a file, followed by those that are bound. */
export interface BoundHeader {
  readonly header: readonly string[];
  /** By position in this header, the position in the file. */
  readonly sources: readonly number[];
}

/** A column that has a bound name already is kept under another name: what is bound is read for it. */
export function bindHeader(header: readonly string[], bindings: readonly ColumnBinding[]): BoundHeader {
  const isBound = (column: string) => bindings.some(({ name }) => name === column);
  const found = bindings.filter(({ column }) => header.includes(column));
  return {
    header: [
      ...header.map((column) => (isBound(column) ? `${column} (not read)` : column)),
      ...found.map(({ name }) => name),
    ],
    sources: [...header.keys(), ...found.map(({ column }) => header.indexOf(column))],
  };
}

/**
 * @param header that of the attempts, as in the file
 * @throws TableProblems for a column that is in none of the tables
 */
export function checkBindings(
  bindings: readonly ColumnBinding[],
  {
    path,
    header,
    form,
  }: { readonly path: string; readonly header: readonly string[]; readonly form: TableForm },
  facts: readonly FactTable[],
): void {
  const all = [...header, ...facts.flatMap((table) => table.header)];
  const absent = bindings.find(({ column }) => !all.includes(column));
  if (absent === undefined) return;
  throw new TableProblems([
    {
      message: `${path} has no ${form.field} \`${absent.column}\` to read for \`${absent.name}\`.${didYouMean(absent.column, all)}`,
      remedy: `Its ${form.field}s are ${listNames(header)}.`,
    },
  ]);
}

/** A joined table with the bound columns that it has. */
export function bindFacts(table: FactTable, bindings: readonly ColumnBinding[]): FactTable {
  const { header, sources } = bindHeader(table.header, bindings);
  return {
    ...table,
    header,
    rows: table.rows.map((row) => ({ ...row, cells: sources.map((source) => row.cells[source]!) })),
  };
}
