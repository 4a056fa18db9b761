/**
 * Leave-one-out cross-validation (PSIS-LOO) and WAIC, computed from pointwise log likelihoods without fitting again.
 */
import { relativeEfficiency } from '../../../statistics/effective-size.ts';
import { logMeanExp, logSumExp } from '../../../statistics/log-sum-exp.ts';
import { sumOverRows, variance } from '../../../statistics/moments.ts';
import { paretoKThreshold, paretoSmooth } from '../../../statistics/pareto-smooth.ts';
import { EvaluationError } from '../evaluation-error.ts';

export interface Loo extends EstimatedRows {
  /**
   * Monte Carlo standard error of `elpd`, which comes on top of `standardError`. It treats rows as independent, and is
   * not reliable if some k̂ is above the threshold.
   */
  readonly monteCarloError: number;
  /** One number for each row of the matrix. */
  readonly pointwise: EstimatedRows['pointwise'] & {
    /**
     * As `paretoSmooth` returns it: Infinity if the tail has too few distinct weights, −Infinity if all weights are
     * equal.
     */
    readonly paretoK: Float64Array;
    readonly monteCarloError: Float64Array;
  };
  readonly paretoK: ParetoKTable;
}

/** The number of rows, counting repetitions, by k̂ (Vehtari et al. 2024, section 3.2.4). */
export interface ParetoKTable {
  readonly threshold: number;
  /** At most the threshold. */
  readonly good: number;
  /** Above the threshold, at most 1: the estimate is biased, and its error is underestimated. */
  readonly bad: number;
  /** Above 1: the mean of the ratios does not exist. */
  readonly veryBad: number;
  /** The largest k̂. */
  readonly worst: number;
}

/**
 * PSIS-LOO of Vehtari, Gelman & Gabry (2017), Practical Bayesian model evaluation using leave-one-out cross-validation
 * and WAIC, Statistics and Computing 27, 1413–1432, section 2.1, with the smoothing and the thresholds of Vehtari et
 * al. (2024). Throws as `countDraws` does.
 *
 * @param relativeEfficiencies one per row; estimated from the chains if absent
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
 * The Monte Carlo error of ln E[p]: the variance of the weighted mean over the effective draws (Vehtari et al. 2024,
 * section 2.2), carried over to the logarithm as for a log-normal variable, √ln(1 + var/mean²).
 */
export function errorOfElpd(
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

/**
 * The same estimate with other values for some rows, which importance sampling did not know: those of a fit without the row. Their
 * Pareto k is −Infinity, since all of that fit's draws count alike.
 *
 * @param replacements by the number of the row, from 0
 */
export function withReplacements(
  { pointwise, paretoK, ...estimate }: Loo,
  replacements: ReadonlyMap<number, Pick<RowEstimate, 'elpd'> & { readonly monteCarloError: number }>,
): Loo {
  const replaced = (values: Float64Array, by: (row: number) => number) =>
    values.map((value, row) => (replacements.has(row) ? by(row) : value));
  const elpd = replaced(pointwise.elpd, (row) => replacements.get(row)!.elpd);
  const effectiveParameters = pointwise.effectiveParameters.map(
    (value, row) => value + pointwise.elpd[row]! - elpd[row]!,
  );
  const monteCarloError = replaced(
    pointwise.monteCarloError,
    (row) => replacements.get(row)!.monteCarloError,
  );
  const ks = replaced(pointwise.paretoK, () => -Infinity);
  const [total, parameters] = [elpd, effectiveParameters].map((values) => sumOverRows(values, null));
  return {
    ...estimate,
    elpd: total!.sum,
    standardError: total!.standardError,
    effectiveParameters: parameters!.sum,
    effectiveParametersError: parameters!.standardError,
    monteCarloError: Math.sqrt(monteCarloError.reduce((sum, error) => sum + error * error, 0)),
    pointwise: { elpd, effectiveParameters, paretoK: ks, monteCarloError },
    paretoK: tableOf(ks, null, paretoK.threshold),
  };
}

function tableOf(paretoK: Float64Array, counts: ArrayLike<number> | null, threshold: number): ParetoKTable {
  const table = { threshold, good: 0, bad: 0, veryBad: 0, worst: -Infinity };
  for (const [row, k] of paretoK.entries()) {
    table[k <= threshold ? 'good' : k <= 1 ? 'bad' : 'veryBad'] += counts?.[row] ?? 1;
    table.worst = Math.max(table.worst, k);
  }
  return table;
}

/** The estimate for one row, in nats. */
export interface RowEstimate {
  /** The log predictive density of the row, given the other rows. */
  readonly elpd: number;
  /** How much better a fit that has seen the row predicts it. */
  readonly effectiveParameters: number;
}

/** Expected log predictive densities (elpd) of unseen outcomes, in nats; higher is better. */
export interface EstimatedRows {
  /** The sum over all rows, counting repetitions. */
  readonly elpd: number;
  /** Standard error of `elpd` for independent rows; null for a single row. */
  readonly standardError: number | null;
  /** The effective number of parameters: how much better a fit that has seen the rows predicts them. */
  readonly effectiveParameters: number;
  readonly effectiveParametersError: number | null;
  /** The number of rows, counting repetitions. */
  readonly rows: number;
  /** One number per row of the matrix. */
  readonly pointwise: { readonly elpd: Float64Array; readonly effectiveParameters: Float64Array };
}

/** Applies `estimate` to the log likelihoods of each row (one per draw), and adds the rows up. */
export function estimateEachRow(
  likelihood: LikelihoodMatrix,
  estimate: (logLikelihoods: Float64Array, row: number) => RowEstimate,
): EstimatedRows {
  const { rows, counts } = likelihood;
  const elpd = new Float64Array(rows);
  const effectiveParameters = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const estimated = estimate(drawsOfRow(likelihood, row), row);
    elpd[row] = estimated.elpd;
    effectiveParameters[row] = estimated.effectiveParameters;
  }
  const total = sumOverRows(elpd, counts);
  const parameters = sumOverRows(effectiveParameters, counts);
  return {
    elpd: total.sum,
    standardError: total.standardError,
    effectiveParameters: parameters.sum,
    effectiveParametersError: parameters.standardError,
    rows: total.rows,
    pointwise: { elpd, effectiveParameters },
  };
}

