/** The probability that each of several quantities is the highest, from draws of all of them. */

/**
 * For each quantity the share of draws in which it is the highest. Ties share the draw, so the results sum to 1.
 *
 * @param draws one array per quantity, drawn jointly: draw i of one belongs with draw i of the others. Independent draws, of
 *   different fits, may be combined in any order
 * @throws RangeError for no quantities or draws, different numbers of draws, or a NaN
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

/**
 * P(a > b) for two quantities with independent draws, such as those of two fits: the share of all pairs with a > b,
 * ties counting a half (the statistic of Mann and Whitney 1947, divided by the number of pairs).
 *
 * @param a ascending, as is `b`
 * @throws RangeError for no draws, or a NaN
 */
export function probabilityHigher(a: Float64Array, b: Float64Array): number {
  check(a, b);
  let below = 0;
  let upTo = 0;
  let doubled = 0;
  for (const value of a) {
    while (below < b.length && b[below]! < value) below++;
    while (upTo < b.length && b[upTo]! <= value) upTo++;
    doubled += below + upTo;
  }
  return doubled / (2 * a.length * b.length);
}

/**
 * P(a > b) for two quantities that are drawn jointly, such as two levels of one fit: the share of draws with a > b,
 * ties counting a half.
 *
 * @throws RangeError for no draws, different numbers of draws, or a NaN
 */
export function probabilityHigherTogether(a: Float64Array, b: Float64Array): number {
  check(a, b);
  if (a.length !== b.length) throw new RangeError(`${a.length} draws are not drawn with ${b.length}`);
  let doubled = 0;
  for (let draw = 0; draw < a.length; draw++) {
    if (a[draw]! > b[draw]!) doubled += 2;
    else if (a[draw]! === b[draw]!) doubled += 1;
  }
  return doubled / (2 * a.length);
}

function check(a: Float64Array, b: Float64Array): void {
  if (a.length === 0 || b.length === 0) throw new RangeError('there are no draws');
  if (a.some(Number.isNaN) || b.some(Number.isNaN)) throw new RangeError('draws must be numbers');
}
