/** How a table is handed on, whatever its format: the names of its columns, one row after another, and what one cell says. */
import type { Problem } from '../../module/problem-text.ts';

/**
 * One cell. In a format of text alone it is the text, without blanks around it. Otherwise null is a missing value, and so is NaN;
 * a list or an object is what JSON may nest.
 */
export type Cell = string | number | bigint | boolean | null | object;

/** What a format calls its parts, and how its cells are meant. */
export interface TableForm {
  /** Whether cells are text, of which some is to be read as numbers. */
  readonly isText: boolean;
  /** What numbers, from 1, tell where a row is. */
  readonly record: 'line' | 'row';
  readonly field: 'column' | 'key';
}

/** Takes a table in. What a method throws ends the reading. */
export interface TableVisitor {
  /**
   * Told the columns' names once, before any row.
   *
   * @returns the positions of those whose cells are wanted
   */
  begin(header: readonly string[], form: TableForm): Iterable<number>;
  /**
   * Told each row: the cells at the positions that are wanted, and where the row is. The array may be used again for the next
   * row.
   */
  row(cells: readonly Cell[], record: number): void;
  /** Told of a row that has no cells to be told, and what is wrong with it; the reading goes on. */
  flaw(record: number, problem: RowProblem): void;
}

/** A problem with a row whose table is still to be said. */
export type RowProblem = (place: {
  readonly table: string;
  readonly record: string;
  readonly row: number;
}) => Problem;

/** What tables of text write where there is no value. */
const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '.', '?', '-']);

/**
 * Whether a cell has no value: null or NaN, and in a format of text alone any of the words that are written for it. Elsewhere text is
 * what it says, but for an empty one.
 */
export function isMissing(cell: Cell, { isText }: TableForm): boolean {
  if (typeof cell === 'string') return isText ? isMissingText(cell) : cell === '';
  return cell === null || Number.isNaN(cell);
}

/** Whether a text stands for a missing value where all is text. */
export function isMissingText(text: string): boolean {
  return MISSING.has(text.toLowerCase());
}

/** A cell as text: of a number its shortest decimal, of a boolean `true` or `false`, of what is missing nothing, and JSON of what is nested. */
export function cellText(cell: Cell): string {
  if (cell === null || Number.isNaN(cell)) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
