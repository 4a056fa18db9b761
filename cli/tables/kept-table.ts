/** Keeps the original table while it is read, so that it can be printed again with added columns. */

import type { RowGroups } from '../../analysis/evaluate/parts/draw-split.ts';
import { readNumber } from '../../files/tables/read-cell.ts';
import { type Cell, cellText } from '../../files/tables/table-visitor.ts';
import type { Levels } from '../../module/levels.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { badInput } from '../failure.ts';
import { printable } from '../printable.ts';
import { printNotice } from '../terminal.ts';

/** Its first line, and the fields of each row that was used. */
export interface KeptTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Guards the rows read so far. */
export class TableKeeper {
  readonly #kept: (readonly (string | number)[])[] = [];

  /** Called by `readTable` with the header, and then with each row. */
  readonly keep = (cells: readonly Cell[]): void => {
    this.#kept.push(cells.map(fieldOf));
  };

  finish(): KeptTable {
    const [header, ...rows] = this.#kept;
    return { header: header!.map(String), rows };
  }
}

/** A cell as CSV: a boolean as the number that it is read as, a number unchanged. */
function fieldOf(cell: Cell): string | number {
  if (typeof cell === 'boolean') return Number(cell);
  return typeof cell === 'number' && !Number.isNaN(cell) ? cell : cellText(cell);
}

/** The rows of a table as a layout reads them. */
interface GroupedTable {
  /** The column of `--group`. */
  readonly column: string;
  readonly path: string;
  /** Their number, which is a multiple of that of the kept rows if columns were stacked. */
  readonly rows: number;
  /** The layout's categories as level numbers, and the names of these: by the layout's own names. */
  readonly categories: ReadonlyMap<string, ArrayLike<number>>;
  readonly levels: Levels;
}

/**
 * The values of the column of `--group`: one of the table, or else a category that the layout has under this name, such as that of
 * `--stack`.
 *
 * @throws Failure (input) if there is neither
 */
export function groupsIn(
  { header, rows: kept }: KeptTable,
  { column, path, rows, categories, levels }: GroupedTable,
): RowGroups {
  const place = header.indexOf(column);
  if (place >= 0) {
    return {
      column,
      names: Array.from({ length: rows }, (_, row) => String(kept[row % kept.length]![place])),
    };
  }
  const codes = categories.get(column);
  if (codes !== undefined) return { column, names: Array.from(codes, (code) => levels.get(column)![code]!) };
  throw badInput(
    `${path} has no column \`${column}\`, whose values --group takes for groups.${didYouMean(column, header)}`,
    `Its columns are ${listNames(header)}.`,
  );
}

/**
 * A header, and one row per simulated row. A given table keeps all its columns, except that a simulated outcome
 * replaces a column of the same name. Without a table, the simulated columns are used, with categories as level names.
 *
 * @param outcomes the names of the values of each simulated outcome; null for one of numbers
 */
export function simulatedTable(
  columns: ReadonlyMap<string, Float64Array>,
  outcomes: ReadonlyMap<string, readonly string[] | null>,
  table: KeptTable | null,
  levels: Levels = new Map(),
): (readonly (string | number)[])[] {
  const valueIn = (name: string, row: number) => {
    const value = columns.get(name)![row]!;
    return outcomes.get(name)?.[value - 1] ?? value;
  };
  if (table === null) {
    const rows = columns.values().next().value!.length;
    return [
      [...columns.keys()],
      ...Array.from({ length: rows }, (_, row) =>
        [...columns].map(([name, column]) => levels.get(name)?.[column[row]!] ?? valueIn(name, row)),
      ),
    ];
  }
  const { header } = table;
  const added = [...outcomes.keys()].filter((name) => !header.includes(name));
  return [
    [...header, ...added],
    ...table.rows.map((fields, row) => [
      ...fields.map((field, place) => (outcomes.has(header[place]!) ? valueIn(header[place]!, row) : field)),
      ...added.map((name) => valueIn(name, row)),
    ]),
  ];
}

/**
 * The characters that begin a formula in a spreadsheet; some spreadsheets skip a tab or carriage return before them.
 */
const FORMULA = /^[\t\r]*[=+\-@]./s;

/**
 * Cells are never changed because of this: other programs, and this one, would then read a different name. So a user
 * who opens the table in a spreadsheet is warned.
 *
 * @param rows the header, followed by the rows
 */
export function tellFormulas(rows: readonly (readonly (string | number | null)[])[]): void {
  const [header = [], ...cells] = rows;
  for (const [index, row] of [header, ...cells].entries()) {
    const place = row.findIndex((cell) => typeof cell === 'string' && isFormula(cell));
    if (place < 0) continue;
    const where =
      index === 0 ? 'the name of a column' : `row ${index} has text in the column \`${header[place]}\` that`;
    printNotice(
      `${printable(`note: ${where} begins like a formula of a spreadsheet. Text is written as it was read: import its column as text, or open the table elsewhere.`)}\n`,
    );
    return;
  }
}

function isFormula(cell: string): boolean {
  return FORMULA.test(cell) && readNumber(cell) === null;
}
