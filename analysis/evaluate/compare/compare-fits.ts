/** Several fits of the same rows by a criterion: the best first, with how sure that is and the weights to mix them by. */

import { toNewColumns } from '../../../host/predict/new-columns.ts';
import { absent } from '../../../module/columns.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import type { PosteriorFit } from '../posterior-fit.ts';
import { compareModels, type RankedModel } from './compare.ts';
import {
  type Criterion,
  type CriterionOptions,
  type EstimatedFit,
  leaveOneOut,
  widelyApplicable,
} from './estimate-fit.ts';
import type { Loo } from './loo.ts';
import {
  checkSameOutcomes,
  type FitOfOutcomes,
  type FittedOutcome,
  fittedOutcomes,
} from './same-outcomes.ts';
import { stack } from './stacking.ts';
import type { Waic } from './waic.ts';

/** A fit among others; `name` is what it was given as. */
export interface RankedFit extends RankedModel {
  /** Its share in the mixture of all that foretells the rows best (stacking; Yao et al. 2018). */
  readonly weight: number;
  readonly estimate: Loo | Waic;
}

export interface FitComparison {
  readonly criterion: Criterion;
  /** The rows of the data that have an outcome, from 0. */
  readonly rows: readonly number[];
  /** The best first. */
  readonly fits: readonly RankedFit[];
}

/**
 * Compares fits of the same rows, by different layouts or by alternatives of one: by leave-one-out unless the criterion is `waic`.
 *
 * @param fits by name
 * @param rows those that were fitted, with their outcomes under the names that each layout has for them
 * @throws HostError when the rows do not fit a layout; EvaluationError when outcomes are not the same, or of one fit densities and of
 *   another probabilities; RangeError without fits
 */
export async function compareFits(
  fits: Readonly<Record<string, PosteriorFit>>,
  rows: ColumnsInput,
  { criterion = 'loo', ...options }: CriterionOptions & { readonly criterion?: Criterion } = {},
): Promise<FitComparison> {
  const estimated: (EstimatedFit & { readonly name: string })[] = [];
  let first: FitOfOutcomes | null = null;
  for (const [name, fit] of Object.entries(fits)) {
    const outcomes = { name, outcomes: outcomesOf(fit, rows) };
    first ??= outcomes;
    checkSameOutcomes(first, outcomes);
    const estimate = criterion === 'loo' ? leaveOneOut : widelyApplicable;
    estimated.push({ name, ...(await estimate(fit, rows, options)) });
  }
  return { criterion, rows: estimated[0]?.rows ?? [], fits: rankFits(estimated) };
}

function outcomesOf(fit: PosteriorFit, rows: ColumnsInput): FittedOutcome[] {
  const manifest = fit.posterior.manifest;
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome');
  const given = toNewColumns({ ...manifest, columns: outcomes }, rows);
  return fittedOutcomes(
    manifest,
    new Map(outcomes.map(({ name }) => [name, (given.get(name) ?? absent(name, 'outcome')) as Float64Array])),
  );
}

/** Ranks fits whose estimates are of the same rows. Throws as `compareModels` and `stack` do. */
export function rankFits(
  fits: readonly { readonly name: string; readonly estimate: Loo | Waic }[],
): RankedFit[] {
  const models = fits.map(({ name, estimate }) => ({ name, elpd: estimate.pointwise.elpd }));
  const ranked = compareModels(models, null);
  const { weights } = stack(models, null);
  return ranked.map((model) => ({
    ...model,
    weight: weights[model.index]!,
    estimate: fits[model.index]!.estimate,
  }));
}