/** `elpd` is on the same scale as that of leave-one-out, in nats; some call −2 times this value WAIC. */
export interface Waic extends EstimatedRows {
  /**
   * The number of rows, counting repetitions, whose effective number of parameters is above 0.4. If there are any, use
   * `loo` (Vehtari et al. 2017, section 2.2).
   */
  readonly unreliable: number;
}

/** WAIC is unreliable for a row with a larger effective number of parameters. */
export const MAX_PARAMETERS_OF_A_ROW = 0.4;

/**
 * Watanabe (2010), Asymptotic equivalence of Bayes cross validation and widely applicable information criterion, with
 * the variance of the log likelihood over the draws as the effective number of parameters (Vehtari, Gelman & Gabry
 * 2017, section 2.2). Throws as `countDraws` does, and a RangeError for fewer than two draws.
 */
export function waic(likelihood: LikelihoodMatrix): Waic {
  if (countDraws(likelihood) < 2) throw new RangeError('WAIC needs at least two draws');
  const estimated = estimateEachRow(likelihood, (logLikelihoods) => {
    const effectiveParameters = variance(logLikelihoods);
    return { elpd: logMeanExp(logLikelihoods) - effectiveParameters, effectiveParameters };
  });
  const unreliable = estimated.pointwise.effectiveParameters.reduce(
    (rows, parameters, row) =>
      parameters > MAX_PARAMETERS_OF_A_ROW ? rows + (likelihood.counts?.[row] ?? 1) : rows,
    0,
  );
  return { ...estimated, unreliable };
}

export interface LikelihoodMatrix {
  /** The log likelihood of each row at each draw, in nats: draws × rows numbers, draw by draw, chain by chain. */
  readonly values: Float64Array;
  readonly rows: number;
  /** The number of chains, of equal length. */
  readonly chains: number;
  /**
   * How many times each row occurs in the data, a positive whole number; null if each occurs once. Results are those of
   * the repeated rows.
   */
  readonly counts: ArrayLike<number> | null;
}

/**
 * The number of draws.
 *
 * @throws RangeError when the sizes do not match
 * @throws EvaluationError when a log likelihood is not finite
 */
export function countDraws({ values, rows, chains, counts }: LikelihoodMatrix): number {
  if (!(Number.isInteger(rows) && rows >= 1)) throw new RangeError(`there cannot be ${rows} rows`);
  const draws = values.length / rows;
  if (!(Number.isInteger(draws) && draws >= 1)) {
    throw new RangeError(`${values.length} log likelihoods are not draws of ${rows} rows`);
  }
  if (!(Number.isInteger(chains) && chains >= 1 && draws % chains === 0)) {
    throw new RangeError(`${draws} draws are not ${chains} chains of one length`);
  }
  if (counts !== null) {
    if (counts.length !== rows) throw new RangeError(`${counts.length} counts do not belong to ${rows} rows`);
    const wrong = Array.from(counts).find((count) => !(Number.isInteger(count) && count >= 1));
    if (wrong !== undefined) throw new RangeError(`a row cannot stand in the data ${wrong} times`);
  }
  const place = values.findIndex((value) => !Number.isFinite(value));
  if (place >= 0) {
    throw new EvaluationError(
      `The log likelihood of row ${(place % rows) + 1} is ${values[place]} at draw ${Math.floor(place / rows) + 1}.`,
      'A draw at which an outcome is impossible cannot come from this posterior: fit again, and use the draws of that fit.',
    );
  }
  return draws;
}

/** The log likelihoods of one row, one per draw. */
export function drawsOfRow({ values, rows }: LikelihoodMatrix, row: number): Float64Array {
  return Float64Array.from({ length: values.length / rows }, (_, draw) => values[draw * rows + row]!);
}

/**
 * Expands one value per distinct row to one value per row, in the order of the data. Models that read different demands
 * have different distinct rows, so that only expanded values can be compared.
 *
 *
 * @param distinctRow for each row of the data the number of its distinct row, from 0
 * @throws RangeError for a number that does not exist
 */
export function spreadOverRows(values: ArrayLike<number>, distinctRow: ArrayLike<number>): Float64Array {
  return Float64Array.from(distinctRow, (distinct) => {
    const value = values[distinct];
    if (value === undefined) throw new RangeError(`there is no distinct row ${distinct}`);
    return value;
  });
}
