/** Integrals of functions that are given by their logarithms. */

/** ln ∫ e^f(u) du from `start` over `width` by Boole's rule, Abramowitz & Stegun 25.4.14. */
export function logIntegral(
  logDensity: (u: number) => number,
  start: number,
  width: number,
  pieces = 256 * Math.ceil(width / 4),
): number {
  const weights = [14, 32, 12, 32];
  const highest = Math.max(...[0, 0.5, 1].map((share) => logDensity(start + share * width)));
  let sum = 0;
  for (let i = 0; i <= pieces; i++) {
    const weight = i === 0 || i === pieces ? 7 : weights[i % 4]!;
    sum += weight * Math.exp(logDensity(start + (i / pieces) * width) - highest);
  }
  return highest + Math.log((sum * 4 * width) / pieces / 90);
}

/** Points where f is this far below its maximum contribute nothing to the integral. */
const MAX_DROP = 60;
const PEAK_PIECES = 2048;

/** ln ∫ e^f(u) du from `lo` to `hi`, either of which may be infinite, for an f that decreases on both sides of 0. */
export function logIntegralOfPeak(logDensity: (u: number) => number, lo: number, hi: number): number {
  const nearest = Math.min(Math.max(0, lo), hi);
  const least = logDensity(nearest) - MAX_DROP;
  /**
   * The distance at which f has dropped that far, or the distance to the end of the range: by doubling and bisection.
   */
  const reach = (sign: number, end: number): number => {
    const falls = (distance: number) => logDensity(nearest + sign * distance) < least;
    let far = Number.MIN_VALUE;
    while (far < end && !falls(far)) far *= 1024;
    let near = far / 1024;
    if (far >= end && !falls(Math.min(end, Number.MAX_VALUE))) return end;
    far = Math.min(far, end);
    for (let i = 0; i < 40; i++) {
      const middle = Math.sqrt(near) * Math.sqrt(far);
      if (falls(middle)) far = middle;
      else near = middle;
    }
    return far;
  };
  const [below, above] = [reach(-1, nearest - lo), reach(1, hi - nearest)];
  // Measured from the maximum in both directions: the range may be far narrower than its distance from 0.
  const side = (sign: number, distance: number) =>
    distance > 0 ? logIntegral((u) => logDensity(nearest + sign * u), 0, distance, PEAK_PIECES) : -Infinity;
  const [left, right] = [side(-1, below), side(1, above)];
  const larger = Math.max(left, right);
  return larger + Math.log1p(Math.exp(Math.min(left, right) - larger));
}
