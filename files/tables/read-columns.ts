/** Reads a table as columns, for programs: numbers if a column holds numbers, otherwise text. */
import { fileURLToPath } from 'node:url';
import { FileError } from '../file-error.ts';
import { isHeld, readNumber, unheldWhole } from './read-cell.ts';
import type { TableOptions } from './read-options.ts';
import { readTableFile } from './read-table.ts';
import { tableError } from './table-error.ts';
import { type TableFile, tableFileOf, withTableFile } from './table-file.ts';
import {
  type Cell,
  cellText,
  isMissing,
  type RowProblem,
  type TableForm,
  type TableVisitor,
} from './table-visitor.ts';

/** Numbers, with NaN for missing values and 1 and 0 for booleans; or texts, with null for missing values. */
export type TableColumn = Float64Array | readonly (string | null)[];

export interface ReadColumnsOptions extends TableOptions {
  /** The columns to read; by default all. */
  readonly columns?: readonly string[];
  /** The name of bytes in messages; its extension may give the format. */
  readonly name?: string;
}

/**
 * Reads a table in any format from a file, or from bytes. A column is numeric if every cell with a value is a number or
 * a boolean, or in CSV the decimal text of a number. The file is read twice, because this is known only at its end.
 * Little besides the columns is in memory.
 *
 * @param source a path, a file URL, or the contents of a file
 * @returns the columns by name, in the order of the file
 * @throws FileError when the source is not a table, lacks a requested column or has it twice, or has a row of another
 * length, a nested cell, or, in a numeric column, a number that no double holds; the system's errors; the signal's
 * reason.
 */
export async function readColumns(
  source: string | URL | Uint8Array,
  options: ReadColumnsOptions = {},
): Promise<Map<string, TableColumn>> {
  const read = (file: TableFile) => columnsOfFile(file, options);
  if (source instanceof Uint8Array) return read(tableFileOf(source, options.name ?? 'the table'));
  return withTableFile(source instanceof URL ? fileURLToPath(source) : source, read, options);
}

/** The same for an open file. @throws as `readColumns` does */
export async function columnsOfFile(
  file: TableFile,
  options: ReadColumnsOptions,
): Promise<Map<string, TableColumn>> {
  return columnsThrough((visitor) => readTableFile(file, visitor, options), file.name, options.columns);
}

/**
 * The same for whatever passes a table to visitors, which it does twice.
 *
 * @param name the table's name in messages
 * @param asked the columns to read; by default all
 */
export async function columnsThrough(
  read: (visitor: TableVisitor) => Promise<void>,
  name: string,
  asked?: readonly string[],
): Promise<Map<string, TableColumn>> {
  const kinds = new KindVisitor(name, asked);
  await read(kinds);
  kinds.finish();
  const columns = new ColumnVisitor(kinds);
  await read(columns);
  return columns.finish();
}

/** Guards the number of rows, and which columns hold only numbers. */
class KindVisitor implements TableVisitor {
  readonly #name: string;
  readonly #asked: readonly string[] | undefined;
  header: readonly string[] = [];
  form!: TableForm;
  positions: readonly number[] = [];
  /** The positions of columns that hold text. */
  readonly texts = new Set<number>();
  rows = 0;
  /** The problem of the first number that no double holds, by the column's position. */
  readonly #unheld = new Map<number, FileError>();

  constructor(name: string, asked: readonly string[] | undefined) {
    this.#name = name;
    this.#asked = asked;
  }

  begin(header: readonly string[], form: TableForm): readonly number[] {
    this.header = header;
    this.form = form;
    for (const column of this.#asked ?? header) {
      const position = header.indexOf(column);
      if (position < 0) {
        throw new FileError(
          `${this.#name} has no column called \`${column}\`.`,
          `Its columns are ${header.join(', ')}.`,
        );
      }
      if (header.indexOf(column, position + 1) >= 0) {
        throw new FileError(
          `${this.#name} has two columns called \`${column}\`.`,
          'Give each column a name of its own.',
        );
      }
    }
    const asked = this.#asked;
    this.positions = [...header.keys()].filter((at) => asked === undefined || asked.includes(header[at]!));
    return this.positions;
  }

