/** How many decimals of an estimate are worth printing. */

/**
 * The decimals at which an estimate's last digit is about as large as its Monte Carlo error, and never so many that its
 * standard deviation would have more than three digits. Null when the numbers tell nothing about it.
 *
 * @param sd the posterior standard deviation
 * @param mcse the Monte Carlo standard error of the mean, or null where it is unknown
 */
export function meaningfulDecimals(sd: number, mcse: number | null): number | null {
  if (!Number.isFinite(sd) || sd <= 0) return null;
  const error = mcse !== null && Number.isFinite(mcse) ? 2 * mcse : 0;
  const lastDigit = Math.floor(Math.log10(Math.max(error, sd / 100)));
  // An error as large as the sd itself would leave it no digit at all.
  const leastForSd = Math.floor(Math.log10(sd));
  return Math.max(0, -Math.min(lastDigit, leastForSd));
}

const MAX_DECIMALS = 9;

/** A number with those decimals; in powers of ten where that would take too many, `-` where it is no number. */
export function formatEstimate(value: number | null, decimals: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-';
  if (decimals === null) return String(Number(value.toPrecision(4)));
  if (decimals > MAX_DECIMALS && Math.abs(value) >= 0.1 && Math.abs(value) < 1e6)
    return String(Number(value.toFixed(MAX_DECIMALS)));
  if (decimals > MAX_DECIMALS || Math.abs(value) >= 1e12) return value.toExponential(2);
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}
