/** Rank plots: how many low, middle and high draws each chain has, which is what R-hat summarises. */
import { type Chains, drawsPerChain, pooled } from './chains.ts';

export interface RankHistogram {
  /** For each chain, the number of its draws with ranks in each bin, the lowest first. Ranks are over all chains. */
  readonly counts: readonly (readonly number[])[];
  /** The expected count if the chains agree. */
  readonly expected: number;
  /**
   * The range that contains the counts of 95 % of bins if draws are independent and chains agree; both ends included.
   */
  readonly interval: readonly [lower: number, upper: number];
}

/**
 * Ranks over all chains in equal bins (Vehtari et al. 2021, Bayesian Analysis 16, section 6). Ties share their average
 * rank.
 *
 * @throws RangeError if there is no chain, chains differ in length, or there are more bins than draws per chain
 */
export function rankHistogram(chains: Chains, bins: number): RankHistogram {
  const draws = drawsPerChain(chains);
  if (!(Number.isInteger(bins) && bins >= 1 && bins <= draws)) {
    throw new RangeError(`${draws} draws of a chain have from 1 to ${draws} bins, not ${bins}`);
  }
  const sorted = pooled(chains).sort();
  return {
    counts: chains.map((chain) => {
      const counts = new Array<number>(bins).fill(0);
      for (const draw of chain) {
        const averageRank = (firstAbove(sorted, draw, false) + firstAbove(sorted, draw, true) + 1) / 2;
        counts[Math.min(bins - 1, Math.floor(((averageRank - 0.5) / sorted.length) * bins))]! += 1;
      }
      return counts;
    }),
    expected: draws / bins,
    interval: binomialInterval(draws, 1 / bins),
  };
}

/** The index of the first sorted draw above the value (`strictly`), or at least the value. */
function firstAbove(sorted: Float64Array, value: number, strictly: boolean): number {
  let [below, from] = [0, sorted.length];
  while (below < from) {
    const middle = (below + from) >>> 1;
    if (strictly ? sorted[middle]! <= value : sorted[middle]! < value) below = middle + 1;
    else from = middle;
  }
  return below;
}

/** The counts that contain a binomial variable with probability 95 %, at most 2.5 % beyond either. */
function binomialInterval(trials: number, p: number): [lower: number, upper: number] {
  let mass = (1 - p) ** trials;
  let below = 0;
  let lower: number | null = null;
  for (let count = 0; ; count++) {
    below += mass;
    if (lower === null && below > 0.025) lower = count;
    if (below >= 0.975 || count === trials) return [lower ?? count, count];
    mass *= ((trials - count) / (count + 1)) * (p / (1 - p));
  }
}
