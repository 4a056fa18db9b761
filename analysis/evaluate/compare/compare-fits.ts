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

/** An outcome that a fit was fitted to. */
export interface FittedOutcome {
  /** As messages call it. */
  readonly label: string;
  /** One number per row; NaN where it is missing. */
  readonly values: Float64Array;
  /** Whether its log likelihood is that of a probability, as of 0 and 1 and of counts, or of a density in its unit. */
  readonly measure: 'probability' | 'density';
}

/** A fit with its outcomes, as messages call it. */
export interface FitOfOutcomes {
  readonly name: string;
  readonly outcomes: readonly FittedOutcome[];
}

/** @param labels by the name of an outcome what messages call it; its name where there is none */
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
 * What outcomes are called does not matter, but their values do, and whether both say probabilities or both densities: of a density no
 * number says by how much it is more likely than a probability.
 *
 * @throws EvaluationError unless each outcome of the one is an outcome of the other
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
      `Of the outcome \`${outcome.label}\` ${says(first, outcome)}, and ${says(other, same)}: no difference of the two means anything.`,
      'Compare layouts whose outcome has distributions of one kind: all of 0 and 1 or counts, or all of real numbers.',
    );
  }
  const labels = ({ outcomes }: FitOfOutcomes) => outcomes.map(({ label }) => `\`${label}\``).join(' and ');
  throw new EvaluationError(
    `${first.name} and ${other.name} are fits of different outcomes, ${labels(first)} and ${labels(other)}.`,
    'Compare fits that say how probable the same outcomes are.',
  );
}

function isSame({ values }: FittedOutcome, other: FittedOutcome): boolean {
  return (
    values.length === other.values.length &&
    values.every((value, row) => Object.is(value, other.values[row]) || value === other.values[row])
  );
}
