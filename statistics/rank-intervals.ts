/** The ranks of several quantities, from draws of all of them together. */

/** How a quantity ranks among all; rank 1 is the highest. */
export interface RankInterval {
  readonly median: number;
  /** The quantiles of 5 and 95 %. */
  readonly lower: number;
  readonly upper: number;
  /** The probability that it is the highest of all. */
  readonly highest: number;
}

const TAIL = 0.05;
/** Of more draws, or more values in all, so many evenly spaced draws are ranked, and at least a few hundred. */
const MAX_DRAWS = 4000;
const MAX_VALUES = 1_000_000;
const LEAST_DRAWS_RANKED = 400;

/**
 * The posterior of each quantity's rank. Equal values share the best of their ranks.
 *
 * @param draws one array per quantity, drawn jointly: draw i of one belongs with draw i of the others. Independent draws, of
 *   different fits, may be combined in any order, and there may be fewer of some
 * @throws RangeError for a quantity without draws, or a NaN
 */
export function rankIntervals(draws: readonly Float64Array[]): RankInterval[] {
  const size = draws.length;
  const most = Math.min(MAX_DRAWS, Math.max(LEAST_DRAWS_RANKED, Math.floor(MAX_VALUES / Math.max(1, size))));
  const count = Math.min(most, ...draws.map(({ length }) => length));
  if (size === 0 || count === 0) throw new RangeError('there are no draws');
  if (draws.some((values) => values.some(Number.isNaN))) throw new RangeError('draws must be numbers');
  /** By quantity and rank, the number of draws. */
  const counts = draws.map(() => new Uint32Array(size));
  const values = new Float64Array(size);
  const order = Uint32Array.from({ length: size }, (_, index) => index);
  for (let draw = 0; draw < count; draw++) {
    for (const [index, own] of draws.entries()) values[index] = own[Math.floor((draw * own.length) / count)]!;
    order.sort((a, b) => values[b]! - values[a]!);
    let rank = 0;
    for (let place = 0; place < size; place++) {
      const here = order[place]!;
      if (place > 0 && values[here]! < values[order[place - 1]!]!) rank = place;
      counts[here]![rank]!++;
    }
  }
  return counts.map((own) => {
    const at = (share: number) => {
      let sum = 0;
      for (let rank = 0; rank < size; rank++) {
        sum += own[rank]!;
        if (sum >= share * count) return rank + 1;
      }
      return size;
    };
    return { median: at(0.5), lower: at(TAIL), upper: at(1 - TAIL), highest: own[0]! / count };
  });
}
