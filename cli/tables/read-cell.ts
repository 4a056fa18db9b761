/** One cell of a table as the number that a column of the manifest wants, or what is wrong with it. */
import { isMissing, textOf } from '../../files/tables/cell.ts';
import { isHeld, readNumber, unheldWhole } from '../../files/tables/read-number.ts';
import type { Cell, TableForm } from '../../files/tables/table-visitor.ts';
import type { ManifestColumn } from '../../module/manifest.ts';
import { isAllowed, wanted } from '../../module/support.ts';
import type { Problem } from '../failure.ts';

/**
 * The number in a cell, or the layout's where the cell has none, NaN for an outcome that is missing; or a problem that says only what was found and wanted; the caller
 * adds the place.
 */
export function readCell(cell: Cell, column: ManifestColumn, form: TableForm): number | Problem {
  if (isMissing(cell, form)) {
    if (column.missing !== undefined) return column.missing;
    if (column.role === 'outcome') return Number.NaN;
    return { message: missingText(cell), remedy: missingRemedy(column) };
  }
  const value = numberIn(cell, form);
  if (value === null) return noNumber(cell, column, form);
  if (isAllowed(value, column)) return value;
  return {
    message: `found ${shorten(textOf(cell))}, which is not ${wanted(column)}`,
    remedy: rangeRemedy(column),
  };
}

/** The number that a cell holds exactly; null where it holds none. */
function numberIn(cell: Cell, { isText }: TableForm): number | null {
  switch (typeof cell) {
    case 'number':
      return cell;
    case 'string':
      return isText && unheldWhole(cell) === null ? (readNumber(cell) ?? readTruth(cell)) : null;
    case 'boolean':
      return cell ? 1 : 0;
    case 'bigint':
      return isHeld(cell) ? Number(cell) : null;
    default:
      return null;
  }
}

/** What a table of text holds where others hold a boolean, in any letters: 1 for true and 0 for false; null for anything else. */
function readTruth(cell: string): number | null {
  switch (cell.toLowerCase()) {
    case 'true':
      return 1;
    case 'false':
      return 0;
    default:
      return null;
  }
}

function noNumber(cell: Cell, column: ManifestColumn, form: TableForm): Problem {
  if (typeof cell === 'bigint' || (form.isText && unheldWhole(textOf(cell)) !== null)) {
    return {
      message: `found ${shorten(textOf(cell))}, which no double holds exactly`,
      remedy: 'Give whole numbers up to 2^53 in size.',
    };
  }
  if (typeof cell !== 'string') {
    return {
      message: `found ${Array.isArray(cell) ? 'a list' : 'an object'} where a number is wanted`,
      remedy: `Write ${wanted(column)}.`,
    };
  }
  const isQuoted = !form.isText && readNumber(cell.trim()) !== null;
  return {
    message: `found "${shorten(cell)}" where a number is wanted`,
    remedy: isQuoted ? 'Give it as a number, and not as text.' : textRemedy(cell, column, form),
  };
}

/** What a cell without a value is said to be. */
export function missingText(cell: Cell): string {
  return typeof cell === 'string' && cell !== ''
    ? `found "${cell}", which stands for a missing value`
    : 'the value is missing';
}

function missingRemedy(column: ManifestColumn): string {
  return `Fill in ${wanted(column)}, take such rows out of the table, or say in the layout what a missing value is taken for, such as \`missing = 0\`.`;
}

function textRemedy(cell: string, column: ManifestColumn, { isText }: TableForm): string {
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(cell)) {
    return `Write ${cell.replace(',', '')}, or ${cell.replace(',', '.')} if the comma is a decimal one.`;
  }
  if (/^[+-]?\d+,\d+$/.test(cell)) return `Write a decimal point: ${cell.replace(',', '.')}.`;
  if (/^(?:yes|no)$/i.test(cell)) return `Write 1 for yes and 0 for no${isText ? '' : ', or a boolean'}.`;
  if (/^(?:true|false)$/i.test(cell)) return 'Write a boolean, and not text.';
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
  // An outcome that is missing, NaN, is not more.
  if (!(value > trials)) return null;
  return {
    message: `found ${value}, which is more than the ${trials} of \`${column.trials}\` in the same row`,
    remedy: `Correct one of them, or choose another column with --outcome ${column.name}=COLUMN.`,
  };
}
