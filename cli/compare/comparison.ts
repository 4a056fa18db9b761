/** The fits of a comparison: opens each with its leave-one-out estimate, and prints the comparison, best first. */
import colors from 'picocolors';
import { type FittedOutcome, fittedOutcomes } from '../../analysis/evaluate/compare/compare-fits.ts';
import type { RankedModel } from '../../analysis/evaluate/compare/compare-models.ts';
import { type Loo, MAX_PARAMETERS_OF_A_ROW, type Waic } from '../../analysis/evaluate/compare/criteria.ts';
import {
  type Criterion,
  type EstimatedFit,
  estimateFit,
  refuseDependentRows,
} from '../../analysis/evaluate/compare/estimate-fit.ts';
import { EvaluationError } from '../../analysis/evaluate/evaluation-error.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { pointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import { listNames } from '../../module/names.ts';
import type { Problem } from '../../module/problem-text.ts';
import type { DataOptions } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import { readFittedRows } from '../stored-fits/fitted-rows.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';

/** The criterion of a stored fit, without its draws. */
export interface CriterionOfFit extends Pick<StoredFit, 'folder' | 'summary'>, EstimatedFit {
  /** The name of the layout. */
  readonly layout: string;
  /** By the names of their columns in the table. */
  readonly outcomes: readonly FittedOutcome[];
  /** The categories whose levels have many rows each, so that a row is predicted from others of its level. */
  readonly groups: readonly string[];
}

interface ComparedData extends DataOptions {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly criterion: Criterion;
  /** Use every n-th draw of each chain. */
  readonly every: number;
}

/**
 * Reads a stored fit and its rows, and estimates the probability of each row under a fit without that row.
 *
 * @throws Failure, FileError, HostError or EvaluationError, also when the rows are not those of the fit
 */
export async function openCriterionOfFit(folder: string, data: ComparedData): Promise<CriterionOfFit> {
  const fit = await openFit(folder);
  const { manifest, posterior, summary } = fit;
  if (data.criterion === 'waic') refuseDependentRows(manifest);
  const columns = await readFittedRows(fit, data);
  const likelihoods = await pointwiseLogLikelihood(await fit.module(columns), posterior, columns, {
    every: data.every,
  });
  try {
    const labels = Object.entries(summary.outcomes).map(([outcome, { column }]) => [outcome, column]);
    return {
      folder,
      summary,
      layout: manifest.layout,
      groups: groupsOf(fit, summary.rows),
      outcomes: fittedOutcomes(manifest, columns, Object.fromEntries(labels)),
      ...estimateFit(data.criterion, likelihoods, posterior.draws.length),
    };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw new EvaluationError(`${folder}: ${error.message}`, error.remedy);
  }
}

/** From so many rows a level on average, other rows of the level say much about one of its rows. */
const MANY_ROWS = 5;

function groupsOf({ manifest, posterior }: StoredFit, rows: number): string[] {
  return manifest.columns
    .filter(({ role, pairOf }) => role === 'category' && pairOf === undefined)
    .map(({ name }) => name)
    .filter((name) => rows >= MANY_ROWS * (posterior.levels.get(name)?.length ?? Number.POSITIVE_INFINITY));
}

/** A fit with its place among the others. */
export interface PlacedFit extends CriterionOfFit {
  readonly ranked: RankedModel;
  /** Of stacking. */
  readonly weight: number;
}

export function renderComparison(fits: readonly PlacedFit[], color: boolean): string {
  const { bold } = colors.createColors(color);
  const first = fits[0]!.estimate;
  const heads = ['elpd', 'se', isLoo(first) ? 'p_loo' : 'p_waic', 'difference', 'se', 'weight'];
  const doubts = isLoo(first) ? ['high k', 'worst k'] : [`p > ${MAX_PARAMETERS_OF_A_ROW}`];
  const rows = fits.map(({ folder, estimate, ranked, weight }) => [
    printable(folder),
    estimate.elpd.toFixed(1),
    shown(estimate.standardError),
    estimate.effectiveParameters.toFixed(1),
    ranked.difference.toFixed(1),
    shown(ranked.differenceError),
    weight.toFixed(2),
    ...(isLoo(estimate)
      ? [estimate.paretoK.bad + estimate.paretoK.veryBad, shownK(estimate.paretoK.worst)]
      : [estimate.unreliable]),
  ]);
  const table = blankTable(
    [['', ...heads, ...doubts].map((head) => bold(head)), ...rows],
    ['left', ...[...heads, ...doubts].map(() => 'right' as const)],
  );
  const how = isLoo(first) ? 'left out one by one' : 'by WAIC';
  return `${countOf(first.rows, 'row')}, ${how}\n\n${table}\n\n`;
}

function isLoo(estimate: Loo | Waic): estimate is Loo {
  return 'paretoK' in estimate;
}

function shown(error: number | null): string {
  return error === null ? '-' : error.toFixed(1);
}

function shownK(k: number): string {
  return Number.isFinite(k) ? k.toFixed(2) : k > 0 ? 'inf' : '-inf';
}

/** What is unreliable, and in which rows. */
interface DoubtfulRows extends Problem {
  readonly kind: 'high-pareto-k' | 'high-p-waic';
}

/** The warning for a fit with rows for which the criterion is unreliable; null if there are none. */
export function doubtfulRows({ folder, estimate, rows }: CriterionOfFit): DoubtfulRows | null {
  const limit = isLoo(estimate) ? estimate.paretoK.threshold : MAX_PARAMETERS_OF_A_ROW;
  const values = isLoo(estimate) ? estimate.pointwise.paretoK : estimate.pointwise.effectiveParameters;
  const high = rows
    .map((row, place) => ({ row: row + 1, value: values[place]! }))
    .filter(({ value }) => value > limit)
    .sort((a, b) => b.value - a.value || a.row - b.row);
  if (high.length === 0) return null;
  const where = `${high.length === 1 ? 'row' : 'rows'} ${listNames(high.map(({ row }) => String(row)))} of those used, counted from 1`;
  const share = `${folder}: in ${high.length} of ${countOf(estimate.rows, 'row')}`;
  if (isLoo(estimate)) {
    return {
      kind: 'high-pareto-k',
      message: `${share} the Pareto k is above ${limit.toFixed(2)}, so its elpd is unreliable: ${where}.`,
      remedy:
        'The posterior changes much without such a row. Look there for mistakes in the data and for outcomes that the layout hardly allows, or compare by held-out rows, with `theodolite evaluate --folds 10`.',
    };
  }
  return {
    kind: 'high-p-waic',
    message: `${share} the variance of the log likelihood is above ${limit}, so its WAIC is unreliable: ${where}.`,
    remedy: 'Compare with --criterion loo, whose Pareto k shows whether it is reliable there.',
  };
}
