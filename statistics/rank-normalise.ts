/**
 * Rank normalisation: replaces draws by the normal scores of their ranks, whose variance is finite whatever the draws.
 */

import { type Chains, pooled } from './chains.ts';
import { normalQuantile } from './distribution-quantiles.ts';

/**
 * The normal scores of the draws' ranks over all chains, ties sharing their average rank r: z = Φ⁻¹((r − 3/8) / (S +
 * 1/4)) for S draws in total (Vehtari et al. 2021, eq. 14; the offset is that of Blom 1958). The draws must be finite.
 */
export function rankNormalise(chains: Chains): Float64Array[] {
  const sorted = pooled(chains).sort();
  const scores = scoresOfSorted(sorted);
  return chains.map((chain) => {
    const own = new Float64Array(chain.length);
    for (let draw = 0; draw < own.length; draw++) own[draw] = scores[firstAtLeast(sorted, chain[draw]!)]!;
    return own;
  });
}

/** The score of each sorted draw; equal draws have equal scores. */
function scoresOfSorted(sorted: Float64Array): Float64Array {
  const size = sorted.length;
  const scores = new Float64Array(size);
  for (let first = 0; first < size; ) {
    let next = first + 1;
    while (next < size && sorted[next] === sorted[first]) {
      next++;
    }
    const averageRank = (first + 1 + next) / 2;
    scores.fill(normalQuantile((averageRank - 3 / 8) / (size + 1 / 4)), first, next);
    first = next;
  }
  return scores;
}

/** Index of the first sorted value that is at least `value`. */
function firstAtLeast(sorted: Float64Array, value: number): number {
  let lo = 0;
  let hi = sorted.length;
  while (lo < hi) {
    const middle = (lo + hi) >>> 1;
    if (sorted[middle]! < value) {
      lo = middle + 1;
    } else {
      hi = middle;
    }
  }
  return lo;
}
