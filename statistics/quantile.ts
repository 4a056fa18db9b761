/** Quantiles of sorted values, by linear interpolation between order statistics. */

/**
 * The quantile of type 7 (Hyndman & Fan 1996, definition 7; the default of R and NumPy): interpolates between order
 * statistics at the 1-based position 1 + (n − 1)p. `sorted` ascends. Throws a RangeError for no values or a probability
 * outside [0, 1].
 */
export function quantile(sorted: Float64Array, probability: number): number {
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`a probability lies in [0, 1], not ${probability}`);
  }
  if (sorted.length === 0) {
    throw new RangeError('no values have no quantile');
  }
  // R adds the 1 before taking the floor too, so that both round alike and an indicator `draw <= quantile` never
  // depends on the last bit.
  const position = 1 + (sorted.length - 1) * probability;
  const below = Math.floor(position);
  const fraction = position - below;
  const lower = sorted[below - 1]!;
  const upper = sorted[Math.min(below, sorted.length - 1)]!;
  // Between equal draws the interpolation could round to less than either.
  return fraction === 0 || lower === upper ? lower : (1 - fraction) * lower + fraction * upper;
}
