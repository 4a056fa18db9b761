/** The fits of a comparison: opens each with its leave-one-out estimate, and prints the comparison, best first. */
import colors from 'picocolors';
import { type FittedOutcome, fittedOutcomes } from '../../analysis/evaluate/compare/compare-fits.ts';
import type { RankedModel } from '../../analysis/evaluate/compare/compare-models.ts';
import {
  type Loo,
  MAX_PARAMETERS_OF_A_ROW,
  type Waic,
  withReplacements,
} from '../../analysis/evaluate/compare/criteria.ts';
import {
  type Criterion,
  type EstimatedFit,
  estimateFit,
  refuseDependentRows,
} from '../../analysis/evaluate/compare/estimate-fit.ts';
import type { IntegrationOptions } from '../../analysis/evaluate/compare/integrated-likelihood.ts';
import { type EstimatedGroups, estimateGroups } from '../../analysis/evaluate/compare/leave-groups-out.ts';
import { type RefittedGroup, refitWithoutGroup } from '../../analysis/evaluate/compare/refit-groups.ts';
import { EvaluationError } from '../../analysis/evaluate/evaluation-error.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import type { ChainPool } from '../../host/chain-pool.ts';
import { pointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import { bindNewRows } from '../../host/predict/predictor.ts';
import type { Manifest } from '../../module/manifest.ts';
import { listNames } from '../../module/names.ts';
import type { DataOptions } from '../options/data-options.ts';
import { printable } from '../printable.ts';
import { readFittedRows } from '../stored-fits/fitted-rows.ts';
import { groupsIn, type KeptTable, TableKeeper } from '../tables/kept-table.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';

/** The criterion of a stored fit, without its draws. */
export interface CriterionOfFit extends Pick<StoredFit, 'folder' | 'summary'>, EstimatedFit {
  /** The name of the layout. */
  readonly layout: string;
  /** By the names of their columns in the table. */
  readonly outcomes: readonly FittedOutcome[];
  /** The categories whose levels have many rows each, so that a row is predicted from others of its level. */
  readonly shared: readonly string[];
  /** What is said of groups only; null if rows are left out one by one. */
  readonly groups: ComparedGroups | null;
}

/** Groups of rows that are left out. */
export interface ComparedGroups extends Omit<EstimatedGroups, 'estimate' | 'groups'> {
  /** The column that names them. */
  readonly column: string;
  /** One for each number of the estimate. */
  readonly names: readonly string[];
  /** The groups whose Pareto k was too high, and what fits without them say; null if none was asked for. */
  readonly refits: readonly RefittedGroup[] | null;
}

/** How to fit again without groups. */
export interface Refitting {
  readonly pool: ChainPool;
  /** Called before the first fit: without how many groups, and the seconds that the stored fit took. */
  onBegin(folder: string, groups: number, seconds: number): void;
  /** Called while the layout is fitted without a group. @param index the number of the fit, from 1 */
  onProgress(group: string, index: number, groups: number, done: number, total: number): void;
}

interface ComparedData extends DataOptions {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly criterion: Criterion;
  /** Use every n-th draw of each chain. */
  readonly every: number;
  /** The column whose equal values make the rows that are left out together. */
  readonly group?: string;
  readonly onProgress?: IntegrationOptions['onProgress'];
  /** Absent if no fit is to be made. */
  readonly refitting?: Refitting;
}

/**
 * Reads a stored fit and its rows, and estimates the probability of each row under a fit without that row.
 *
 * @throws Failure, FileError, HostError or EvaluationError, also when the rows are not those of the fit
 */
export async function openCriterionOfFit(folder: string, data: ComparedData): Promise<CriterionOfFit> {
  const fit = await openFit(folder);
  const { manifest, summary } = fit;
  if (data.criterion === 'waic') refuseDependentRows(manifest);
  const keeper = data.group === undefined ? null : new TableKeeper();
  const columns = await readFittedRows(fit, keeper === null ? data : { ...data, keep: keeper.keep });
  try {
    const labels = Object.entries(summary.outcomes).map(([outcome, { column }]) => [outcome, column]);
    const estimated = await (keeper === null
      ? estimateRows(fit, columns, data)
      : leaveOut(fit, columns, keeper.finish(), { ...data, column: data.group! }));
    return {
      folder,
      summary,
      layout: manifest.layout,
      shared: categoriesOfManyRows(fit, summary.rows),
      outcomes: fittedOutcomes(manifest, columns, Object.fromEntries(labels)),
      ...estimated,
    };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw new EvaluationError(`${folder}: ${error.message}`, error.remedy);
  }
}

type Estimated = Pick<CriterionOfFit, 'rows' | 'estimate' | 'groups'>;

async function estimateRows(
  fit: StoredFit,
  columns: ReadonlyMap<string, Float64Array>,
  { criterion, every }: ComparedData,
): Promise<Estimated> {
  const module = await fit.module(columns);
  const likelihoods = await pointwiseLogLikelihood(module, fit.posterior, columns, { every });
  return { ...estimateFit(criterion, likelihoods, fit.posterior.draws.length), groups: null };
}

async function leaveOut(
  fit: StoredFit,
  columns: ReadonlyMap<string, Float64Array>,
  table: KeptTable,
  { path, column, every, onProgress, signal, refitting }: ComparedData & { readonly column: string },
): Promise<Estimated> {
  const { posterior, summary, folder } = fit;
  const { levels, layoutText } = posterior;
  const categories = new Map([...columns].filter(([name]) => levels.has(name)));
  const found = groupsIn(table, { column, path, rows: summary.rows, categories, levels });
  const loaded = await fit.module(columns);
  const withRows = { posterior, layoutText, bound: await bindNewRows(loaded, posterior, columns) };
  const { estimate, groups, ...rest } = await estimateGroups(withRows, found, {
    ...{ every, signal },
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const compared = { ...rest, column, names: groups };
  if (refitting === undefined) return { rows: [], estimate, groups: { ...compared, refits: null } };
  const high = placesAbove(estimate.paretoK.threshold, estimate.pointwise.paretoK);
  if (high.length > 0) refitting.onBegin(folder, high.length, summary.sampler.samplingSeconds);
  const refits = new Map<number, RefittedGroup>();
  for (const [index, place] of high.entries()) {
    const group = groups[place]!;
    const refitted = await refitWithoutGroup(withRows, found, group, loaded, {
      ...{ pool: refitting.pool, every, signal },
      onProgress: (done, total) => refitting.onProgress(group, index + 1, high.length, done, total),
    });
    refits.set(place, refitted);
  }
  const integrationError = rest.integrationError.map(
    (error, place) => refits.get(place)?.integrationError ?? error,
  );
  return {
    rows: [],
    estimate: withReplacements(estimate, refits),
    groups: { ...compared, integrationError, refits: [...refits.values()] },
  };
}

/** The places of the values above a limit, the largest first. */
export function placesAbove(limit: number, values: ArrayLike<number>): number[] {
  return Array.from({ length: values.length }, (_, place) => place)
    .filter((place) => values[place]! > limit)
    .sort((a, b) => values[b]! - values[a]! || a - b);
}

/** From so many rows a level on average, other rows of the level say much about one of its rows. */
const MANY_ROWS = 5;

function categoriesOfManyRows({ manifest, posterior }: StoredFit, rows: number): string[] {
  return manifest.columns
    .filter(({ role, pairOf }) => role === 'category' && pairOf === undefined)
    .map(({ name }) => name)
    .filter((name) => rows >= MANY_ROWS * (posterior.levels.get(name)?.length ?? Number.POSITIVE_INFINITY))
    .sort((a, b) => Number(sumsToZero(manifest, a)) - Number(sumsToZero(manifest, b)));
}

/** Whether levels of a category sum to zero, so that none of them can be left out without fitting again. */
function sumsToZero({ latents }: Manifest, category: string): boolean {
  return latents.some((latent) => latent.index === category && latent.sumsToZero === true);
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
  const { groups } = fits[0]!;
  const parameters = isLoo(first) ? (groups === null ? 'p_loo' : 'p_logo') : 'p_waic';
  const heads = ['elpd', 'se', parameters, 'difference', 'se', 'weight'];
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
  if (groups === null) {
    const how = isLoo(first) ? 'left out one by one' : 'by WAIC';
    return `${countOf(first.rows, 'row')}, ${how}\n\n${table}\n\n`;
  }
  const all = groups.sizes.reduce((sum, size) => sum + size, 0);
  const what = `${countOf(first.rows, 'group')} by ${groups.column} of ${countOf(all, 'row')}`;
  const notes = fits.flatMap(integratedIn).map((note) => `${printable(note)}\n`);
  return `${printable(what)}, left out one by one\n\n${table}\n\n${notes.join('')}${notes.length > 0 ? '\n' : ''}`;
}

/** What of a group only the group informs, so that it is drawn from its population where the group is left out; and which were left out of a fit. */
function integratedIn({ folder, groups }: PlacedFit): string[] {
  if (groups === null) return [];
  const { integrated, refits, column } = groups;
  const without = refits?.map(({ group }) => JSON.stringify(group)) ?? [];
  return [
    ...(integrated.length === 0
      ? []
      : [`${folder}: integrated over ${listNames(integrated)} of the group left out.`]),
    ...(refits === null
      ? []
      : without.length === 0
        ? [`${folder}: no Pareto k is too high, and nothing was fitted again.`]
        : [`${folder}: fitted again without \`${column}\` ${listNames(without)}.`]),
  ];
}

export function isLoo(estimate: Loo | Waic): estimate is Loo {
  return 'paretoK' in estimate;
}

function shown(error: number | null): string {
  return error === null ? '-' : error.toFixed(1);
}

function shownK(k: number): string {
  return Number.isFinite(k) ? k.toFixed(2) : k > 0 ? 'inf' : '-inf';
}
