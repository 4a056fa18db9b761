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
  if (draws.some(hasNaN)) throw new RangeError('draws must be numbers');
  const shares = new Array<number>(draws.length).fill(0);
  for (let draw = 0; draw < count; draw++) {
    let highest = Number.NEGATIVE_INFINITY;
    let ties = 0;
    for (let index = 0; index < draws.length; index++) {
      const value = draws[index]![draw]!;
      if (value > highest) [highest, ties] = [value, 1];
      else if (value === highest) ties++;
    }
    for (let index = 0; index < draws.length; index++)
      if (draws[index]![draw] === highest) shares[index]! += 1 / (ties * count);
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
  checkThere(a, b);
  const [low, high] = [Math.min(a[0]!, b[0]!), Math.max(a.at(-1)!, b.at(-1)!)];
  // Sorted, a NaN is the last.
  if (Number.isNaN(low) || Number.isNaN(high)) throw new RangeError('draws must be numbers');
  if (a[0]! > b.at(-1)!) return 1;
  if (a.at(-1)! < b[0]!) return 0;
  let below = 0;
  let upTo = 0;
  let doubled = 0;
  // Plain loops: reports of many subjects compare thousands of draws of each pair.
  const [draws, others] = [a.length, b.length];
  for (let draw = 0; draw < draws; draw++) {
    const value = a[draw]!;
    while (below < others && b[below]! < value) below++;
    if (upTo < below) upTo = below;
    while (upTo < others && b[upTo] === value) upTo++;
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
  checkThere(a, b);
  if (hasNaN(a) || hasNaN(b)) throw new RangeError('draws must be numbers');
}

function checkThere(a: Float64Array, b: Float64Array): void {
  if (a.length === 0 || b.length === 0) throw new RangeError('there are no draws');
}

/** In a loop, because all draws of all subjects are looked at for each pair. */
function hasNaN(values: Float64Array): boolean {
  for (let draw = 0; draw < values.length; draw++) if (Number.isNaN(values[draw]!)) return true;
  return false;
}
