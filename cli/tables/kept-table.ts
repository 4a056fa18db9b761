/** The table that a command was given, kept as it is while it is read, to be printed again with columns beside it. */

import { readNumber } from '../../files/tables/read-cell.ts';
import { type Cell, cellText } from '../../files/tables/table-visitor.ts';
import type { Levels } from '../../module/levels.ts';
import { printable } from '../printable.ts';
import { printNotice } from '../terminal.ts';

/** Its first line, and the fields of each row that was used. */
export interface KeptTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Guards what has been read so far. */
export class TableKeeper {
  readonly #kept: (readonly (string | number)[])[] = [];

  /** What `readTable` calls with the header, and then with each row. */
  readonly keep = (cells: readonly Cell[]): void => {
    this.#kept.push(cells.map(fieldOf));
  };

  finish(): KeptTable {
    const [header, ...rows] = this.#kept;
    return { header: header!.map(String), rows };
  }
}

/** A cell as a table of CSV has it: a boolean as the number that it is read as, a number as it is. */
function fieldOf(cell: Cell): string | number {
  if (typeof cell === 'boolean') return Number(cell);
  return typeof cell === 'number' && !Number.isNaN(cell) ? cell : cellText(cell);
}

/**
 * A header and a row for each row simulated. Of a table that was given all columns stay as they are, but that an outcome
 * takes the place of a column of its name; otherwise there are the columns simulated, those of categories with the names of levels.
 */
export function simulatedTable(
  columns: ReadonlyMap<string, Float64Array>,
  outcomes: readonly string[],
  table: KeptTable | null,
  levels: Levels = new Map(),
): (readonly (string | number)[])[] {
  if (table === null) {
    const rows = columns.values().next().value!.length;
    return [
      [...columns.keys()],
      ...Array.from({ length: rows }, (_, row) =>
        [...columns].map(([name, column]) => levels.get(name)?.[column[row]!] ?? column[row]!),
      ),
    ];
  }
  const { header } = table;
  const added = outcomes.filter((name) => !header.includes(name));
  const places = new Map(outcomes.map((name) => [header.indexOf(name), columns.get(name)!]));
  return [
    [...header, ...added],
    ...table.rows.map((fields, row) => [
      ...fields.map((field, place) => places.get(place)?.[row] ?? field),
      ...added.map((name) => columns.get(name)![row]!),
    ]),
  ];
}

/** What spreadsheets begin a formula with; a tab or a return before it is passed over by some. */
const FORMULA = /^[\t\r]*[=+\-@]./s;

/**
 * A cell is never changed for it: another program, or this one, would read another name. So whoever opens the table in a spreadsheet must know.
 *
 * @param rows the header, and then the rows
 */
export function tellFormulas(rows: readonly (readonly (string | number | null)[])[]): void {
  const [header = [], ...cells] = rows;
  for (const [index, row] of [header, ...cells].entries()) {
    const place = row.findIndex((cell) => typeof cell === 'string' && isFormula(cell));
    if (place < 0) continue;
    const where =
      index === 0 ? 'the name of a column' : `row ${index} has text in the column \`${header[place]}\` that`;
    printNotice(
      `${printable(`note: ${where} begins as a formula of a spreadsheet does. Text is written as it was read: import its column as text, or open the table elsewhere.`)}\n`,
    );
    return;
  }
}

function isFormula(cell: string): boolean {
  return FORMULA.test(cell) && readNumber(cell) === null;
}
