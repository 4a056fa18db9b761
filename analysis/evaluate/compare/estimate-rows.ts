/** What leave-one-out and WAIC have in common: an estimate for each row from its log likelihoods, and the sums over the rows. */

import { sumOverRows } from '../../../statistics/moments.ts';
import { drawsOfRow, type LikelihoodMatrix } from './likelihood-matrix.ts';

/** Of one row, in nats. */
export interface RowEstimate {
  /** Its log predictive density by a fit that has not seen it. */
  readonly elpd: number;
  /** By how much a fit that has seen it foretells it better. */
  readonly effectiveParameters: number;
}

/** Log predictive densities are in nats, of outcomes that were not seen; higher is better. */
export interface EstimatedRows {
  /** Their sum over all rows, repeated as often as they stand in the data. */
  readonly elpd: number;
  /** Of `elpd`, as of a sum over independent rows; null of one row. */
  readonly standardError: number | null;
  /** The effective number of parameters: how much better the rows are foretold by a fit that has seen them. */
  readonly effectiveParameters: number;
  readonly effectiveParametersError: number | null;
  /** How many rows there are, repeated. */
  readonly rows: number;
  /** One number for each row of the matrix. */
  readonly pointwise: { readonly elpd: Float64Array; readonly effectiveParameters: Float64Array };
}

/** @param estimate given the log likelihoods of a row, one per draw, and its number */
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
