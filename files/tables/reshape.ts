/** Tables of other shapes: columns that become rows, and rows that become columns. Cells stay as they were written. */
import { orderLevels } from '../../module/levels.ts';
import { FileError } from '../file-error.ts';
import type { TableOptions } from './read-options.ts';
import { readTableFiles } from './several-files.ts';
import {
  type Cell,
  cellText,
  isMissing,
  type RowProblem,
  type TableForm,
  type TableVisitor,
} from './table-visitor.ts';

/** A table as text; null is a missing value. */
export interface TextTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/**
 * Reads all columns as text.
 *
 * @throws FileError as `readTableFiles` does, and for a nested cell or two columns of one name
 */
export async function readTextTable(paths: readonly string[], options: TableOptions): Promise<TextTable> {
  const visitor = new TextVisitor(paths[0]!);
  await readTableFiles(paths, visitor, options);
  return visitor;
}

/** Guards the rows while they are read. */
class TextVisitor implements TableVisitor, TextTable {
  readonly #name: string;
  #form!: TableForm;
  header: readonly string[] = [];
  readonly rows: (string | null)[][] = [];

  constructor(name: string) {
    this.#name = name;
  }

  begin(header: readonly string[], form: TableForm): readonly number[] {
    const twin = header.find((column, place) => header.indexOf(column) < place);
    if (twin !== undefined) {
      throw new FileError(
        `${this.#name} has two columns called \`${twin}\`.`,
        'Give each column a name of its own.',
      );
    }
    this.header = header;
    this.#form = form;
    return [...header.keys()];
  }

  row(cells: readonly Cell[], record: number): void {
    this.rows.push(
      this.header.map((column, place) => {
        const cell = cells[place]!;
        if (isMissing(cell, this.#form)) return null;
        if (typeof cell !== 'object') return cellText(cell);
        throw new FileError(
          `${this.#name}, ${this.#form.record} ${record}, column \`${column}\`: this is ${Array.isArray(cell) ? 'a list' : 'an object'}, and a cell of a CSV table is one value.`,
          'Leave the column out, or write its parts into columns of their own.',
        );
      }),
    );
  }

  flaw(row: number, problem: RowProblem): void {
    const { message, remedy } = problem({ table: this.#name, record: this.#form.record, row });
    throw new FileError(message, remedy);
  }
}

/** Which columns become rows. */
export interface ColumnStacking {
  /** Columns of the table. */
  readonly columns: readonly string[];
  /** The new column with the names of these. */
  readonly category: string;
  /** The new column with their cells. */
  readonly outcome: string;
}

/**
 * One row for each row and each of the columns: the other columns, the name of the column, and its cell. A missing cell is a row too.
 *
 * @throws FileError when a new column has the name of one that stays
 */
export function stackColumns(
  { header, rows }: TextTable,
  { columns, category, outcome }: ColumnStacking,
): TextTable {
  const kept = header.filter((column) => !columns.includes(column));
  for (const added of [category, outcome]) {
    if (!kept.includes(added)) continue;
    throw new FileError(
      `The table has a column \`${added}\` already.`,
      'Choose another name, or leave that column out of the table.',
    );
  }
  const places = kept.map((column) => header.indexOf(column));
  return {
    header: [...kept, category, outcome],
    rows: columns.flatMap((column) => {
      const place = header.indexOf(column);
      return rows.map((row) => [...places.map((each) => row[each]!), column, row[place]!]);
    }),
  };
}

/** Which rows become columns. */
export interface Spreading {
  /** The column whose values become the names of columns. */
  readonly category: string;
  /** The column whose cells they hold. */
  readonly outcome: string;
  /** The columns that tell the rows of the result apart, and stay. */
  readonly by: readonly string[];
}

/**
 * One row for each combination of values of the columns `by` that occurs, in the order in which they begin, and one column for each
 * value of the category, in the order of levels. A cell without a row is missing.
 *
 * @throws FileError when two rows would be in one cell, or a row has no value of the category
 */
export function spreadColumn({ header, rows }: TextTable, { category, outcome, by }: Spreading): TextTable {
  const [from, cell] = [header.indexOf(category), header.indexOf(outcome)];
  const keys = by.map((column) => header.indexOf(column));
  const without = rows.findIndex((row) => row[from] === null);
  if (without >= 0) {
    throw new FileError(
      `Row ${without + 1} has no value of \`${category}\`, which says in which column its \`${outcome}\` is.`,
      'Give it one, or leave the row out.',
    );
  }
  const names = orderLevels(new Set(rows.map((row) => row[from]!)));
  const columns = new Map(names.map((name, place) => [name, by.length + place]));
  const clash = names.find((name) => by.includes(name));
  if (clash !== undefined) {
    throw new FileError(
      `\`${category}\` has the value ${JSON.stringify(clash)}, and a column of that name stays.`,
      'Rename the column, or the value.',
    );
  }
  const found = new Map<string, { readonly cells: (string | null)[]; readonly from: Map<number, number> }>();
  for (const [number, row] of rows.entries()) {
    const key = keys.map((place) => row[place]!);
    const text = JSON.stringify(key);
    const entry = found.get(text) ?? {
      cells: [...key, ...names.map(() => null)],
      from: new Map<number, number>(),
    };
    found.set(text, entry);
    const place = columns.get(row[from]!)!;
    const before = entry.from.get(place);
    if (before !== undefined) {
      throw new FileError(
        `Rows ${before + 1} and ${number + 1} are both of ${JSON.stringify(row[from])} and agree in ${by.map((column) => `\`${column}\``).join(', ')}: a cell holds one \`${outcome}\`.`,
        'Name a further column that tells them apart, such as --by item,epoch, or make one row of them.',
      );
    }
    entry.from.set(place, number);
    entry.cells[place] = row[cell]!;
  }
  return { header: [...by, ...names], rows: [...found.values()].map(({ cells }) => cells) };
}
