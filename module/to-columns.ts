/** Converts a program's data to a module's columns: from arrays, typed arrays, or an Arrow table. */
import type { Columns } from './columns.ts';
import { HostError } from './host-error.ts';
import { type EncodedCategories, encodeLevels, type LevelNames, type Levels } from './levels.ts';
import type { Manifest } from './manifest.ts';

/** One cell. null, undefined and NaN are missing; a boolean is 1 or 0. */
export type ColumnCell = number | bigint | boolean | string | null | undefined;

/**
 * An Arrow column of apache-arrow (a `Vector`) or flechette (a `Column`): the members that both have. `toArray` is not
 * used if there are missing values, since that of apache-arrow loses them.
 */
export interface ArrowColumn extends Iterable<unknown> {
  readonly length: number;
  readonly nullCount: number;
  readonly type: { readonly typeId: number };
  toArray(): ArrayLike<unknown>;
}

/** An Arrow table of apache-arrow or flechette. */
export interface ArrowTable {
  getChild(name: string): ArrowColumn | null | undefined;
}

export type ColumnInput = ArrayLike<ColumnCell> | ArrowColumn;

/** Columns by name. */
export type ColumnsInput =
  | ReadonlyMap<string, ColumnInput>
  | Readonly<Record<string, ColumnInput>>
  | ArrowTable;

/** Columns in the form that `fit` takes, with the names of the levels of categories. */
export interface NamedColumns {
  readonly columns: Columns;
  readonly levels: Levels;
}

/**
 * The columns that a module needs, as numbers. Other columns are ignored; one that is absent is left out, and reported
 * by `orderColumns`. A `Float64Array` is used without a copy. The cells of a category, text or numbers, are the names
 * of its levels, which get indices from `encodeLevels`. If `levels` has names for the category, its cells are those
 * names or their indices, from 0.
 *
 * @param encode `encodeCategories` where the layout says more of levels than their names
 * @throws HostError of kind `data` that names column and row, for a cell that is not a number where one is needed, a
 * whole
 *   number that no double holds exactly, or a category without a value; and for an Arrow column that holds neither numbers
 *   nor text.
 */
export function toColumns(
  manifest: Manifest,
  input: ColumnsInput,
  levels: Levels = new Map(),
  encode: (manifest: Manifest, names: LevelNames) => EncodedCategories = encodeEach,
): NamedColumns {
  const columns = new Map<string, Float64Array>();
  const texts = new Map<string, readonly string[]>();
  for (const { name, role, category = name } of manifest.columns) {
    const column = columnOf(input, name);
    if (column === undefined) continue;
    const cells = cellsOf(name, column);
    const known = levels.get(category);
    if (role === 'category' && known === undefined) texts.set(name, levelNames(name, cells));
    else
      columns.set(name, toNumbers(name, known === undefined ? cells : numbersOfLevels(name, cells, known)));
  }
  const encoded = encode(manifest, texts);
  return {
    columns: new Map([...columns, ...encoded.codes]),
    levels: new Map([...levels, ...encoded.levels]),
  };
}

function encodeEach(_: Manifest, names: LevelNames): EncodedCategories {
  const encoded = [...names].map(([name, values]) => [name, encodeLevels(values)] as const);
  return {
    codes: new Map(encoded.map(([name, { codes }]) => [name, codes])),
    levels: new Map(encoded.map(([name, { levels }]) => [name, levels])),
  };
}

/** Indices for levels whose names are given: text is a name, and a number stays as it is. */
export function numbersOfLevels(
  name: string,
  cells: ArrayLike<unknown>,
  levels: readonly string[],
): ArrayLike<unknown> {
  if (ArrayBuffer.isView(cells)) return cells;
  const numbers = new Map(levels.map((level, number) => [level, number]));
  return Array.from(cells, (cell, row) => {
    if (typeof cell !== 'string') return cell;
    const number = numbers.get(cell);
    if (number !== undefined) return number;
    throw new HostError(
      'data',
      `The category \`${name}\` is ${JSON.stringify(cell)} in row ${row + 1}, which is not among the given levels.`,
      'Give its name among the levels, or leave the levels out: they are then those that the column holds.',
    );
  });
}

