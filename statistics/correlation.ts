/** How two quantities of the same draws go together. */
import { mean } from './moments.ts';

/**
 * Pearson's correlation, from -1 to 1; null where one of them is the same in all draws, or they are not finite.
 *
 * @throws RangeError when they differ in length
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
