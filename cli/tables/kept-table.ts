/** The table that a command was given, kept as it is while it is read, to be printed again with columns beside it. */
import { textOf } from '../../files/tables/cell.ts';
import type { Cell } from '../../files/tables/table-visitor.ts';

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
  return typeof cell === 'number' && !Number.isNaN(cell) ? cell : textOf(cell);
}
