/** The estimate of each parameter from one fit to simulated outcomes, with the truth and its rank among the draws. */

import { gammaTails } from '../../../compiler/interpret/incomplete-functions.ts';
import type { SampledPosterior } from '../../../host/fit.ts';
import { pooled } from '../../../statistics/chains.ts';
import { quantile } from '../../../statistics/quantile.ts';
import { openStream } from '../../../statistics/random/stream.ts';

/** The number of draws among which a truth is ranked. It gives 60 ranks, which many numbers of cells divide. */
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
  /** The number of draws below the truth, out of `RANKED`; null if there are fewer draws. */
  readonly rank: number | null;
  /** The smaller of bulk and tail effective sample size. Ranks are valid if it is at least `RANKED`. */
  readonly effectiveDraws: number;
}

/**
 * @param truths of the latents, in the order of the fit's parameters
 * @param seed the seed of the run, for breaking ties
 * @throws RangeError for a fit whose verdict is `failed`: its summary may be undefined
 */
export function recoveredParameters(
  fit: Pick<SampledPosterior, 'draws' | 'parameters' | 'summary' | 'verdict'>,
  truths: readonly number[],
  seed: bigint,
): RecoveredParameter[] {
  if (fit.verdict.status === 'failed') throw new RangeError('a fit that failed recovers nothing');
  // What is reported follows from these, and was not simulated itself.
  return fit.parameters.slice(0, truths.length).map(({ name }, index) => {
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

/** `count` evenly spaced draws, which are nearly independent. */
export function spreadOver(draws: Float64Array, count: number): Float64Array {
  return Float64Array.from(
    { length: count },
    (_, index) => draws[Math.floor(((index + 0.5) * draws.length) / count)]!,
  );
}

/**
 * The rank of the truth: the number of draws below it (Talts, Betancourt, Simpson, Vehtari & Gelman 2018, Validating
 * Bayesian inference algorithms with simulation-based calibration). The draws should be nearly independent. If draws
 * equal the truth, as for a discrete quantity, `tied`, uniform on [0, 1), decides how many of them count as below.
 */
export function rankAmongDraws(truth: number, draws: ArrayLike<number>, tied: number): number {
  let below = 0;
  let equal = 0;
  for (let draw = 0; draw < draws.length; draw++) {
    if (draws[draw]! < truth) below++;
    else if (draws[draw] === truth) equal++;
  }
  return below + Math.floor(tied * (equal + 1));
}

export interface RecoveredRanks {
  /** The number of truths in each cell of equally many ranks, from the lowest. */
  readonly counts: readonly number[];
  /** The expected number per cell. */
  readonly expected: number;
  /** Pearson's Σ (count − expected)²/expected. */
  readonly chiSquare: number;
  /**
   * The probability of a value at least as large if ranks are uniform; valid if at least five are expected per cell.
   */
  readonly pValue: number;
}

/**
 * @param ranks one per simulation, whole numbers from 0 to `draws`
 * @param cells their number, at least 2; it divides draws + 1
 * @throws RangeError for other numbers, or without ranks
 */
export function countRecoveredRanks(ranks: ArrayLike<number>, draws: number, cells: number): RecoveredRanks {
  if (!(Number.isInteger(cells) && cells >= 2 && (draws + 1) % cells === 0)) {
    throw new RangeError(`${draws + 1} ranks are not divided evenly into ${cells} cells`);
  }
  if (ranks.length === 0) throw new RangeError('there are no ranks');
  const counts = new Array<number>(cells).fill(0);
  for (const rank of Array.from(ranks)) {
    if (!(Number.isInteger(rank) && rank >= 0 && rank <= draws)) {
      throw new RangeError(`${rank} is no rank among ${draws} draws`);
    }
    counts[Math.floor((rank * cells) / (draws + 1))]! += 1;
  }
  const expected = ranks.length / cells;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return { counts, expected, chiSquare, pValue: chiSquareTail(chiSquare, cells - 1) };
}

/** The probability that a chi-squared variable is larger. */
function chiSquareTail(value: number, degrees: number): number {
  return value === 0 ? 1 : Math.exp(gammaTails(degrees / 2, value / 2).above);
}
