/** The rows that are made from a log: collected while it is read, then passed on like those of any table. */

import { FileError } from '../../file-error.ts';
import type { Pace } from '../pace.ts';
import { LONGEST_RECORD, type ReadLimits } from '../read-options.ts';
import type { Cell, TableForm, TableVisitor } from '../table-visitor.ts';

/** A row is one sample, which messages name by its number in the log. */
export const SAMPLES: TableForm = { isText: false, record: 'sample', field: 'key' };

/** The longest text that a cell keeps; longer ones, such as prompts and transcripts, would be the whole memory. */
const KEPT_CHARACTERS = 1000;

/** Numbers, booleans and text by column; objects inside become columns with paths such as `score.judge.style`. */
export type LogRow = Record<string, unknown>;

/** The rows of a log, column by column: as one object per row they would take several times the memory. */
export class LogRows {
  readonly #columns = new Map<string, Cell[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The columns in order of first appearance. */
  get names(): string[] {
    return [...this.#columns.keys()];
  }

  add(row: LogRow): void {
    this.#addAll('', row);
    this.#count++;
  }

  #addAll(path: string, values: LogRow): void {
    for (const [key, value] of Object.entries(values)) {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        this.#addAll(`${path}${key}.`, value as LogRow);
      } else this.set(`${path}${key}`, this.#count, value as Cell);
    }
  }

  set(name: string, row: number, value: Cell): void {
    const cells = this.#columns.get(name) ?? [];
    this.#columns.set(name, cells);
    // Rows before the column's first appearance have no value in it.
    while (cells.length < row) cells.push(null);
    cells[row] = value;
  }

  /** The cell of a row, from 0; null if it has no value. */
  at(name: string, row: number): Cell {
    return this.#columns.get(name)?.[row] ?? null;
  }

  /** Gives a column a second name. */
  rename(from: string, to: string): void {
    this.#columns.set(to, this.#columns.get(from)!);
  }
}

/** The maximum size in bytes of one sample's text: one sample may hold a long transcript. */
export function sampleLimit({ maxRecordBytes = LONGEST_RECORD }: ReadLimits): number {
  return Math.min(maxRecordBytes, LONGEST_RECORD);
}

/**
 * Passes the rows to a visitor.
 *
 * @param complete called with the columns that the visitor wants, to fill in those that are costly to read
 * @throws what the visitor throws; the signal's reason
 */
export async function passRows(
  rows: LogRows,
  visitor: TableVisitor,
  pace: Pace,
  complete: (wanted: ReadonlySet<string>) => Promise<void> = async () => undefined,
): Promise<void> {
  const { names } = rows;
  const wanted = Array.from(visitor.begin(names, SAMPLES), (place) => [place, names[place]!] as const);
  await complete(new Set(wanted.map(([, name]) => name)));
  const cells: Cell[] = names.map(() => null);
  for (let row = 0; row < rows.count; row++) {
    if (pace.isDue(ROW_WORK)) await pace.turn();
    for (const [place, name] of wanted) cells[place] = rows.at(name, row);
    visitor.row(cells, row + 1);
  }
}

/** The work per row, as bytes. */
const ROW_WORK = 1 << 8;

/**
 * The value of a JSON text. Python's writers give NaN and Infinity, which JSON does not have; they become null.
 *
 * @throws FileError that names the place
 */
export function parseLogJson(text: string, name: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Strings are matched first, so that a NaN inside one stays.
    const plain = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (found) =>
      found.startsWith('"') ? found : 'null',
    );
    try {
      return JSON.parse(plain);
    } catch {
      throw new FileError(
        `${name}, ${place}: it is not JSON.`,
        'The log is damaged or cut off: copy it again from where it was written.',
      );
    }
  }
}

/** The value as an object; an empty one for anything else. */
export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The longest list that a cell keeps. */
const KEPT_ELEMENTS = 20;

/** What a cell keeps of a value: of long texts and long lists the beginnings. */
export function abridged(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > KEPT_CHARACTERS ? `${value.slice(0, KEPT_CHARACTERS)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, KEPT_ELEMENTS).map(abridged);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, abridged(inner)]));
}

/** The error for a log that ends too early, or whose parts are not what its program writes. */
export function damagedLog(name: string, why: string): FileError {
  return new FileError(
    `${name} is damaged or cut off: ${why}.`,
    'Copy it again from where it was written; if the run was killed, run it again.',
  );
}
