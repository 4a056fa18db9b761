/** The rows of a part of a table that is held by columns. */
import type { Cell, TableVisitor } from './table-visitor.ts';

/** Cells by their position in the header; undefined, as a reader may have it for what is missing, is null. */
export type CellColumns = ReadonlyMap<number, ArrayLike<unknown>>;

/** Tells the visitor `rows` rows, the first of them with the number `first`. */
export function tellRows(columns: CellColumns, rows: number, first: number, visitor: TableVisitor): void {
  const width = Math.max(-1, ...columns.keys()) + 1;
  const cells = new Array<Cell>(width).fill(null);
  const wanted = [...columns];
  for (let row = 0; row < rows; row++) {
    for (const [position, column] of wanted) cells[position] = (column[row] ?? null) as Cell;
    visitor.row(cells, first + row);
  }
}
