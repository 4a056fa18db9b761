/** A sketch of the data for the compiler: how often the values of columns repeat. */

import type { Manifest } from './manifest.ts';

/**
 * The number of rows, and an estimate of the number of distinct tuples of some columns among them; see
 * compiler/stage/sketch.ts.
 */
export interface ColumnsSketch {
  readonly rows: number;
  distinct(columns: readonly string[]): number;
  /** The sum of a column. */
  sum(column: string): number;
}

/** Maximum number of rows that are examined: enough to tell columns that repeat from those that do not. */
const MAX_ROWS = 100_000;
/** If less than this share of a sample's tuples is new, the sample has seen nearly all there are. */
const SATURATED_SHARE = 0.1;

/**
 * Counts the distinct tuples of columns in a sample spread over all rows, and extrapolates to all rows if few repeat.
 * The same columns give the same sketch.
 */
export function sketchOf(columns: ReadonlyMap<string, ArrayLike<number>>): ColumnsSketch {
  const [first] = columns.values();
  const rows = first?.length ?? 0;
  const seen = Math.min(rows, MAX_ROWS);
  const chosen = spread(rows, seen);
  const codes = new Map<string, Codes>();
  const columnOf = (name: string): ArrayLike<number> => {
    const column = columns.get(name);
    if (column === undefined) throw new RangeError(`there is no column ${name}`);
    return column;
  };
  const coded = (name: string): Codes => {
    const column = columnOf(name);
    const codesOfColumn =
      codes.get(name) ??
      number(chosen === null ? column : Float64Array.from(chosen, (row) => column[row]!), seen);
    codes.set(name, codesOfColumn);
    return codesOfColumn;
  };
  const none: Codes = { codes: new Uint32Array(seen), count: 1 };
  /** Memoised counts, keyed by sorted column names: several passes of the compiler ask for the same. */
  const counts = new Map<string, number>();
  return {
    rows,
    distinct: (names) => {
      const key = JSON.stringify(names.toSorted());
      const count = counts.get(key) ?? names.map(coded).reduce(pair, none).count;
      counts.set(key, count);
      return count <= SATURATED_SHARE * seen ? count : (count * rows) / seen;
    },
    sum: (name) => {
      const column = columnOf(name);
      let sum = 0;
      for (let row = 0; row < rows; row++) sum += column[row]!;
      return sum;
    },
  };
}

/** Columns with those of tables that were not read, in which nothing is known to vary. */
export function everyColumn(
  { columns }: Pick<Manifest, 'columns'>,
  given: ReadonlyMap<string, Float64Array>,
): ReadonlyMap<string, Float64Array> {
  const rows = given.values().next().value?.length ?? 0;
  return new Map(columns.map(({ name }) => [name, given.get(name) ?? new Float64Array(rows)]));
}

/** The fractional part of the golden ratio: its multiples modulo 1 do not align with any period in a table. */
const GOLDEN = 0.618033988749895;

/**
 * Row numbers, one from each of `count` equal ranges, at a position that varies from range to range; null for all rows.
 */
function spread(rows: number, count: number): Float64Array | null {
  if (count === rows) return null;
  return Float64Array.from({ length: count }, (_, i) =>
    Math.floor(((i + ((i * GOLDEN) % 1)) * rows) / count),
  );
}

/** One integer code per row, from 0; rows have equal codes if and only if their values are equal. */
interface Codes {
  readonly codes: Uint32Array;
  readonly count: number;
}

function number(values: ArrayLike<number>, rows: number): Codes {
  const known = new Map<number, number>();
  const codes = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const value = values[row]!;
    const code = known.get(value) ?? known.size;
    known.set(value, code);
    codes[row] = code;
  }
  return { codes, count: known.size };
}

/** Codes for the pairs of two codes. */
function pair(a: Codes, b: Codes): Codes {
  const rows = a.codes.length;
  // A constant column distinguishes no rows, and if each row has its own code already, no column adds to that.
  if (b.count === 1 || a.count === rows) return a;
  if (a.count === 1) return b;
  // With a `Map` the compiler would spend most of its time here: pairs are looked up in an array while a table of all
  // of them is small.
  return a.count * b.count <= MAX_TABLE_PER_ROW * rows ? pairByTable(a, b) : pairByHash(a, b);
}

/** Entries per row of a table of all pairs up to which clearing it costs less than hashing every row. */
const MAX_TABLE_PER_ROW = 8;

/** Looks pairs up in an array with one entry for each possible pair. */
function pairByTable(a: Codes, b: Codes): Codes {
  const rows = a.codes.length;
  const codes = new Uint32Array(rows);
  /** A pair's code plus 1; 0 for a pair that has not occurred. */
  const known = new Uint32Array(a.count * b.count);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const place = a.codes[row]! * b.count + b.codes[row]!;
    if (known[place] === 0) known[place] = ++count;
    codes[row] = known[place]! - 1;
  }
  return { codes, count };
}

/** Looks pairs up in a hash table with open addressing, at most half full. */
function pairByHash(a: Codes, b: Codes): Codes {
  const rows = a.codes.length;
  const codes = new Uint32Array(rows);
  const mask = 2 ** Math.ceil(Math.log2(2 * rows)) - 1;
  /** The first row of an entry's pair, plus 1; 0 for a free entry. */
  const firstRow = new Uint32Array(mask + 1);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const [x, y] = [a.codes[row]!, b.codes[row]!];
    let place = hash(x, y) & mask;
    while (firstRow[place] !== 0 && !isPair(firstRow[place]! - 1, x, y)) place = (place + 1) & mask;
    if (firstRow[place] === 0) {
      firstRow[place] = row + 1;
      codes[row] = count++;
    } else codes[row] = codes[firstRow[place]! - 1]!;
  }
  return { codes, count };

  function isPair(row: number, x: number, y: number): boolean {
    return a.codes[row] === x && b.codes[row] === y;
  }
}

/** Mixes two codes with multipliers and shifts like those of MurmurHash3's finaliser. */
function hash(x: number, y: number): number {
  let mixed = Math.imul(x, 0x9e3779b1) ^ y;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
