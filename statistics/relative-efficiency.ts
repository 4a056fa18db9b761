/** How many independent draws a draw is worth, for the likelihood of a row. */
import { meanEffectiveSize } from './effective-size.ts';

/**
 * The effective sample size of the mean likelihood, over split chains (Vehtari et al. 2021), by the number of draws; 1 where it
 * is undefined, as for a likelihood that is the same at all draws. It may exceed 1 where draws are antithetic.
 *
 * @param logLikelihoods of one row, one per draw, one chain after another
 */
export function relativeEfficiency(logLikelihoods: Float64Array, chains: number): number {
  const draws = logLikelihoods.length;
  const largest = logLikelihoods.reduce((a, b) => Math.max(a, b), -Infinity);
  // Only the proportions of likelihoods matter, which so neither vanish nor overflow.
  const likelihoods = logLikelihoods.map((value) => Math.exp(value - largest));
  const length = draws / chains;
  const cut = Array.from({ length: chains }, (_, chain) =>
    likelihoods.subarray(chain * length, (chain + 1) * length),
  );
  const size = meanEffectiveSize(cut);
  return size === null ? 1 : size / draws;
}
