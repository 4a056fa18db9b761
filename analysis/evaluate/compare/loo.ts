/** Leave-one-out cross-validation by Pareto smoothed importance sampling, without fitting again. */

import { relativeEfficiency } from '../../../statistics/effective-size.ts';
import { logMeanExp, logSumExp } from '../../../statistics/log-sum-exp.ts';
import { sumOverRows } from '../../../statistics/moments.ts';
import { paretoKThreshold, paretoSmooth } from '../../../statistics/pareto-smooth.ts';
import { type EstimatedRows, estimateEachRow } from './estimate-rows.ts';
import { countDraws, type LikelihoodMatrix } from './likelihood-matrix.ts';

export interface Loo extends EstimatedRows {
  /** The Monte Carlo error of `elpd`, beside the above, as of rows whose errors are independent; not to be relied on where some k̂ is above the threshold. */
  readonly monteCarloError: number;
  /** One number for each row of the matrix. */
  readonly pointwise: EstimatedRows['pointwise'] & {
    /** As `paretoSmooth` says it: Infinity where the tail has too few different weights to judge by, −Infinity where all draws weigh the same. */
    readonly paretoK: Float64Array;
    readonly monteCarloError: Float64Array;
  };
  readonly paretoK: ParetoKTable;
}

/** How many rows, repeated, have which k̂ (Vehtari et al. 2024, section 3.2.4). */
export interface ParetoKTable {
  readonly threshold: number;
  /** At most the threshold. */
  readonly good: number;
  /** Above it, at most 1: the estimate is off, and by more than its error says. */
  readonly bad: number;
  /** Above 1: the mean of the ratios does not exist. */
  readonly veryBad: number;
  /** The largest k̂. */
  readonly worst: number;
}

/**
 * PSIS-LOO of Vehtari, Gelman & Gabry (2017), Practical Bayesian model evaluation using leave-one-out cross-validation and WAIC,
 * Statistics and Computing 27, 1413–1432, section 2.1, with the smoothing and limits of Vehtari et al. (2024). Throws
 * as `countDraws` does.
 *
 * @param relativeEfficiencies one for each row; by default estimated from the chains
 */
export function loo(likelihood: LikelihoodMatrix, relativeEfficiencies?: ArrayLike<number>): Loo {
  const draws = countDraws(likelihood);
  const { rows, chains, counts } = likelihood;
  const paretoK = new Float64Array(rows);
  const monteCarloError = new Float64Array(rows);
  const { pointwise, ...estimated } = estimateEachRow(likelihood, (logLikelihoods, row) => {
    const efficiency = relativeEfficiencies?.[row] ?? relativeEfficiency(logLikelihoods, chains);
    const smoothed = paretoSmooth(
      logLikelihoods.map((value) => -value),
      efficiency,
    );
    const elpd = logSumExp(smoothed.logWeights.map((weight, draw) => weight + logLikelihoods[draw]!));
    paretoK[row] = smoothed.paretoK;
    monteCarloError[row] = errorOfElpd(smoothed.logWeights, logLikelihoods, elpd, efficiency);
    return { elpd, effectiveParameters: logMeanExp(logLikelihoods) - elpd };
  });
  return {
    ...estimated,
    monteCarloError: Math.sqrt(
      sumOverRows(
        monteCarloError.map((error) => error * error),
        counts,
      ).sum,
    ),
    pointwise: { ...pointwise, paretoK, monteCarloError },
    paretoK: tableOf(paretoK, counts, paretoKThreshold(draws)),
  };
}

/**
 * The Monte Carlo error of ln E[p] by the variance of the weighted mean over the effective draws (Vehtari et al. 2024,
 * section 2.2), and from it that of the logarithm as of a log-normal variable, √ln(1 + var/mean²).
 */
function errorOfElpd(
  logWeights: Float64Array,
  logLikelihoods: Float64Array,
  elpd: number,
  efficiency: number,
): number {
  let relativeVariance = 0;
  for (let draw = 0; draw < logWeights.length; draw++) {
    relativeVariance += (Math.exp(logWeights[draw]!) * Math.expm1(logLikelihoods[draw]! - elpd)) ** 2;
  }
  return Math.sqrt(Math.log1p(relativeVariance / efficiency));
}

function tableOf(paretoK: Float64Array, counts: ArrayLike<number> | null, threshold: number): ParetoKTable {
  const table = { threshold, good: 0, bad: 0, veryBad: 0, worst: -Infinity };
  for (const [row, k] of paretoK.entries()) {
    table[k <= threshold ? 'good' : k <= 1 ? 'bad' : 'veryBad'] += counts?.[row] ?? 1;
    table.worst = Math.max(table.worst, k);
  }
  return table;
}
