/** Compares fits of the same rows by LOO or WAIC: the best first, with standard errors and stacking weights. */
import { toNewColumns } from '../../../host/predict/new-columns.ts';
import { absent } from '../../../module/columns.ts';
import type { Manifest } from '../../../module/manifest.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { PosteriorFit } from '../posterior-fit.ts';
import { compareModels, type RankedModel, stack } from './compare-models.ts';
import type { Loo, Waic } from './criteria.ts';
import {
  type Criterion,
  type CriterionOptions,
  type EstimatedFit,
  leaveOneOut,
  widelyApplicable,
} from './estimate-fit.ts';

/** A fit with its rank; `name` is its key in the input. */
export interface RankedFit extends RankedModel {
  /** Its stacking weight: its share in the mixture that predicts the rows best (Yao et al. 2018). */
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
 * Compares fits to the same rows, of different layouts or of alternatives of one layout, by leave-one-out unless the
 * criterion is `waic`.
 *
 * @param fits by name
 * @param rows the fitted rows, with outcomes under the name that each layout uses
 * @throws HostError when the rows do not fit a layout; EvaluationError when the outcomes differ, or one fit has
 *   densities and another probabilities; RangeError without fits
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

/** Ranks fits by estimates for the same rows. Throws as `compareModels` and `stack` do. */
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

/** An outcome of the data of a fit. */
export interface FittedOutcome {
  /** Its name in messages. */
  readonly label: string;
  /** One number per row; NaN where it is missing. */
  readonly values: Float64Array;
  /** Whether its likelihood is a probability (binary outcomes and counts) or a density in the outcome's unit. */
  readonly measure: 'probability' | 'density';
}

/** A fit with its outcomes; `name` is used in messages. */
export interface FitOfOutcomes {
  readonly name: string;
  readonly outcomes: readonly FittedOutcome[];
}

/** @param labels the label of an outcome in messages, by name; defaults to its name */
export function fittedOutcomes(
  { columns }: Manifest,
  values: ReadonlyMap<string, Float64Array>,
  labels: Readonly<Record<string, string>> = {},
): FittedOutcome[] {
  return columns
    .filter(({ role }) => role === 'outcome')
    .map(({ name, kind }) => ({
      label: labels[name] ?? name,
      values: values.get(name)!,
      measure: kind === 'real' ? 'density' : 'probability',
    }));
}

/**
 * Names of outcomes may differ. Their values must be equal, and both likelihoods must be probabilities or both
 * densities, since a density cannot be compared with a probability.
 *
 * @throws EvaluationError unless the two fits have the same outcomes
 */
export function checkSameOutcomes(first: FitOfOutcomes, other: FitOfOutcomes): void {
  const left = [...other.outcomes];
  const unmatched = first.outcomes.filter((outcome) => {
    const place = left.findIndex((each) => isSame(outcome, each) && each.measure === outcome.measure);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  if (unmatched.length === 0 && left.length === 0) return;
  for (const outcome of unmatched) {
    const same = left.find((each) => isSame(outcome, each));
    if (same === undefined) continue;
    const says = ({ name }: FitOfOutcomes, { measure }: FittedOutcome) =>
      `${name} has ${measure === 'density' ? 'densities' : 'probabilities'}`;
    throw new EvaluationError(
      `Of the outcome \`${outcome.label}\` ${says(first, outcome)}, and ${says(other, same)}: the two cannot be compared.`,
      'Compare layouts whose outcome has distributions of one kind: all of 0 and 1 or counts, or all of real numbers.',
    );
  }
  const labels = ({ outcomes }: FitOfOutcomes) => outcomes.map(({ label }) => `\`${label}\``).join(' and ');
  throw new EvaluationError(
    `${first.name} and ${other.name} are fits of different outcomes, ${labels(first)} and ${labels(other)}.`,
    'Compare fits of the same outcomes.',
  );
}

function isSame({ values }: FittedOutcome, other: FittedOutcome): boolean {
  return (
    values.length === other.values.length &&
    values.every((value, row) => Object.is(value, other.values[row]) || value === other.values[row])
  );
}
