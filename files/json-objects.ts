/** Objects of JSON as rows of a table. */
import type { Cell } from './table-visitor.ts';

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

/** A key that the text of an object has twice, of which `JSON.parse` keeps the last; null where there is none. */
export function duplicateKey(text: string, object: Readonly<Record<string, unknown>>): string | null {
  const count = Object.keys(object).length;
  // As many colons as keys: none of them is in a string or a nested object, and no key was lost.
  if (text.split(':').length - 1 === count) return null;
  const seen = new Set<string>();
  let depth = 0;
  for (const [token, key, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (key === undefined) depth += token === '{' || token === '[' ? 1 : -1;
    else if (depth === 1 && colon !== undefined) {
      const name = JSON.parse(key) as string;
      if (seen.has(name)) return name;
      seen.add(name);
    }
  }
  return null;
}
