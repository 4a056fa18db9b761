/** Fits again without groups of rows whose Pareto k is too high, for which importance sampling does not know what such a fit says. */
import type { VerdictStatus } from '../../../host/diagnose/verdict-status.ts';
import { type FitOptions, fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import type { LoadedModule } from '../../../host/load.ts';
import type { Posterior, PosteriorChain } from '../../../host/posterior.ts';
import { bindNewRows } from '../../../host/predict/predictor.ts';
import type { FittedStatistics } from '../../../host/rows.ts';
import type { Levels } from '../../../module/levels.ts';
import type { Manifest } from '../../../module/manifest.ts';
import { relativeEfficiency } from '../../../statistics/effective-size.ts';
import { logMeanExp } from '../../../statistics/log-sum-exp.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { RowGroups } from '../parts/draw-split.ts';
import { fittedColumns } from '../parts/rows.ts';
import { errorOfElpd } from './criteria.ts';
import { type IntegrationOptions, integrateLikelihood } from './integrated-likelihood.ts';
import { type FitWithRows, numberGroups } from './leave-groups-out.ts';

/** What a fit without a group says of its rows. */
export interface RefittedGroup {
  readonly group: string;
  /** The log probability of the outcomes of all rows of the group together, in nats. */
  readonly elpd: number;
  readonly monteCarloError: number;
  /** As in `EstimatedGroups`. */
  readonly integrationError: number;
  readonly status: VerdictStatus;
}

/** The settings of the sampler, where to run, and how to integrate. */
export interface RefitOptions
  extends Pick<FitOptions, 'pool' | 'workers' | 'signal' | 'onProgress'>,
    Pick<IntegrationOptions, 'every'> {}

/**
 * Exact leave-one-group-out for one group: the layout is fitted to all other rows with the settings of the fit, and the probability of
 * the group is averaged over the draws of that fit, integrated over the latents that only this group informs (as `reloo` of R's brms and
 * rstanarm does for rows; Vehtari, Gelman & Gabry 2017, section 2.1).
 *
 * @param loaded the module, which samples and predicts
 * @param which one of the groups
 * @throws EvaluationError when the settings of the fit are not known or nothing is left, and as `estimateGroups` does; HostError as `fit`
 *   does
 */
export async function refitWithoutGroup(
  { posterior, layoutText, bound: { columns } }: FitWithRows,
  groups: RowGroups,
  which: string,
  loaded: LoadedModule,
  { every, ...options }: RefitOptions,
): Promise<RefittedGroup> {
  const { settings } = posterior;
  if (settings === undefined || settings.method === 'laplace') {
    throw new EvaluationError(
      'Only a fit whose draws were sampled, and whose settings are stored, can be made again without a group.',
      'Leave --refit out, or fit again with `--method nuts`.',
    );
  }
  const numbered = numberGroups(posterior.manifest, columns, groups);
  const group = numbered.groups.indexOf(which);
  const kept = groups.names.flatMap((name, row) => (name === which ? [] : [row]));
  // A layout with tables beside the main one is refused before.
  const rows = fittedColumns({ ...evaluatedRows(posterior, columns), beside: [] }, kept);
  const { method, ...sampler } = settings;
  const fitted = await fitOnce(loaded, rows.columns, {
    ...sampler,
    ...{ method, levels: rows.levels, scouts: 0 },
    ...options,
  });
  const without = asLevelsOf(posterior, fitted);
  const { predictor } = await bindNewRows(loaded, without, named(posterior, columns));
  const { groupOfRow } = numbered;
  const { values, error } = await integrateLikelihood(
    {
      ...{ posterior: without, layoutText, predictor, columns, groupOfRow, names: numbered.groups },
      ...{ column: groups.column, only: group, placedBy: posterior },
    },
    {
      ...(every === undefined ? {} : { every }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    },
  );
  const elpd = logMeanExp(values);
  if (!Number.isFinite(elpd)) {
    throw new EvaluationError(
      `A fit without the group ${JSON.stringify(which)} of \`${groups.column}\` gives its outcomes the probability 0.`,
      'Give the layout priors and outcomes that allow them.',
    );
  }
  const efficiency = relativeEfficiency(values, without.draws.length);
  const equal = values.map(() => -Math.log(values.length));
  return {
    ...{ group: which, elpd, status: fitted.verdict.status, integrationError: error[0]! },
    monteCarloError: errorOfElpd(equal, values, elpd, efficiency),
  };
}

/** The rows with categories by name; pairs of levels follow from the two. */
function evaluatedRows({ manifest, levels }: Posterior, columns: readonly Float64Array[]) {
  const numbers = new Map<string, Float64Array>();
  const names = new Map<string, readonly string[]>();
  for (const [place, { name, role, pairOf }] of manifest.columns.entries()) {
    if (pairOf !== undefined) continue;
    const values = columns[place]!;
    if (role === 'category')
      names.set(
        name,
        Array.from(values, (level) => levels.get(name)![level]!),
      );
    else numbers.set(name, values);
  }
  return { count: columns[0]!.length, numbers, names, manifest };
}

function named({ manifest }: Posterior, columns: readonly Float64Array[]): ReadonlyMap<string, Float64Array> {
  return new Map(manifest.columns.map(({ name }, place) => [name, columns[place]!]));
}

/**
 * The new draws as draws for all levels of the first fit: a level that occurs in the group alone has no value, and is integrated over.
 */
function asLevelsOf(first: Posterior, { draws, levels, statistics }: SampledPosterior): Posterior {
  const { manifest } = first;
  const placesOf = (category: string) => {
    const found = new Map(levels.get(category)!.map((level, place) => [level, place]));
    return first.levels.get(category)!.map((level) => found.get(level) ?? null);
  };
  return {
    ...first,
    draws: draws.map((chain) => remapped(chain, manifest, levels, placesOf)),
    statistics: statisticsOf(first, statistics, placesOf),
  };
}

function remapped(
  { latents }: PosteriorChain,
  manifest: Manifest,
  levels: Levels,
  placesOf: (category: string) => readonly (number | null)[],
): PosteriorChain {
  const unknown = new Float64Array(latents[0]!.length).fill(Number.NaN);
  let next = 0;
  return {
    latents: manifest.latents.flatMap(({ index }) => {
      const start = next;
      next += index === undefined ? 1 : levels.get(index)!.length;
      if (index === undefined) return [latents[start]!];
      return placesOf(index).map((place) => (place === null ? unknown : latents[start + place]!));
    }),
  };
}

/** A statistic of a level that is not in the new fit is that of its own rows, which are demands alone. */
function statisticsOf(
  first: Posterior,
  { values, byLevel }: FittedStatistics,
  placesOf: (category: string) => readonly (number | null)[],
): FittedStatistics {
  return {
    values,
    byLevel: first.manifest.levelStatistics.map(({ by }, index) =>
      placesOf(by).map((place, level) =>
        place === null ? first.statistics.byLevel[index]![level]! : byLevel[index]![place]!,
      ),
    ),
  };
}
