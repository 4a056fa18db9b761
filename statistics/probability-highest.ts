/** How probable it is that each of several quantities is the highest, given draws of all. */

/**
 * For each quantity the share of draws in which it is the highest of all, equals sharing the draw. They sum to 1.
 *
 * @param draws one array a quantity, drawn together: number i of each belongs to number i of the others. Draws that are independent of each
 *   other, of different fits, may be put together in any way
 * @throws RangeError without quantities or draws, where there are not equally many of each, or one is NaN
 */
export function probabilitiesHighest(draws: readonly Float64Array[]): number[] {
  const count = draws[0]?.length ?? 0;
  if (count === 0) throw new RangeError('there are no draws');
  if (draws.some(({ length }) => length !== count)) {
    throw new RangeError('quantities that are drawn together have equally many draws');
  }
  if (draws.some((values) => values.some(Number.isNaN))) throw new RangeError('draws must be numbers');
  const shares = new Array<number>(draws.length).fill(0);
  for (let draw = 0; draw < count; draw++) {
    const highest = draws.reduce((most, values) => Math.max(most, values[draw]!), Number.NEGATIVE_INFINITY);
    const first = draws.flatMap((values, index) => (values[draw] === highest ? [index] : []));
    for (const index of first) shares[index]! += 1 / (first.length * count);
  }
  return shares;
}
