/** Kernel density estimate of draws with a Gaussian kernel, with correction at the bounds. */
import { mean, variance } from './moments.ts';
import { quantile } from './quantile.ts';

/** The bounds of the values; infinite if there are none. */
export interface ValueRange {
  readonly lo: number;
  readonly hi: number;
}

/** The kernel is cut off at this many bandwidths, beyond which it adds nothing visible. */
const REACH = 6;

/**
 * The density at each of `at`, in the inverse of the draws' unit. The part of a kernel beyond a bound is reflected
 * (Silverman 1986, Density Estimation, section 2.10), so that no probability is lost. Null if all draws are equal.
 *
 * @param sorted the draws, ascending and finite, within the bounds
 */
export function kernelDensity(
  sorted: Float64Array,
  at: ArrayLike<number>,
  { lo, hi }: ValueRange,
): Float64Array | null {
  const width = kernelWidth(sorted);
  if (width === null) return null;
  return Float64Array.from({ length: at.length }, (_, place) => {
    const x = at[place]!;
    if (x < lo || x > hi) return 0;
    const images = [
      x,
      ...(Number.isFinite(lo) ? [2 * lo - x] : []),
      ...(Number.isFinite(hi) ? [2 * hi - x] : []),
    ];
    return images.reduce((sum, image) => sum + densityAt(sorted, image, width), 0);
  });
}

function densityAt(sorted: Float64Array, x: number, width: number): number {
  let sum = 0;
  for (let draw = firstFrom(sorted, x - REACH * width); draw < sorted.length; draw++) {
    const z = (sorted[draw]! - x) / width;
    if (z > REACH) break;
    sum += Math.exp(-0.5 * z * z);
  }
  return sum / (sorted.length * width * Math.sqrt(2 * Math.PI));
}

/** The index of the first draw that is at least `least`. */
function firstFrom(sorted: Float64Array, least: number): number {
  let [below, from] = [0, sorted.length];
  while (below < from) {
    const middle = (below + from) >>> 1;
    if (sorted[middle]! < least) below = middle + 1;
    else from = middle;
  }
  return below;
}

/** The bandwidth: 0.9 min(sd, IQR / 1.34) n^(−1/5) (Silverman 1986, equation 3.31); null if all draws are equal. */
function kernelWidth(sorted: Float64Array): number | null {
  const sd = Math.sqrt(variance(sorted));
  const range = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
  // The IQR is 0 if half of the draws are equal; the standard deviation is used then.
  const spread = range > 0 ? Math.min(sd, range) : sd;
  const width = 0.9 * spread * sorted.length ** -0.2;
  const center = Math.abs(mean(sorted));
  return width > center * Number.EPSILON && Number.isFinite(width) ? width : null;
}
