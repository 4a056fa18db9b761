/** What one fit to simulated outcomes says of each parameter, beside the truth. */

import type { SampledPosterior } from '../../../host/fit.ts';
import { pooled } from '../../../statistics/chains.ts';
import { quantile } from '../../../statistics/quantile.ts';
import { openStream } from '../../../statistics/random/stream.ts';
import { rankAmongDraws } from './rank-statistics.ts';

/** Draws that a truth is ranked among: 60 ranks, which many numbers of cells divide. */
export const RANKED = 59;

/** A parameter of one run, in its unit; the intervals are equal-tailed. */
export interface RecoveredParameter {
  readonly name: string;
  readonly truth: number;
  readonly mean: number;
  readonly sd: number;
  readonly q2_5: number;
  readonly q25: number;
  readonly q50: number;
  readonly q75: number;
  readonly q97_5: number;
  /** How many of `RANKED` draws are below the truth; null where there are not as many draws. */
  readonly rank: number | null;
  /** Effective draws, the lesser of bulk and tail. Ranks want as many as are ranked. */
  readonly effectiveDraws: number;
}

/**
 * @param truths in the order of the fit's parameters
 * @param seed the run's, for ties of the truth with draws
 * @throws RangeError for a fit whose verdict is `failed`, which may have no such numbers
 */
export function recoveredParameters(
  fit: Pick<SampledPosterior, 'draws' | 'parameters' | 'summary' | 'verdict'>,
  truths: readonly number[],
  seed: bigint,
): RecoveredParameter[] {
  if (fit.verdict.status === 'failed') throw new RangeError('a fit that failed recovers nothing');
  return fit.parameters.map(({ name }, index) => {
    const all = pooled(fit.draws.map(({ latents }) => latents[index]!));
    const sorted = all.slice().sort();
    const { mean, sd, essBulk, essTail } = fit.summary[name]!;
    const truth = truths[index]!;
    const tied = openStream(seed, 'run', 1, index).uniform();
    return {
      name,
      truth,
      mean: mean!,
      sd: sd!,
      q2_5: quantile(sorted, 0.025),
      q25: quantile(sorted, 0.25),
      q50: quantile(sorted, 0.5),
      q75: quantile(sorted, 0.75),
      q97_5: quantile(sorted, 0.975),
      rank: all.length < RANKED ? null : rankAmongDraws(truth, spreadOver(all, RANKED), tied),
      effectiveDraws: Math.min(essBulk!, essTail!),
    };
  });
}

/** `count` of the draws, as far apart as possible, so that they are nearly independent. */
export function spreadOver(draws: Float64Array, count: number): Float64Array {
  return Float64Array.from(
    { length: count },
    (_, index) => draws[Math.floor(((index + 0.5) * draws.length) / count)]!,
  );
}
