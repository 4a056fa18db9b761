/** One cell of a table as the number that a column of the manifest wants, or what is wrong with it. */
import type { ManifestColumn } from '../host/manifest.ts';
import type { Problem } from './failure.ts';
import { readNumber } from './read-number.ts';

/** What tables write where there is no value. */
const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '.', '?', '-']);

/** The number in a cell, or a problem that says only what was found and wanted; the caller adds the place. */
export function readCell(cell: string, column: ManifestColumn): number | Problem {
  const value = readNumber(cell);
  if (value === null) {
    if (MISSING.has(cell.toLowerCase())) {
      return {
        message: cell === '' ? 'the value is missing' : `found "${cell}", which stands for a missing value`,
        remedy: `Fill in ${wanted(column)}, or take such rows out of the table.`,
      };
    }
    return { message: `found "${shorten(cell)}" where a number is wanted`, remedy: textRemedy(cell, column) };
  }
  if (isAllowed(value, column)) return value;
  return { message: `found ${shorten(cell)}, which is not ${wanted(column)}`, remedy: rangeRemedy(column) };
}

function textRemedy(cell: string, column: ManifestColumn): string {
  if (/^[+-]?\d+,\d+$/.test(cell)) return `Write a decimal point: ${cell.replace(',', '.')}.`;
  if (/^(?:true|false|yes|no)$/i.test(cell)) return 'Write 1 for true and 0 for false.';
  return `Write ${wanted(column)}.`;
}

function rangeRemedy({ name, role, kind }: ManifestColumn): string {
  if (role === 'outcome') {
    return `An outcome is 1 for success and 0 for failure: choose another column with --outcome ${name}=COLUMN.`;
  }
  return kind === 'real'
    ? `Correct the value, or widen what the layout declares for \`${name}\`.`
    : `Correct the value, or declare \`${name}\` as another kind of demand.`;
}

function isAllowed(value: number, column: ManifestColumn): boolean {
  if (!Number.isFinite(value)) return false;
  if ((column.kind === 'flag' || column.kind === 'binary') && value !== 0 && value !== 1) return false;
  if (column.kind === 'count' && !(Number.isInteger(value) && value >= 0)) return false;
  const { domain } = column;
  if (domain.kind === 'range') return value >= (domain.lo ?? -Infinity) && value <= (domain.hi ?? Infinity);
  if (domain.kind === 'set') return domain.values.includes(value);
  return true;
}

/** What a column holds, in words: `a number in [0, 20] px`, `0 or 1`, `a whole number from 0`. */
function wanted({ kind, unit, domain }: ManifestColumn): string {
  if (kind === 'flag' || kind === 'binary') return '0 or 1';
  const inUnit = unit === '' ? '' : ` ${unit}`;
  if (domain.kind === 'set') return `one of ${domain.values.join(', ')}${inUnit}`;
  const { lo, hi } = domain.kind === 'range' ? domain : {};
  if (kind === 'count')
    return `a whole number from ${lo ?? 0}${hi === undefined ? '' : ` to ${hi}`}${inUnit}`;
  if (lo === undefined && hi === undefined) return `a number${unit === '' ? '' : ` of ${unit}`}`;
  return `a number in ${lo === undefined ? '(-inf' : `[${lo}`}, ${hi === undefined ? 'inf)' : `${hi}]`}${inUnit}`;
}

function shorten(cell: string): string {
  const line = cell.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
