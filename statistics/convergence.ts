/** Whether the chains agree on one quantity and how much they say of it. */

import { allFinite, type Chains, drawsPerChain, split } from './chains.ts';
import { effectiveSize, tailEffectiveSize } from './effective-size.ts';
import { foldedRHat, potentialScaleReduction } from './r-hat.ts';
import { rankNormalise } from './rank-normalise.ts';

export interface Convergence {
  readonly essBulk: number | null;
  readonly essTail: number | null;
  readonly rhat: number | null;
}

/** What `bulkEffectiveSize`, `tailEffectiveSize` and `rHat` give, with the ranks that two of them take computed once. */
export function convergence(chains: Chains): Convergence {
  if (drawsPerChain(chains) === 0 || !allFinite(chains)) return { essBulk: null, essTail: null, rhat: null };
  const normalised = rankNormalise(split(chains));
  const bulk = potentialScaleReduction(normalised);
  const tail = foldedRHat(chains);
  return {
    essBulk: effectiveSize(normalised),
    essTail: tailEffectiveSize(chains),
    rhat: bulk === null || tail === null ? null : Math.max(bulk, tail),
  };
}
