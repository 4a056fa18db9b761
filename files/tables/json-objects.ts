/** Objects of JSON as rows of a table. */
import { tableProblem } from '../../module/table-problems.ts';
import { examineJson } from './json-text.ts';
import type { Cell, RowProblem } from './table-visitor.ts';

/** Guards the columns that the keys of many objects make, and the cells of the row at hand. */
export class KeyColumns {
  readonly #positions = new Map<string, number>();
  #wanted: readonly (readonly [position: number, key: string])[] = [];
  #cells: Cell[] = [];

  /** The keys so far, in the order in which they came. */
  get names(): string[] {
    return [...this.#positions.keys()];
  }

  add(row: Readonly<Record<string, unknown>>): void {
    for (const key of Object.keys(row)) {
      if (!this.#positions.has(key)) this.#positions.set(key, this.#positions.size);
    }
  }

  /** Says which of the columns `cellsOf` is to fill in. */
  want(positions: Iterable<number>): void {
    const { names } = this;
    this.#wanted = Array.from(positions, (position) => [position, names[position]!]);
    this.#cells = names.map(() => null);
  }

  /** The cells of an object at the positions that are wanted; the same array each time. */
  cellsOf(row: Readonly<Record<string, unknown>>): readonly Cell[] {
    for (const [position, key] of this.#wanted) {
      this.#cells[position] = Object.hasOwn(row, key) ? (row[key] as Cell) : null;
    }
    return this.#cells;
  }
}

/** What a value of JSON is, for messages. */
export function nameOfKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

/**
 * The object that a text holds, with whole numbers that no double holds as bigints; or what is wrong with it.
 *
 * @param inLines whether a row is a line, whose object may be begun and not ended
 */
export function parseRow(text: string, inLines: boolean): Record<string, unknown> | RowProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (/\b(?:NaN|Infinity)\b/.test(text)) return (place) => tableProblem('numberOutsideJson', place);
    return inLines && isBegun(text)
      ? (place) => tableProblem('objectInPieces', place)
      : (place) => tableProblem('notJson', { ...place, inLines });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return (place) => tableProblem('noObject', { ...place, kind: nameOfKind(value), inLines });
  }
  const row = value as Record<string, unknown>;
  const { twice, wholes, excess } = examineJson(text, Object.keys(row).length);
  if (twice !== null) return (place) => tableProblem('twoKeys', { ...place, known: twice });
  if (excess !== null) return (place) => tableProblem('excessiveJson', { ...place, known: excess });
  for (const [key, whole] of wholes) row[key] = whole;
  return row;
}

/** Whether a text is the beginning of an object that goes on, as in JSON that is indented. */
function isBegun(text: string): boolean {
  return /^\s*\{/.test(text) && !text.trimEnd().endsWith('}');
}

/** Whether it is what is wrong with a row, and not one. */
export function isProblem(row: Record<string, unknown> | RowProblem): row is RowProblem {
  return typeof row === 'function';
}
