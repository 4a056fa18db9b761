/** The number of meaningful decimals of an estimate. */

/**
 * The decimals at which an estimate's last digit is about as large as its Monte Carlo error, but at most so many that
 * its standard deviation has three digits. Null if the numbers do not determine it.
 *
 * @param sd the posterior standard deviation
 * @param mcse the Monte Carlo standard error of the mean, or null if unknown
 */
export function meaningfulDecimals(sd: number, mcse: number | null): number | null {
  if (!Number.isFinite(sd) || sd <= 0) return null;
  const error = mcse !== null && Number.isFinite(mcse) ? 2 * mcse : 0;
  const lastDigit = Math.floor(Math.log10(Math.max(error, sd / 100)));
  // With an error as large as the sd, no digit of the sd would be left.
  const leastForSd = Math.floor(Math.log10(sd));
  return Math.max(0, -Math.min(lastDigit, leastForSd));
}

const MAX_DECIMALS = 9;

/**
 * A number with this number of decimals; in scientific notation if that would be too long, and `-` if it is not a
 * number.
 */
export function formatEstimate(value: number | null, decimals: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-';
  if (decimals === null) return String(Number(value.toPrecision(4)));
  if (decimals > MAX_DECIMALS && Math.abs(value) >= 0.1 && Math.abs(value) < 1e6)
    return String(Number(value.toFixed(MAX_DECIMALS)));
  if (decimals > MAX_DECIMALS || Math.abs(value) >= 1e12) return value.toExponential(2);
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** A probability that a share of draws estimates, as `73 %`; never 100 %, which draws cannot show. */
export function chanceText(probability: number): string {
  return probability > 0.99 ? 'over 99 %' : `${Math.round(100 * probability)} %`;
}
