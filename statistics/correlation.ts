/** The correlation of two quantities. */
import { mean } from './moments.ts';

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
