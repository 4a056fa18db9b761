/** Mean and variance in two passes, so that a spread far smaller than the mean keeps its digits. */

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
