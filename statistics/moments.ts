/** Means, variances, correlations and sums. Two passes over the values, so that a spread far smaller than the mean keeps its digits. */

/** The mean; NaN for no values. The second pass corrects the rounding error of the first. */
export function mean(values: ArrayLike<number>): number {
  const n = values.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    sum += values[i]!;
  }
  const first = sum / n;
  if (!Number.isFinite(first)) {
    return first;
  }
  let residue = 0;
  for (let i = 0; i < n; i++) {
    residue += values[i]! - first;
  }
  return first + residue / n;
}

/** The variance with divisor n − 1; NaN for fewer than two values. */
export function variance(values: ArrayLike<number>): number {
  const n = values.length;
  if (n < 2) {
    return Number.NaN;
  }
  const centre = mean(values);
  let squares = 0;
  for (let i = 0; i < n; i++) {
    squares += (values[i]! - centre) ** 2;
  }
  return squares / (n - 1);
}

/**
 * Pearson's correlation, from −1 to 1; null if one of them is constant or not finite.
 *
 * @throws RangeError if their lengths differ
 */
export function correlation(one: Float64Array, other: Float64Array): number | null {
  if (one.length !== other.length) throw new RangeError('a correlation is of as many draws of each');
  const [center, otherCenter] = [mean(one), mean(other)];
  let [products, squares, otherSquares] = [0, 0, 0];
  for (let draw = 0; draw < one.length; draw++) {
    const [x, y] = [one[draw]! - center, other[draw]! - otherCenter];
    products += x * y;
    squares += x * x;
    otherSquares += y * y;
  }
  const found = products / (Math.sqrt(squares) * Math.sqrt(otherSquares));
  return Number.isFinite(found) ? Math.min(1, Math.max(-1, found)) : null;
}

interface SumWithError {
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
