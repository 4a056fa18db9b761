/** Sums over rows that stand in the data several times, with their standard errors. */

export interface SumWithError {
  readonly sum: number;
  /** √(n s²) for the n terms and their variance s² with divisor n − 1: as of independent rows. Null of one row. */
  readonly standardError: number | null;
  /** n, of the rows repeated. */
  readonly rows: number;
}

/** The sum of a number for each row, each counted as often as the row stands in the data (null: once). */
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
