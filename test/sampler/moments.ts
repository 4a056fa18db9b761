/** Means, variances and autocorrelations of a series, and how far from the truth chance may put them. */

/** Arithmetic mean. */
export function mean(series: readonly number[]): number {
  let sum = 0;
  for (const value of series) sum += value;
  return sum / series.length;
}

/** Sample variance, with n − 1. */
export function variance(series: readonly number[]): number {
  const centre = mean(series);
  let sum = 0;
  for (const value of series) sum += (value - centre) ** 2;
  return sum / (series.length - 1);
}

/** Autocorrelation at a lag. */
export function autocorrelation(series: readonly number[], lag: number): number {
  const centre = mean(series);
  let products = 0;
  let squares = 0;
  for (let i = 0; i < series.length; i++) {
    const deviation = series[i]! - centre;
    squares += deviation * deviation;
    if (i + lag < series.length) products += deviation * (series[i + lag]! - centre);
  }
  return products / squares;
}

/** Monte Carlo standard error of a series' mean, from the means of √n batches (Flegal, Haran & Jones 2008). */
export function standardError(series: readonly number[]): number {
  const length = Math.floor(Math.sqrt(series.length));
  const batches = Array.from({ length: Math.floor(series.length / length) }, (_, i) =>
    mean(series.slice(i * length, (i + 1) * length)),
  );
  return Math.sqrt(variance(batches) / batches.length);
}

/** How many Monte Carlo standard errors a series' mean is from `truth`. */
export function standardErrorsFrom(series: readonly number[], truth: number): number {
  return Math.abs(mean(series) - truth) / standardError(series);
}
