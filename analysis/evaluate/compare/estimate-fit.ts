/** Leave-one-out and WAIC of a fit, row by row of the data. */

import type { PointwiseLogLikelihood } from '../../../host/predict/log-likelihood.ts';
import type { Manifest } from '../../../module/manifest.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { PosteriorFit } from '../posterior-fit.ts';
import {
  type EstimatedRows,
  type LikelihoodMatrix,
  type Loo,
  loo,
  spreadOverRows,
  type Waic,
  waic,
} from './criteria.ts';

/** The criterion for comparing fits: PSIS-LOO or WAIC. */
export type Criterion = 'loo' | 'waic';

export const CRITERIA: readonly Criterion[] = ['loo', 'waic'];

/** The value of a criterion for a fit. */
export interface EstimatedFit<Estimate extends EstimatedRows = Loo | Waic> {
  /** The rows of the data that have an outcome, from 0, ascending. */
  readonly rows: readonly number[];
  /** The estimate for these rows; `pointwise` has one number per row. */
  readonly estimate: Estimate;
}

export interface CriterionOptions {
  /** Use only every nth draw of each chain, beginning with the first. Defaults to 1. */
  readonly every?: number;
}

/**
 * PSIS-LOO for the rows of a fit: how probable the outcomes of each row are for a fit to all other rows (Vehtari,
 * Gelman & Gabry 2017). A row is left out with all of its outcomes.
 *
 * @param rows the fitted rows, with their outcomes
 *
 * @throws HostError when the rows do not fit the layout or the fit; EvaluationError when no row has an outcome
 */
export async function leaveOneOut(
  fit: PosteriorFit,
  rows: ColumnsInput,
  options: CriterionOptions = {},
): Promise<EstimatedFit<Loo>> {
  return estimateFit('loo', await fit.pointwiseLogLikelihood(rows, options), fit.posterior.draws.length);
}

/**
 * WAIC for the rows of a fit (Watanabe 2010; Vehtari, Gelman & Gabry 2017, section 2.2). Otherwise like `leaveOneOut`.
 */
export async function widelyApplicable(
  fit: PosteriorFit,
  rows: ColumnsInput,
  options: CriterionOptions = {},
): Promise<EstimatedFit<Waic>> {
  refuseDependentRows(fit.posterior.manifest);
  return estimateFit('waic', await fit.pointwiseLogLikelihood(rows, options), fit.posterior.draws.length);
}

/** @throws EvaluationError for a layout with classes, given whose latents the rows of a level depend on each other */
export function refuseDependentRows({ classes = [] }: Manifest): void {
  const group = classes.find(({ outcomes }) => outcomes.length > 0);
  if (group === undefined) return;
  throw new EvaluationError(
    `WAIC takes rows to be independent given the latents, and those of one level of \`${group.index}\` share their classes.`,
    'Compare by leave-one-out, the criterion `loo`.',
  );
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
  // The matrix has identical rows only once.
  const spread = Object.entries(estimate.pointwise).map(([name, values]) => [
    name,
    spreadOverRows(values, matrixRow),
  ]);
  return { rows, estimate: { ...estimate, pointwise: Object.fromEntries(spread) } };
}

export interface FitLikelihood {
  /** One row per distinct row that has an outcome, with the number of times it occurs in the data. */
  readonly matrix: LikelihoodMatrix;
  /** The rows of the data that have an outcome, from 0, ascending: these are left out one by one. */
  readonly rows: readonly number[];
  /** The matrix row of each of `rows`, as `spreadOverRows` takes it. */
  readonly matrixRow: Uint32Array;
}

/**
 * The log likelihood of whole rows: the sum over their outcomes, without missing ones. A row is left out with all of
 * its outcomes; to leave out single outcomes, pass only one outcome.
 *
 * @param outcomes of one fit and the same rows, as `FittedModel.pointwiseLogLikelihood` returns them
 * @param chains the number of chains, of equal length
 * @throws RangeError without outcomes, or when their rows or draws differ
 * @throws EvaluationError when no row has an outcome
 */
export function likelihoodOfFit(outcomes: readonly PointwiseLogLikelihood[], chains: number): FitLikelihood {
  const [first] = outcomes;
  if (first === undefined) throw new RangeError('there are no outcomes');
  const { draws, distinct, distinctOf } = first;
  for (const outcome of outcomes) {
    const isAlike =
      outcome.draws === draws &&
      outcome.distinct === distinct &&
      outcome.distinctOf.length === distinctOf.length &&
      outcome.distinctOf.every((place, row) => place === distinctOf[row]);
    if (!isAlike) throw new RangeError('the outcomes are not of the same rows and draws');
  }
  const counts = new Float64Array(distinct);
  for (const place of distinctOf) counts[place]! += 1;
  const isPresent = (outcome: PointwiseLogLikelihood, place: number) => !Number.isNaN(outcome.values[place]!);
  const kept = Array.from(counts.keys()).filter((place) =>
    outcomes.some((outcome) => isPresent(outcome, place)),
  );
  if (kept.length === 0) {
    throw new EvaluationError(
      'No row has an outcome.',
      'Give the rows that were fitted, with their outcomes.',
    );
  }
  const present = outcomes.map((outcome) => kept.map((place) => isPresent(outcome, place)));
  const values = new Float64Array(draws * kept.length);
  for (const [index, outcome] of outcomes.entries()) {
    for (let draw = 0; draw < draws; draw++) {
      for (const [row, place] of kept.entries()) {
        if (present[index]![row])
          values[draw * kept.length + row]! += outcome.values[draw * distinct + place]!;
      }
    }
  }
  const matrixRowOf = new Map(kept.map((place, row) => [place, row]));
  const rows = Array.from(distinctOf.keys()).filter((row) => matrixRowOf.has(distinctOf[row]!));
  return {
    matrix: { values, rows: kept.length, chains, counts: kept.map((place) => counts[place]!) },
    rows,
    matrixRow: Uint32Array.from(rows, (row) => matrixRowOf.get(distinctOf[row]!)!),
  };
}
