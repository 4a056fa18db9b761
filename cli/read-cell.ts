/** One cell of a table as the number that a column of the manifest wants, or what is wrong with it. */
import type { ManifestColumn } from '../host/manifest.ts';
import { isAllowed, wanted } from '../host/support.ts';
import type { Problem } from './failure.ts';
import { readNumber } from './read-number.ts';

/** What tables write where there is no value. */
const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '.', '?', '-']);

/** Whether a cell holds what tables write where there is no value. */
export function isMissing(cell: string): boolean {
  return MISSING.has(cell.toLowerCase());
}

/**
 * The number in a cell, or the layout's where the cell has none, NaN for an outcome that is missing; or a problem that says only what was found and wanted; the caller
 * adds the place.
 */
export function readCell(cell: string, column: ManifestColumn): number | Problem {
  const value = readNumber(cell);
  if (value === null) {
    if (isMissing(cell)) {
      if (column.missing !== undefined) return column.missing;
      if (column.role === 'outcome') return Number.NaN;
      return {
        message: cell === '' ? 'the value is missing' : `found "${cell}", which stands for a missing value`,
        remedy: missingRemedy(column),
      };
    }
    return { message: `found "${shorten(cell)}" where a number is wanted`, remedy: textRemedy(cell, column) };
  }
  if (isAllowed(value, column)) return value;
  return { message: `found ${shorten(cell)}, which is not ${wanted(column)}`, remedy: rangeRemedy(column) };
}

function missingRemedy(column: ManifestColumn): string {
  return `Fill in ${wanted(column)}, take such rows out of the table, or say in the layout what a missing value is taken for, such as \`missing = 0\`.`;
}

function textRemedy(cell: string, column: ManifestColumn): string {
  if (/^[+-]?\d+,\d+$/.test(cell)) return `Write a decimal point: ${cell.replace(',', '.')}.`;
  if (/^(?:true|false|yes|no)$/i.test(cell)) return 'Write 1 for true and 0 for false.';
  return `Write ${wanted(column)}.`;
}

function rangeRemedy(column: ManifestColumn): string {
  const { name, role, kind } = column;
  if (kind === 'binary') {
    return `An outcome is 1 for success and 0 for failure: choose another column with --outcome ${name}=COLUMN.`;
  }
  if (role === 'outcome') {
    return `By its distribution the outcome is ${wanted(column)}: choose another column with --outcome ${name}=COLUMN, or another distribution.`;
  }
  return kind === 'real'
    ? `Correct the value, or widen what the layout declares for \`${name}\`.`
    : `Correct the value, or declare \`${name}\` as another kind of demand.`;
}

function shorten(cell: string): string {
  const line = cell.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** What is wrong with an outcome that counts more than there were trials in its row; null where nothing is. */
export function tooMany(value: number, column: ManifestColumn, trials: number): Problem | null {
  if (value <= trials) return null;
  return {
    message: `found ${value}, which is more than the ${trials} of \`${column.trials}\` in the same row`,
    remedy: `Correct one of them, or choose another column with --outcome ${column.name}=COLUMN.`,
  };
}
