/**
 * JSON objects as rows of a table, and what `JSON.parse` does not report: duplicate keys, and numbers that it changes.
 */

import { MAX_JSON_DEPTH } from '../../module/parse-json.ts';
import { tableProblem } from '../../module/table-problems.ts';
import { MAX_DIGITS, unheldWhole } from './read-cell.ts';
import type { Cell, RowProblem } from './table-visitor.ts';

/** The maximum number of columns from nested objects. Objects whose keys are data, such as names, would have any number. */
const MAX_NESTED = 2000;

/**
 * The columns that the keys of many objects make, and the cells of the current row. An object inside another makes
 * columns too, named by paths such as `doc.subject`; a key that is itself written so comes before the path.
 */
export class KeyColumns {
  readonly #positions = new Map<string, number>();
  /** The keys to the values of nested columns, by position. */
  readonly #paths = new Map<number, readonly string[]>();
  #wanted: readonly (readonly [position: number, key: string, path: readonly string[]])[] = [];
  #cells: Cell[] = [];

  /** The keys and paths so far, in order of first appearance. */
  get names(): string[] {
    return [...this.#positions.keys()];
  }

  add(row: Readonly<Record<string, unknown>>): void {
    for (const key of Object.keys(row)) {
      if (!this.#positions.has(key)) this.#positions.set(key, this.#positions.size);
      const value = row[key];
      if (isNested(value)) this.#addNested([key], value);
    }
  }

  #addNested(path: readonly string[], value: Readonly<Record<string, unknown>>): void {
    for (const key of Object.keys(value)) {
      const own = [...path, key];
      const name = own.join('.');
      if (!this.#positions.has(name)) {
        if (this.#paths.size === MAX_NESTED) return;
        this.#paths.set(this.#positions.size, own);
        this.#positions.set(name, this.#positions.size);
      }
      const inner = value[key];
      if (isNested(inner)) this.#addNested(own, inner);
    }
  }

  /** Chooses the columns that `cellsOf` fills in. */
  want(positions: Iterable<number>): void {
    const { names } = this;
    this.#wanted = Array.from(positions, (position) => [
      position,
      names[position]!,
      this.#paths.get(position) ?? [],
    ]);
    this.#cells = names.map(() => null);
  }

  /** The cells of an object at the chosen positions. Every call returns the same array. */
  cellsOf(row: Readonly<Record<string, unknown>>): readonly Cell[] {
    for (const [position, key, path] of this.#wanted) {
      this.#cells[position] = Object.hasOwn(row, key) ? (row[key] as Cell) : cellAt(row, path);
    }
    return this.#cells;
  }
}

/** Whether a value is an object, which is not null and not a list. */
function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value that a path of keys leads to; null if there is none. */
function cellAt(row: Readonly<Record<string, unknown>>, path: readonly string[]): Cell {
  if (path.length === 0) return null;
  let value: unknown = row;
  for (const key of path) {
    if (!isNested(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  return value as Cell;
}

/** The kind of a JSON value, as messages name it. */
export function nameOfKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

/**
 * The object that a text holds; or what is wrong with the text. Whole numbers that no double holds become bigints.
 *
 * @param inLines whether each row is one line; then an object that goes on in the next line has a message of its own
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

/** Whether a text begins an object and does not end it, as the lines of indented JSON do. */
function isBegun(text: string): boolean {
  return /^\s*\{/.test(text) && !text.trimEnd().endsWith('}');
}

/** Whether `parseRow` returned a problem rather than a row. */
export function isProblem(row: Record<string, unknown> | RowProblem): row is RowProblem {
  return typeof row === 'function';
}

/** What a text holds that `JSON.parse` does not report. */
export interface JsonText {
  /** A key that one object has twice (`JSON.parse` keeps the last value); null if there is none. */
  readonly twice: string | null;
  /** Values of the outermost object that are whole numbers no double holds, by key. */
  readonly wholes: ReadonlyMap<string, bigint>;
  /** What exceeds the limits of a table: objects and lists nested too deeply, or numbers of too many digits. Null if nothing does. */
  readonly excess: string | null;
}

const PLAIN: JsonText = { twice: null, wholes: new Map(), excess: null };

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const MINUS = 45;

/**
 * Examines a text, in one pass.
 *
 * @param text one that `JSON.parse` accepts
 * @param keys how many keys its outermost object has
 */
export function examineJson(text: string, keys: number): JsonText {
  return isPlain(text, keys) ? PLAIN : examine(text);
}

/** Whether a quick look shows that nothing is wrong: as many colons as keys, nothing nested, no number of many digits. */
function isPlain(text: string, keys: number): boolean {
  if (text.includes('[') || text.includes('{', text.indexOf('{') + 1) || /\d{16}/.test(text)) return false;
  return text.split(':').length - 1 === keys;
}

function examine(text: string): JsonText {
  const wholes = new Map<string, bigint>();
  /** The keys of each object that encloses the current position; null for a list. */
  const around: (Set<string> | null)[] = [];
  let excess: string | null = null;
  let twice: string | null = null;
  let key = '';
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      const keys = around.at(-1);
      const next = skipBlanks(text, end);
      if (keys && text.charCodeAt(next) === COLON) {
        const name = JSON.parse(text.slice(at, end)) as string;
        if (keys.has(name)) twice ??= name;
        keys.add(name);
        if (around.length === 1) key = name;
        at = next + 1;
      } else at = end;
    } else if (code === MINUS || (code >= 48 && code <= 57)) {
      const end = numberEnd(text, at);
      if (around.length === 1 && around[0] !== null) {
        if (end - at > MAX_DIGITS) excess ??= `it has a number of more than ${MAX_DIGITS} digits`;
        const whole = unheldWhole(text.slice(at, end));
        if (whole !== null) wholes.set(key, whole);
      }
      at = end;
    } else {
      if (code === 123 || code === 91) around.push(code === 123 ? new Set() : null);
      if (code === 125 || code === 93) around.pop();
      if (around.length > MAX_JSON_DEPTH)
        excess ??= `its lists and objects lie more than ${MAX_JSON_DEPTH} deep in each other`;
      at++;
    }
  }
  return { twice, wholes, excess };
}

/** The position after a string that begins at `begin`. */
function stringEnd(text: string, begin: number): number {
  let at = begin + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
    at += code === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

function numberEnd(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && /[\d+\-.eE]/.test(text[at]!)) at++;
  return at;
}
