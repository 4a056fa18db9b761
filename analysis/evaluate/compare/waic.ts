/** The widely applicable information criterion. */

import { logMeanExp } from '../../../statistics/log-sum-exp.ts';
import { variance } from '../../../statistics/moments.ts';
import { type EstimatedRows, estimateEachRow } from './estimate-rows.ts';
import { countDraws, type LikelihoodMatrix } from './likelihood-matrix.ts';

/** `elpd` is on the scale of leave-one-out, in nats; −2 times it is what some call WAIC. */
export interface Waic extends EstimatedRows {
  /** How many rows, repeated, have an effective number of parameters above 0.4: with any, use `loo` (Vehtari et al. 2017, section 2.2). */
  readonly unreliable: number;
}

/** The limit of a row's effective number of parameters, above which WAIC is not to be relied on. */
export const MAX_PARAMETERS_OF_A_ROW = 0.4;

/**
 * Watanabe (2010), Asymptotic equivalence of Bayes cross validation and widely applicable information criterion, with the
 * variance of the log likelihood over the draws as the effective number of parameters (Vehtari, Gelman & Gabry 2017, section
 * 2.2). Throws as `countDraws` does, and a RangeError of fewer than two draws.
 */
export function waic(likelihood: LikelihoodMatrix): Waic {
  if (countDraws(likelihood) < 2) throw new RangeError('one draw has no variance');
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
