/** The distribution function that a log density on an interval makes, by the trapezoidal rule. */

/**
 * @param at the value at each place of an increasing grid, itself increasing
 * @param logDensity at each place, of the place, so that a change of variables has its Jacobian in it
 */
export function integrate(
  places: ArrayLike<number>,
  at: (place: number) => number,
  logDensity: (place: number) => number,
): { readonly total: number; distribution(x: number): number } {
  const values = Float64Array.from(places, at);
  const densities = Float64Array.from(places, (place) => Math.exp(logDensity(place)));
  const below = new Float64Array(values.length);
  for (let i = 1; i < values.length; i++) {
    below[i] = below[i - 1]! + ((places[i]! - places[i - 1]!) * (densities[i]! + densities[i - 1]!)) / 2;
  }
  const total = below.at(-1)!;
  return {
    total,
    distribution: (x) => {
      let [low, high] = [0, values.length - 1];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (values[middle]! <= x) low = middle;
        else high = middle;
      }
      const width = values[high]! - values[low]!;
      const share = width === 0 ? 0 : Math.min(1, Math.max(0, (x - values[low]!) / width));
      return (below[low]! + share * (below[high]! - below[low]!)) / total;
    },
  };
}

/** Evenly spaced places. */
export function evenPlaces(lo: number, hi: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => lo + ((hi - lo) * i) / (count - 1));
}
