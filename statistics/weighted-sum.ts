/** Sums over weighted rows (rows that occur several times in the data), with their standard errors. */

export interface SumWithError {
  readonly sum: number;
  /** √(n s²) for n terms with variance s² (divisor n − 1), as for independent rows. Null for a single row. */
  readonly standardError: number | null;
  /** n, counting repeated rows. */
  readonly rows: number;
}

/** The sum of one number per row, weighted by how often the row occurs in the data (null: once). */
export function sumOverRows(values: ArrayLike<number>, counts: ArrayLike<number> | null): SumWithError {
  const timesOf = (row: number) => counts?.[row] ?? 1;
  let rows = 0;
  let sum = 0;
  for (let row = 0; row < values.length; row++) {
    rows += timesOf(row);
    sum += timesOf(row) * values[row]!;
  }
  const mean = sum / rows;
  let squares = 0;
  for (let row = 0; row < values.length; row++) squares += timesOf(row) * (values[row]! - mean) ** 2;
  return { sum, standardError: rows > 1 ? Math.sqrt((rows * squares) / (rows - 1)) : null, rows };
}
