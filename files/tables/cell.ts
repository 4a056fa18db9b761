/** What one cell of a table says: whether it has a value, and that as text. */
import type { Cell, TableForm } from './table-visitor.ts';

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
