/** R-hat: how much wider the draws of all chains spread than those of one; 1 when the chains agree. */

import { allFinite, type Chains, drawsPerChain, pooled, split, varies } from './chains.ts';
import { mean, variance } from './moments.ts';
import { quantile } from './quantile.ts';
import { rankNormalise } from './rank-normalise.ts';

/**
 * R-hat of the chains as they are given, neither split nor normalised (Gelman & Rubin 1992; Vehtari et al. 2021,
 * section 3.1): the root of the pooled variance estimate over the within-chain variance. Null for fewer than two
 * chains or two draws a chain, draws that are not finite, or chains that all stand still.
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
 * Rank-normalised split R-hat (Vehtari et al. 2021, sections 4.1 and 4.2): the greater of that of the draws, which sees chains at
 * different places, and that of their distances from the median, which sees chains of different spread. `posterior`
 * and ArviZ call it `rhat`. Null where either is undefined: fewer than four draws a chain, draws that are not finite,
 * all the same, or all equally far from the median, or chains that all stand still.
 */
export function rHat(chains: Chains): number | null {
  if (drawsPerChain(chains) === 0 || !allFinite(chains)) {
    return null;
  }
  const bulk = potentialScaleReduction(rankNormalise(split(chains)));
  const median = quantile(pooled(chains).sort(), 0.5);
  const folded = chains.map((chain) => chain.map((draw) => Math.abs(draw - median)));
  const tail = potentialScaleReduction(rankNormalise(split(folded)));
  return bulk === null || tail === null ? null : Math.max(bulk, tail);
}
