/** A parameter's mean and intervals, as figures show them. */
import { allFinite, pooled } from '../../../statistics/chains.ts';
import { highestDensityInterval } from '../../../statistics/highest-density.ts';
import { mean } from '../../../statistics/moments.ts';

/** In the parameter's unit. */
export interface PosteriorInterval {
  readonly mean: number;
  /** The narrowest intervals that hold half of the draws, and 95 % of them. */
  readonly hdi50: readonly [lower: number, upper: number];
  readonly hdi95: readonly [lower: number, upper: number];
}

/** Of all chains together; null where a draw is no finite number. */
export function estimateOf(chains: readonly Float64Array[]): PosteriorInterval | null {
  if (!allFinite(chains)) return null;
  const sorted = pooled(chains).sort();
  return {
    mean: mean(sorted),
    hdi50: highestDensityInterval(sorted, 0.5),
    hdi95: highestDensityInterval(sorted, 0.95),
  };
}
