/**
 * The interface by which a table of any format is handed on: column names, then row by row, with the meaning of a cell.
 */
import type { Problem } from '../../module/problem-text.ts';

/**
 * One cell. In a text format it is the text, without surrounding blanks. Otherwise null and NaN are missing values, and
 * lists and objects are nested JSON.
 */
export type Cell = string | number | bigint | boolean | null | object;

/** The words for a format's parts, and the meaning of its cells. */
export interface TableForm {
  /** Whether all cells are text, some of which is read as numbers. */
  readonly isText: boolean;
  /** What the number of a row, from 1, counts. */
  readonly record: 'line' | 'row' | 'sample';
  readonly field: 'column' | 'key';
}

/** Receives a table. An exception of a method ends the reading. */
export interface TableVisitor {
  /**
   * Receives the column names once, before any row.
   *
   * @returns the positions of the requested columns
   */
  begin(header: readonly string[], form: TableForm): Iterable<number>;
  /**
   * Receives each row: the cells at the requested positions, and the row's place. The array may be reused for the next
   * row.
   */
  row(cells: readonly Cell[], record: number): void;
  /** Receives the problem of an unreadable row; the reading continues. */
  flaw(record: number, problem: RowProblem): void;
  /**
   * Receives the path and the columns of a file before its rows, if the table is in several files. Columns of other
   * files are null in its rows.
   */
  from?(path: string, header: readonly string[]): void;
  /**
   * Receives what a user should know of the file though it is no problem, such as samples without a score.
   *
   * @param answeredBy the column by which a user may choose rows in answer; then the note is not needed
   */
  note?(note: string, answeredBy?: string): void;
}

/** A problem with a row, without the name of the table. */
export type RowProblem = (place: {
  readonly table: string;
  readonly record: string;
  readonly row: number;
}) => Problem;

/** The words for missing values in text tables. */
const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '.', '?', '-']);

/**
 * Whether a cell has no value: null or NaN, and in a text format any word for a missing value. In other formats only an
 * empty text is missing.
 */
export function isMissing(cell: Cell, { isText }: TableForm): boolean {
  if (typeof cell === 'string') return isText ? isMissingText(cell) : cell === '';
  return cell === null || Number.isNaN(cell);
}

/** Whether a text is a word for a missing value, in a text format. */
export function isMissingText(text: string): boolean {
  return MISSING.has(text.toLowerCase());
}

/**
 * A cell as text: the shortest decimal of a number, `true` or `false`, empty for a missing value, and JSON for nested
 * data.
 */
export function cellText(cell: Cell): string {
  if (cell === null || Number.isNaN(cell)) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
