/**
 * Numbers in text, and the cells of a table as numbers: the number for a column of the manifest, or what is wrong with
 * the cell.
 */
import type { ManifestColumn } from '../../module/manifest.ts';
import { listNames } from '../../module/names.ts';
import { OUTCOME_WORDS } from '../../module/outcome-words.ts';
import { isAllowed, wanted } from '../../module/support.ts';
import { cellProblem, type PlacedLater } from '../../module/table-problems.ts';
import { type Cell, cellText, isMissing, type TableForm } from './table-visitor.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The decimal number that a text holds, or null. Stricter than `Number`, for which an empty text is 0 and `0x10` is 16. */
export function readNumber(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null;
}

/** A double holds every whole number with fewer digits than this. */
const MANY_DIGITS = 16;

/** More digits than the largest double has; further digits are not read. */
export const MAX_DIGITS = 400;

/** Whether a double holds this whole number exactly. */
export function isHeld(whole: bigint): boolean {
  const held = Number(whole);
  return Number.isFinite(held) && BigInt(held) === whole;
}

/**
 * The whole number that a text writes in digits alone, if no double holds it exactly; null for any other text. A text with a point or
 * an exponent is a real number, which the nearest double stands for. Only the first `MAX_DIGITS` digits are read.
 */
export function unheldWhole(text: string): bigint | null {
  if (text.length < MANY_DIGITS) return null;
  const [, sign, digits] = /^([+-]?)0*(\d+)$/.exec(text) ?? [];
  if (digits === undefined || digits.length < MANY_DIGITS) return null;
  // Reading a number takes time quadratic in its digits, and a text may have millions of them.
  const whole = BigInt(digits.slice(0, MAX_DIGITS));
  if (isHeld(whole)) return null;
  return sign === '-' ? -whole : whole;
}

/** The number in a text; null if it is not a number, or a whole number that no double holds exactly. */
export function heldNumber(text: string): number | null {
  return unheldWhole(text) === null ? readNumber(text) : null;
}

/**
 * The number in a cell. An empty cell has the number that the layout gives for missing values, or NaN in an outcome. Otherwise what is
 * wrong with the cell; the caller adds where the cell is.
 */
export function readCell(cell: Cell, column: ManifestColumn, form: TableForm): number | PlacedLater {
  const named = column.values === undefined ? null : placeAmong(column.values, cell, form);
  if (named !== null) return named;
  if (isMissing(cell, form)) {
    if (column.missing !== undefined) return column.missing;
    if (column.role === 'outcome') return Number.NaN;
    const word = missingWord(cell);
    return word === null
      ? cellProblem('noValue', { wanted: wanted(column) })
      : cellProblem('missingWord', { word, wanted: wanted(column) });
  }
  if (column.values !== undefined)
    return cellProblem('unlistedValue', { cell: cellText(cell), known: listNames(column.values) });
  const value = numberIn(cell, form) ?? outcomeIn(cell, column);
  if (value === null) return noNumber(cell, column, form);
  return isAllowed(value, column) ? value : notAllowed(cellText(cell), column);
}

/** The place, from 1, of a cell among the names of values, where numbers are the same however they are written; null if it is none. */
function placeAmong(values: readonly string[], cell: Cell, form: TableForm): number | null {
  const place = values.indexOf(cellText(cell));
  if (place >= 0) return place + 1;
  const number = numberIn(cell, form);
  const same = number === null ? -1 : values.findIndex((value) => readNumber(value) === number);
  return same < 0 ? null : same + 1;
}

/** The number that a cell holds exactly; null if there is none. */
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

/** The value of a word for success or failure, where the column is a binary outcome; null for anything else. */
function outcomeIn(cell: Cell, { role, kind }: ManifestColumn): number | null {
  if (typeof cell !== 'string' || role !== 'outcome' || kind !== 'binary') return null;
  return OUTCOME_WORDS.get(cell.toLowerCase()) ?? null;
}

/**
 * The value of a boolean written as text, in upper or lower case: 1 for true and 0 for false; null for anything else.
 */
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

/** The word for a missing value in a cell; null for an empty cell. */
function missingWord(cell: Cell): string | null {
  return typeof cell === 'string' && cell !== '' ? cell : null;
}

/**
 * The name of a level, or what is wrong with the cell. Any number is a name, and any text except words for missing
 * values.
 */
export function readLevelName(cell: Cell, form: TableForm): string | PlacedLater {
  if (isMissing(cell, form)) {
    const word = missingWord(cell);
    return word === null ? cellProblem('noLevel', {}) : cellProblem('missingWordForLevel', { word });
  }
  if (typeof cell === 'object' || cell === Infinity || cell === -Infinity) {
    const kind =
      typeof cell === 'number' ? 'an infinite number' : Array.isArray(cell) ? 'a list' : 'an object';
    return cellProblem('noLevelName', { kind });
  }
  return cellText(cell);
}

/** The problem of a cell without a number. */
function noNumber(given: Cell, column: ManifestColumn, { isText }: TableForm): PlacedLater {
  const cell = cellText(given);
  if (typeof given === 'bigint' || (isText && unheldWhole(cell) !== null))
    return cellProblem('unheldWhole', { cell });
  if (typeof given !== 'string') {
    const kind = Array.isArray(given) ? 'a list' : 'an object';
    return cellProblem('nested', { kind, wanted: wanted(column) });
  }
  if (!isText && readNumber(cell.trim()) !== null) return cellProblem('quotedNumber', { cell });
  const decimal = cell.replace(',', '.');
  if (/^[+-]?[1-9]\d{0,2},\d{3}$/.test(cell))
    return cellProblem('thousands', { cell, whole: cell.replace(',', ''), decimal });
  if (/^[+-]?\d+,\d+$/.test(cell)) return cellProblem('decimalComma', { cell, decimal });
  if (/^(?:yes|no)$/i.test(cell)) return cellProblem('answer', { cell, isText });
  if (/^(?:true|false)$/i.test(cell)) return cellProblem('quotedBoolean', { cell });
  if (column.role === 'outcome' && column.kind === 'binary') return cellProblem('noOutcomeWord', { cell });
  return cellProblem('noNumber', { cell, wanted: wanted(column) });
}

/** The problem of a number that the column may not hold. */
function notAllowed(cell: string, column: ManifestColumn): PlacedLater {
  const { name: outcome, role, kind } = column;
  const found = { cell, wanted: wanted(column) };
  if (kind === 'binary')
    return cellProblem('notBinary', { ...found, outcome, outcomeOption: '`outcomeChoices`' });
  if (role === 'outcome')
    return cellProblem('notOfDistribution', { ...found, outcome, outcomeOption: '`outcomeChoices`' });
  return cellProblem(kind === 'real' ? 'outOfRange' : 'notOfKind', found);
}

/** The problem of an outcome that exceeds the number of trials in its row; null if it does not. */
export function tooMany(value: number, column: ManifestColumn, most: number): PlacedLater | null {
  // A missing outcome, NaN, does not exceed it.
  if (!(value > most)) return null;
  const { name: outcome, trials = '' } = column;
  return cellProblem('aboveTrials', { value, most, trials, outcome, outcomeOption: '`outcomeChoices`' });
}
