/** What the compiler is told of the data: how often the values of its columns repeat. */

/** See compiler/stage/sketch.ts: `rows`, and roughly how many distinct tuples of some columns there are among them. */
export interface ColumnsSketch {
  readonly rows: number;
  distinct(columns: readonly string[]): number;
}

/** Rows that are looked at: enough to tell demands that repeat from those that do not. */
const MAX_ROWS = 100_000;
/** A sample in which fewer than this share of the tuples are new has seen nearly all there are. */
const SATURATED_SHARE = 0.1;

/**
 * Counts the distinct tuples of columns among some rows, spread over all of them, and draws them out to all rows where
 * few repeat. The same columns give the same sketch.
 */
export function sketchOf(columns: ReadonlyMap<string, ArrayLike<number>>): ColumnsSketch {
  const [first] = columns.values();
  const rows = first?.length ?? 0;
  const seen = Math.min(rows, MAX_ROWS);
  const chosen = spread(rows, seen);
  const codes = new Map<string, Codes>();
  const coded = (name: string): Codes => {
    const column = columns.get(name);
    if (column === undefined) throw new RangeError(`there is no column ${name}`);
    const codesOfColumn =
      codes.get(name) ??
      number(chosen === null ? column : Float64Array.from(chosen, (row) => column[row]!), seen);
    codes.set(name, codesOfColumn);
    return codesOfColumn;
  };
  return {
    rows,
    distinct: (names) => {
      const { count } = names.map(coded).reduce(pair, { codes: new Uint32Array(seen), count: 1 });
      return count <= SATURATED_SHARE * seen ? count : (count * rows) / seen;
    },
  };
}

/** The fractional part of the golden ratio: its multiples modulo 1 keep no step with anything that repeats in a table. */
const GOLDEN = 0.618033988749895;

/** One row of each of as many equal stretches, at a place in it that differs from stretch to stretch; null for all rows. */
function spread(rows: number, count: number): Float64Array | null {
  if (count === rows) return null;
  return Float64Array.from({ length: count }, (_, i) =>
    Math.floor(((i + ((i * GOLDEN) % 1)) * rows) / count),
  );
}

/** One number per row, from 0, equal where the values are. */
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

/** Numbers the pairs. Their product stays below 2^53 for any number of rows that fits in memory. */
function pair(a: Codes, b: Codes): Codes {
  // No two rows are alike already.
  if (a.count === a.codes.length) return a;
  return number(
    Float64Array.from(a.codes, (code, row) => code * b.count + b.codes[row]!),
    a.codes.length,
  );
}
