/** Sums of numbers that are given by their logarithms. */

/** ln Σ e^x, without overflow; −Infinity for no values, or if all are −Infinity. */
export function logSumExp(values: ArrayLike<number>): number {
  let largest = -Infinity;
  for (let i = 0; i < values.length; i++) if (values[i]! > largest) largest = values[i]!;
  if (largest === -Infinity) return -Infinity;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i]! - largest);
  return largest + Math.log(sum);
}

/** ln of the mean of e^x. */
export function logMeanExp(values: ArrayLike<number>): number {
  return logSumExp(values) - Math.log(values.length);
}
