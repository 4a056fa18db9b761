/** Objects of JSON as rows of a table. */
import { examineJson } from './json-text.ts';
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

/** What is wrong with a row, and what to do. */
export type Flaw = readonly [what: string, remedy: string];

const ONE_OBJECT = 'Write each row as an object, such as {"height": 1.5, "read": 1}.';

/** The object that a text holds, with whole numbers that no double holds as bigints; or what is wrong with it. */
export function parseRow(text: string): Record<string, unknown> | Flaw {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /\b(?:NaN|Infinity)\b/.test(text)
      ? ['it is not JSON, which has no NaN and no Infinity', 'Write null for a missing value.']
      : ['it is not JSON', ONE_OBJECT];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`it is ${nameOfKind(value)} where an object is wanted`, ONE_OBJECT];
  }
  const row = value as Record<string, unknown>;
  const { twice, wholes, excess } = examineJson(text, Object.keys(row).length);
  if (twice !== null)
    return [`it has the key \`${twice}\` twice`, 'Give each key of an object a name of its own.'];
  if (excess !== null) return [excess, 'Give numbers, booleans and text, each under a key of its own.'];
  for (const [key, whole] of wholes) row[key] = whole;
  return row;
}

/** Whether it is what is wrong with a row, and not one. */
export function isFlaw(row: Record<string, unknown> | Flaw): row is Flaw {
  return Array.isArray(row);
}
