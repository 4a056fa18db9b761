/** Columns as a program has them, such as arrays or an Arrow table, made into the numbers that a module takes. */
import type { Columns } from '../columns.ts';
import { HostError } from '../host-error.ts';
import { encodeLevels, type Levels } from '../levels.ts';
import type { Manifest } from '../manifest.ts';

/** A cell of a column. `null`, `undefined` and NaN are missing; `true` is 1. */
export type Cell = number | bigint | boolean | string | null | undefined;

/** A column of an Arrow table: what the vectors of `apache-arrow` and the columns of `@uwdata/flechette` have in common. */
export interface ArrowColumn extends Iterable<unknown> {
  readonly length: number;
  readonly nullCount: number;
  toArray(): unknown;
}

/** An Arrow table of either library. */
export interface ArrowTable {
  getChild(name: string): ArrowColumn | null | undefined;
}

/** Columns by name, all of one length. */
export type TableInput =
  | Readonly<Record<string, ArrayLike<Cell>>>
  | ReadonlyMap<string, ArrayLike<Cell>>
  | ArrowTable;

/**
 * The columns that a layout names, as numbers, with the names of the levels of its categories. A column that the table does not have is left
 * out.
 *
 * @param given names of levels in the order of their numbers, for categories whose columns may hold those numbers
 * @throws HostError of kind `data` naming the column and the row of a cell that is no number, or no level.
 */
export function readColumns(
  manifest: Manifest,
  input: TableInput,
  given: Levels = new Map(),
): { readonly columns: Columns; readonly levels: Levels } {
  const columns = new Map<string, Float64Array>();
  const levels = new Map<string, readonly string[]>();
  for (const { name, role } of manifest.columns) {
    const cells = cellsOf(input, name);
    if (cells === undefined) continue;
    if (role !== 'category') {
      columns.set(name, numbers(name, cells));
      continue;
    }
    const known = given.get(name);
    const coded = known === undefined ? encodeLevels(namesOf(name, cells)) : codes(name, cells, known);
    columns.set(name, coded.codes);
    levels.set(name, coded.levels);
  }
  return { columns, levels };
}

function cellsOf(input: TableInput, name: string): ArrayLike<Cell> | undefined {
  if (isArrow(input)) {
    const column = input.getChild(name);
    return column === null || column === undefined ? undefined : arrowCells(column);
  }
  const cells = input instanceof Map ? input.get(name) : own(input as Record<string, ArrayLike<Cell>>, name);
  if (cells === undefined || Array.isArray(cells) || ArrayBuffer.isView(cells)) return cells;
  throw new HostError(
    'data',
    `The column \`${name}\` is neither an array nor a typed array.`,
    'Give an array with one value a row, or an Arrow table of all columns.',
  );
}

/** A column called `constructor` must not be found where there is none. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isArrow(input: TableInput): input is ArrowTable {
  return 'getChild' in input && typeof input.getChild === 'function';
}

/** An Arrow column's memory where it is one number a row, and else its values one by one, with null for what is missing. */
function arrowCells(column: ArrowColumn): ArrayLike<Cell> {
  if (column.nullCount === 0) {
    const array = column.toArray();
    if (ArrayBuffer.isView(array) && (array as Float64Array).length === column.length) {
      return array as unknown as ArrayLike<Cell>;
    }
  }
  return [...column] as Cell[];
}

function numbers(column: string, cells: ArrayLike<Cell>): Float64Array {
  if (cells instanceof Float64Array) return cells;
  return Float64Array.from({ length: cells.length }, (_, row) => {
    const cell = cells[row];
    if (typeof cell === 'number') return cell;
    if (cell === null || cell === undefined) return Number.NaN;
    if (typeof cell === 'boolean') return cell ? 1 : 0;
    if (typeof cell === 'bigint' && BigInt(Number(cell)) === cell) return Number(cell);
    throw new HostError(
      'data',
      typeof cell === 'bigint'
        ? `The column \`${column}\` holds ${cell} in row ${row + 1}, which no double holds exactly.`
        : `The column \`${column}\` holds ${shown(cell)} in row ${row + 1}, which is not a number.`,
      'Give numbers, or null where there is no value.',
    );
  });
}

/** The names of the levels in each row: a number or a flag is named as it is written. */
function namesOf(column: string, cells: ArrayLike<Cell>): string[] {
  return Array.from({ length: cells.length }, (_, row) => {
    const cell = cells[row];
    if (cell !== null && cell !== undefined && cell !== '' && !Number.isNaN(cell)) return String(cell);
    throw new HostError(
      'data',
      `The category \`${column}\` has no level in row ${row + 1}.`,
      'Give each row the name of a level, or leave out the row.',
    );
  });
}

/** Levels whose names are given: a cell has a name, or a number. */
function codes(
  column: string,
  cells: ArrayLike<Cell>,
  levels: readonly string[],
): { codes: Float64Array; levels: readonly string[] } {
  const byName = new Map(levels.map((level, number) => [level, number]));
  const read = Float64Array.from({ length: cells.length }, (_, row) => {
    const cell = cells[row];
    if (typeof cell === 'number') return cell;
    const number = typeof cell === 'string' ? byName.get(cell) : undefined;
    if (number !== undefined) return number;
    throw new HostError(
      'data',
      `The category \`${column}\` is ${shown(cell)} in row ${row + 1}, which is none of the levels given.`,
      'Give its name among the levels, or leave the levels out: they are then those that the column holds.',
    );
  });
  return { codes: read, levels };
}

function shown(cell: unknown): string {
  return typeof cell === 'string' ? JSON.stringify(cell) : String(cell);
}
