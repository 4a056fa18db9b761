/** R-hat: how much wider the pooled draws spread than those of single chains; 1 if the chains agree. */

import { allFinite, type Chains, drawsPerChain, pooled, split, varies } from './chains.ts';
import { mean, variance } from './moments.ts';
import { quantile } from './quantile.ts';
import { rankNormalise } from './rank-normalise.ts';

/**
 * R-hat of the given chains, neither split nor normalised (Gelman & Rubin 1992; Vehtari et al. 2021, section 3.1): the
 * square root of the pooled variance estimate over the within-chain variance. Null for fewer than two chains or two
 * draws per chain, draws that are not finite, or chains that are all constant.
 */
export function potentialScaleReduction(chains: Chains): number | null {
  const draws = drawsPerChain(chains);
  if (chains.length < 2 || draws < 2 || !varies(chains)) {
    return null;
  }
  const between = draws * variance(chains.map(mean));
  const within = mean(chains.map(variance));
  return within > 0 ? Math.sqrt((between / within + draws - 1) / draws) : null;
}

/**
 * Rank-normalised split R-hat (Vehtari et al. 2021, sections 4.1 and 4.2), `rhat` in `posterior` and ArviZ: the larger
 * of that of the draws, which detects chains at different locations, and that of their distances from the median, which
 * detects chains of different spread. Null if either is undefined: for fewer than four draws per chain, draws that are
 * not finite, all equal, or all equally far from the median, or chains that are all constant.
 */
export function rHat(chains: Chains): number | null {
  if (drawsPerChain(chains) === 0 || !allFinite(chains)) {
    return null;
  }
  const bulk = potentialScaleReduction(rankNormalise(split(chains)));
  const tail = foldedRHat(chains);
  return bulk === null || tail === null ? null : Math.max(bulk, tail);
}

/** R-hat of the draws' rank-normalised distances from their median. */
export function foldedRHat(chains: Chains): number | null {
  const median = quantile(pooled(chains).sort(), 0.5);
  const folded = chains.map((chain) => chain.map((draw) => Math.abs(draw - median)));
  return potentialScaleReduction(rankNormalise(split(folded)));
}