  row(cells: readonly Cell[], record: number): void {
    this.rows++;
    for (const position of this.positions) {
      const cell = cells[position]!;
      if (typeof cell === 'object' && cell !== null) {
        throw this.#wrong(Array.isArray(cell) ? 'a list' : 'an object', position, record);
      }
      if (typeof cell === 'string' && !this.#isNumber(cell)) this.texts.add(position);
      else if (!this.#unheld.has(position)) {
        const what = unheldBy(cell, this.form);
        if (what !== null) this.#unheld.set(position, this.#wrong(what, position, record));
      }
    }
  }

  #isNumber(cell: string): boolean {
    return this.form.isText && (isMissing(cell, this.form) || readNumber(cell) !== null);
  }

  #wrong(what: string, position: number, record: number): FileError {
    return tableError('noScalar', {
      table: this.#name,
      record: this.form.record,
      row: record,
      field: this.form.field,
      column: this.header[position]!,
      kind: what,
    });
  }

  flaw(row: number, problem: RowProblem): void {
    const { message, remedy } = problem({ table: this.#name, record: this.form.record, row });
    throw new FileError(message, remedy);
  }

  /**
   * @throws FileError for a number that no double holds, in a numeric column; in a column of text it keeps its digits
   */
  finish(): void {
    for (const [position, error] of this.#unheld) if (!this.texts.has(position)) throw error;
  }
}

/** The description of a number that no double holds; null if a double holds it. */
function unheldBy(cell: Cell, { isText, field }: TableForm): string | null {
  const whole = typeof cell === 'bigint' && !isHeld(cell) ? cell : null;
  const written = typeof cell === 'string' ? unheldWhole(cell) : whole;
  if (written !== null) return `${shortText(cellText(cell))}, which no double holds exactly`;
  // Neither of these formats can represent infinity, so it comes from a number such as 1e400.
  const value = typeof cell === 'string' ? readNumber(cell) : cell;
  const isTooLarge = (isText || field === 'key') && (value === Infinity || value === -Infinity);
  return isTooLarge ? 'a number that is too large for a double' : null;
}

function shortText(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Guards the columns while they are filled. */
class ColumnVisitor implements TableVisitor {
  readonly #kinds: KindVisitor;
  readonly #numbers: readonly (readonly [position: number, column: Float64Array])[];
  readonly #texts: readonly (readonly [position: number, column: (string | null)[]])[];
  #row = 0;

  constructor(kinds: KindVisitor) {
    const { positions, texts, rows } = kinds;
    this.#kinds = kinds;
    this.#numbers = positions
      .filter((position) => !texts.has(position))
      .map((position) => [position, new Float64Array(rows)]);
    this.#texts = positions.filter((position) => texts.has(position)).map((position) => [position, []]);
  }

  begin(): readonly number[] {
    return this.#kinds.positions;
  }

  row(cells: readonly Cell[]): void {
    const { form } = this.#kinds;
    for (const [position, column] of this.#numbers) {
      const cell = cells[position]!;
      column[this.#row] = isMissing(cell, form) ? Number.NaN : Number(cell);
    }
    for (const [position, column] of this.#texts) {
      const cell = cells[position]!;
      column.push(isMissing(cell, form) ? null : cellText(cell));
    }
    this.#row++;
  }

  flaw(): void {
    // The first reading has already thrown for it.
  }

  /** The columns by name, in the order of the file. */
  finish(): Map<string, TableColumn> {
    const columns = new Map<number, TableColumn>([...this.#numbers, ...this.#texts]);
    return new Map(
      this.#kinds.positions.map((position) => [this.#kinds.header[position]!, columns.get(position)!]),
    );
  }
}