export function columnOf(input: ColumnsInput, name: string): ColumnInput | undefined {
  if (isArrowTable(input)) return input.getChild(name) ?? undefined;
  if (input instanceof Map) return input.get(name);
  const columns = input as Readonly<Record<string, ColumnInput>>;
  return Object.hasOwn(columns, name) ? columns[name] : undefined;
}

function isArrowTable(input: ColumnsInput): input is ArrowTable {
  return 'getChild' in input && typeof input.getChild === 'function';
}

function isArrowColumn(column: ColumnInput): column is ArrowColumn {
  return 'toArray' in column && typeof column.toArray === 'function';
}

/** Arrow types whose values are neither numbers nor text, although readers may return numbers for them. */
const ARROW_TYPES_REFUSED: Readonly<Record<number, string>> = {
  4: 'binary',
  7: 'decimals',
  8: 'dates',
  9: 'times',
  10: 'timestamps',
  11: 'intervals',
  18: 'durations',
};

export function cellsOf(name: string, column: unknown): ArrayLike<unknown> {
  if (typeof column === 'object' && column !== null && isArrowColumn(column as ColumnInput)) {
    const arrow = column as ArrowColumn;
    const refused = ARROW_TYPES_REFUSED[arrow.type.typeId];
    if (refused !== undefined) {
      throw new HostError(
        'data',
        `The column \`${name}\` holds ${refused}, where numbers are wanted.`,
        'Cast it to doubles first, in the unit that the layout declares.',
      );
    }
    return arrow.nullCount > 0 ? Array.from(arrow) : arrow.toArray();
  }
  if (Array.isArray(column) || (ArrayBuffer.isView(column) && !(column instanceof DataView))) {
    return column as unknown as ArrayLike<unknown>;
  }
  throw new HostError(
    'data',
    `The column \`${name}\` is no array.`,
    'Give an array of numbers, a typed array, or a column of an Arrow table.',
  );
}

export function toNumbers(name: string, cells: ArrayLike<unknown>): Float64Array {
  if (cells instanceof Float64Array) return cells;
  const numbers = new Float64Array(cells.length);
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    numbers[row] = typeof cell === 'number' ? cell : toNumber(name, cell, row);
  }
  return numbers;
}

function toNumber(name: string, cell: unknown, row: number): number {
  if (cell === null || cell === undefined) return Number.NaN;
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell !== 'bigint') throw noNumber(name, cell, row);
  const number = Number(cell);
  if (BigInt(number) === cell) return number;
  throw new HostError(
    'data',
    `The column \`${name}\` holds ${cell} in row ${row + 1}, which no double holds exactly.`,
    'Give numbers up to 2^53 in size.',
  );
}

function noNumber(name: string, cell: unknown, row: number): HostError {
  const shown = typeof cell === 'string' ? JSON.stringify(cell) : `a value of type ${typeof cell}`;
  return new HostError(
    'data',
    `The column \`${name}\` holds ${shown} in row ${row + 1}, where a number is wanted.`,
    typeof cell === 'string' && cell.trim() !== '' && Number.isFinite(Number(cell))
      ? 'Give the number itself, and not its text.'
      : 'Give numbers, booleans for 1 and 0, and null or NaN where there is no value.',
  );
}

export function levelNames(name: string, cells: ArrayLike<unknown>): string[] {
  return Array.from({ length: cells.length }, (_, row) => {
    const cell = cells[row];
    if (cell === null || cell === undefined || cell === '' || Number.isNaN(cell)) {
      throw new HostError(
        'data',
        `The category \`${name}\` has no value in row ${row + 1}.`,
        'Give the name of the group that the row belongs to, or leave out the row.',
      );
    }
    if (typeof cell === 'object' || typeof cell === 'function' || typeof cell === 'symbol') {
      throw new HostError(
        'data',
        `The category \`${name}\` holds a value of type ${typeof cell} in row ${row + 1}, where a name is wanted.`,
        'Give text, or numbers that stand for groups.',
      );
    }
    return String(cell);
  });
}
