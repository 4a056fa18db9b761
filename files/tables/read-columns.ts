/** A table as columns, for programs: numbers where a column holds numbers, and text elsewhere. */
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

/** Numbers with NaN for what is missing, of booleans 1 and 0; or texts with null for it. */
export type TableColumn = Float64Array | readonly (string | null)[];

export interface ReadColumnsOptions extends TableOptions {
  /** The columns to read; all of them when absent. */
  readonly columns?: readonly string[];
  /** What messages call bytes, of which the ending may say the format. */
  readonly name?: string;
}

/**
 * Reads a table in any format from a file, or from bytes. A column is one of numbers where every cell that has a value is a number
 * or a boolean, in CSV the decimal text of a number. The file is read twice, since only its end says so; its columns are
 * held in memory, and little else.
 *
 * @param source a path, a URL of a file, or what a file would hold
 * @returns the columns by name, in the order of the file
 * @throws FileError when the source cannot be read as a table, lacks a column that is asked for or has one of its name twice, has a row
 *   of another length, a cell that is nested, or a number that no double holds in a column of numbers; the system's errors; the signal's reason.
 */
export async function readColumns(
  source: string | URL | Uint8Array,
  options: ReadColumnsOptions = {},
): Promise<Map<string, TableColumn>> {
  const read = (file: TableFile) => columnsOfFile(file, options);
  if (source instanceof Uint8Array) return read(tableFileOf(source, options.name ?? 'the table'));
  return withTableFile(source instanceof URL ? fileURLToPath(source) : source, read, options);
}

/** The same of a file that is open. @throws as `readColumns` does */
export async function columnsOfFile(
  file: TableFile,
  options: ReadColumnsOptions,
): Promise<Map<string, TableColumn>> {
  const kinds = new KindVisitor(file.name, options.columns);
  await readTableFile(file, kinds, options);
  kinds.finish();
  const columns = new ColumnVisitor(kinds);
  await readTableFile(file, columns, options);
  return columns.finish();
}

/** Guards how many rows there are, and which columns hold numbers alone. */
class KindVisitor implements TableVisitor {
  readonly #name: string;
  readonly #asked: readonly string[] | undefined;
  header: readonly string[] = [];
  form!: TableForm;
  positions: readonly number[] = [];
  /** The positions of columns that hold text. */
  readonly texts = new Set<number>();
  rows = 0;
  /** What is wrong with the first number that no double holds, by the positions of columns that have some. */
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

  /** @throws FileError for a number that no double holds, in a column of numbers: among texts it keeps its digits */
  finish(): void {
    for (const [position, error] of this.#unheld) if (!this.texts.has(position)) throw error;
  }
}

/** What is found in a cell of numbers that no double holds; null where one does. */
function unheldBy(cell: Cell, { isText, field }: TableForm): string | null {
  const whole = typeof cell === 'bigint' && !isHeld(cell) ? cell : null;
  const written = typeof cell === 'string' ? unheldWhole(cell) : whole;
  if (written !== null) return `${shortText(cellText(cell))}, which no double holds exactly`;
  // Neither of these formats can write an infinity: it is a number such as 1e400.
  const value = typeof cell === 'string' ? readNumber(cell) : cell;
  const isTooLarge = (isText || field === 'key') && (value === Infinity || value === -Infinity);
  return isTooLarge ? 'a number that is too large for a double' : null;
}

function shortText(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Guards the columns as they fill. */
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
    // The first reading has thrown for it.
  }

  /** The columns by name, in the order of the file. */
  finish(): Map<string, TableColumn> {
    const columns = new Map<number, TableColumn>([...this.#numbers, ...this.#texts]);
    return new Map(
      this.#kinds.positions.map((position) => [this.#kinds.header[position]!, columns.get(position)!]),
    );
  }
}
