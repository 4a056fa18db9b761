/** Leave-one-out and WAIC of a fit, row by row of the data. */
import type { PointwiseLogLikelihood } from '../../../host/predict/log-likelihood.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import type { PosteriorFit } from '../posterior-fit.ts';
import type { EstimatedRows } from './estimate-rows.ts';
import { spreadOverRows } from './likelihood-matrix.ts';
import { type Loo, loo } from './loo.ts';
import { likelihoodOfFit } from './of-fit.ts';
import { type Waic, waic } from './waic.ts';

/** By what fits are compared: PSIS-LOO, or WAIC. */
export type Criterion = 'loo' | 'waic';

export const CRITERIA: readonly Criterion[] = ['loo', 'waic'];

/** What a criterion says of a fit. */
export interface EstimatedFit<Estimate extends EstimatedRows = Loo | Waic> {
  /** The rows of the data that have an outcome, from 0, ascending. */
  readonly rows: readonly number[];
  /** Of these rows; `pointwise` has a number for each of them. */
  readonly estimate: Estimate;
}

export interface CriterionOptions {
  /** Of each chain every so many draws are used, from the first on; all when absent. */
  readonly every?: number;
}

/**
 * PSIS-LOO of the rows that a fit was fitted to: how probable the outcomes of each are for a fit to all others (Vehtari, Gelman & Gabry
 * 2017). A row is left out with all of its outcomes.
 *
 * @param rows those that were fitted, with their outcomes
 * @throws HostError when the rows do not fit the layout or the fit; EvaluationError when none has an outcome
 */
export async function leaveOneOut(
  fit: PosteriorFit,
  rows: ColumnsInput,
  options: CriterionOptions = {},
): Promise<EstimatedFit<Loo>> {
  return estimateFit('loo', await fit.pointwiseLogLikelihood(rows, options), fit.posterior.draws.length);
}

/** WAIC of the rows that a fit was fitted to (Watanabe 2010; Vehtari, Gelman & Gabry 2017, section 2.2). Else as `leaveOneOut`. */
export async function widelyApplicable(
  fit: PosteriorFit,
  rows: ColumnsInput,
  options: CriterionOptions = {},
): Promise<EstimatedFit<Waic>> {
  return estimateFit('waic', await fit.pointwiseLogLikelihood(rows, options), fit.posterior.draws.length);
}

/** The same from the log likelihoods of all outcomes. Throws as `likelihoodOfFit`, `loo` and `waic` do. */
export function estimateFit(
  criterion: 'loo',
  likelihoods: Readonly<Record<string, PointwiseLogLikelihood>>,
  chains: number,
): EstimatedFit<Loo>;
export function estimateFit(
  criterion: 'waic',
  likelihoods: Readonly<Record<string, PointwiseLogLikelihood>>,
  chains: number,
): EstimatedFit<Waic>;
export function estimateFit(
  criterion: Criterion,
  likelihoods: Readonly<Record<string, PointwiseLogLikelihood>>,
  chains: number,
): EstimatedFit;
export function estimateFit(
  criterion: Criterion,
  likelihoods: Readonly<Record<string, PointwiseLogLikelihood>>,
  chains: number,
): EstimatedFit {
  const { matrix, rows, matrixRow } = likelihoodOfFit(Object.values(likelihoods), chains);
  const estimate = criterion === 'loo' ? loo(matrix) : waic(matrix);
  // The matrix has rows that are alike once.
  const spread = Object.entries(estimate.pointwise).map(([name, values]) => [
    name,
    spreadOverRows(values, matrixRow),
  ]);
  return { rows, estimate: { ...estimate, pointwise: Object.fromEntries(spread) } };
}
