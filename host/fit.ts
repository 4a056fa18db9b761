/** Fits a compiled layout to data: samples the posterior, summarises it, and judges whether the numbers can be used. */

import { type Columns, orderColumns } from '../module/columns.ts';
import { type Levels, levelsOf } from '../module/levels.ts';
import { allFinite } from '../statistics/chains.ts';
import type { ChainPool } from './chain-pool.ts';
import { condenseOrdered } from './condense.ts';
import type { Mode, ScoutCounts } from './diagnose/modes.ts';
import { CONVERGED, isUnremarkable } from './diagnose/quick-look.ts';
import {
  type ParameterSummary,
  type SamplerSummary,
  samplerSummary,
  summarise,
} from './diagnose/summarise.ts';
import { R_HAT_CAUTION } from './diagnose/thresholds.ts';
import type { FitEvidence } from './diagnose/verdict.ts';
import type { Verdict } from './diagnose/verdict-status.ts';
import type { ChainDraws } from './draws.ts';
import type { FitPhase } from './fit-phase.ts';
import type { LoadedModule } from './load.ts';
import { openWorkers } from './open-workers.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import type { FittedSettings, Posterior } from './posterior.ts';
import type { Rows } from './rows.ts';
import { drawSize } from './rows.ts';
import { requireWhole, resolveSettings, type SampleOptions, sampleRows } from './sample.ts';
import { DEFAULT_SCOUTS, MAX_VALUES } from './scout.ts';
import type { Scouting } from './send-scouts.ts';
import type { Explored, Surveyed } from './survey-places.ts';

/** Settings of the sampler, the number of scouts, and where and how to run. */
export interface FitOptions extends SampleOptions {
  /**
   * The number of climbs from random starts that search for unvisited places; 32 by default, none with 0. If they are
   * cheap, up to 8 times this number is sent.
   */
  readonly scouts?: number;
  /** The level names of categories, in the order of level numbers; by default the numbers from 1. */
  readonly levels?: Levels;
  /** Called when each phase begins; `modes` is omitted without scouts. */
  readonly onPhase?: ((phase: FitPhase) => void) | undefined;
}

/** A sampled posterior, with the diagnostics of sampling. */
export interface SampledPosterior extends Posterior {
  /** One entry per chain. */
  readonly draws: readonly ChainDraws[];
  readonly settings: FittedSettings;
  /** By parameter name, in the order of the draws. */
  readonly summary: Readonly<Record<string, ParameterSummary>>;
  readonly sampler: SamplerSummary;
  /** The modes that scouts found, including those without mass, the one with most mass first. */
  readonly modes: readonly Mode[];
  /** The number of gradients that scouts evaluated. */
  readonly scoutGradients: number;
  /** The number of scouts that were requested, that were sent, and that reached a maximum. */
  readonly scouts: ScoutCounts;
  /** Wall time of sampling, including scouts and the preparation of rows. */
  readonly samplingSeconds: number;
}

/**
 * Fits a layout to one set of columns. Scouts use separate random streams, so the draws do not depend on the number of
 * scouts.
 *
 * @throws HostError as `sample` does.
 */
export async function fit(
  model: LoadedModule,
  columns: Columns,
  options: FitOptions = {},
): Promise<SampledPosterior> {
  resolveSettings(options);
  const ordered = orderColumns(model.manifest, columns);
  const levelNames = levelsOf(model.manifest, ordered, options.levels ?? new Map());
  const began = performance.now();
  const rows = { ...(await condenseOrdered(model, ordered, options.signal)), levelNames };
  return fitRows(model, rows, parametersOf(model.manifest, levelNames), options, began);
}

/**
 * As `fit`, for rows in memory shared by threads.
 *
 * @param parameters the parameters of a point, in order
 * @param began the start time, by `performance.now`
 */
export async function fitRows(
  model: LoadedModule,
  rows: Rows,
  parameters: readonly Parameter[],
  options: FitOptions = {},
  began: number = performance.now(),
): Promise<SampledPosterior> {
  const { chains } = resolveSettings(options);
  const pool =
    options.pool ?? (await openWorkers(Math.min(Math.max(chains, 1), options.workers ?? Infinity)));
  try {
    return await fitOn(pool, model, rows, parameters, options, began);
  } finally {
    if (options.pool === undefined) await pool.close();
  }
}

async function fitOn(
  pool: ChainPool,
  model: LoadedModule,
  rows: Rows,
  parameters: readonly Parameter[],
  options: FitOptions,
  began: number,
): Promise<SampledPosterior> {
  const settings = resolveSettings(options);
  const { draws, scouting } = await explore(pool, model, rows, options);
  const samplingSeconds = (performance.now() - began) / 1000;
  const { manifest } = model;
  const reported = manifest.reports && (await import('./reported.ts'));
  const shown = reported ? reported.drawnOf(manifest, rows.levelNames) : parameters;
  const series = shown.map(({ name }, index) => ({
    name,
    chains: draws.map(({ latents }) => latents[index]!),
  }));
  const summary = summarise(series);
  const bySmc = settings.method === 'smc';
  const particles = bySmc ? (await import('./diagnose/evidence.ts')).particleSummary(draws) : null;
  const sampler = samplerSummary(draws, settings, particles);
  const sampled = series.slice(0, parameters.length);
  const { placedModes } = await import('./diagnose/modes.ts');
  const found = placedModes(scouting.maxima, sampled, bySmc);
  const scouts = { asked: scouting.asked, out: scouting.scouts, arrived: scouting.maxima.length };
  const surveyed = await survey({ found, sampled }, { ...options, pool, model, rows, draws }, summary);
  const unsolved = reported ? reported.unsolvedAmong(series, shown) : [];
  const evidence = { ...settings, manifest, draws: series, sampled, unsolved, scouts, ...surveyed };
  return {
    manifest,
    parameters: shown,
    levels: rows.levelNames ?? new Map(),
    statistics: draws[0]!.statistics,
    draws,
    settings,
    summary,
    sampler,
    verdict: await judge(summary, sampler, evidence),
    modes: found.map(({ mode }) => mode),
    scoutGradients: scouting.gradients,
    scouts,
    samplingSeconds,
  };
}

/** The findings about a fit; their words are loaded only if there are some. */
async function judge(
  summary: SampledPosterior['summary'],
  sampler: SamplerSummary,
  evidence: FitEvidence,
): Promise<Verdict> {
  if (isUnremarkable(summary, sampler, evidence)) return CONVERGED;
  return (await import('./diagnose/verdict.ts')).verdict(summary, sampler, evidence);
}

/** Runs the chains and the scouts. */
async function explore(
  pool: ChainPool,
  model: LoadedModule,
  rows: Rows,
  options: FitOptions,
): Promise<{ draws: readonly ChainDraws[]; scouting: Scouting }> {
  const settings = resolveSettings(options);
  const scouts = options.scouts ?? DEFAULT_SCOUTS;
  requireWhole('scouts', scouts, 0, 100_000);
  const asked = drawSize(model.manifest, rows) > MAX_VALUES ? 0 : scouts;
  // The first that fails stops the other.
  const failure = new AbortController();
  const signal =
    options.signal === undefined ? failure.signal : AbortSignal.any([options.signal, failure.signal]);
  const stopping = (error: unknown) => {
    if (!failure.signal.aborted) failure.abort(error);
  };
  const sampled = sampleRows(model, rows, { ...options, pool, signal });
  const scouted = import('./send-scouts.ts').then(({ sendScouts }) =>
    sendScouts(model, rows, { ...options, ...settings, asked, sampled, pool, signal }),
  );
  sampled.catch(stopping);
  scouted.catch(stopping);
  const [drawn, found] = await Promise.allSettled([sampled, scouted]);
  if (drawn.status === 'fulfilled' && found.status === 'fulfilled') {
    return { draws: drawn.value, scouting: found.value };
  }
  throw failure.signal.reason;
}

/**
 * What scouts, chains and ways between them show about places. Nothing if draws are not finite. No modes if none were
 * found, or if the draws do not show where the chains were.
 */
async function survey(
  { found, sampled }: Pick<Surveyed, 'found' | 'sampled'>,
  explored: Explored,
  summary: SampledPosterior['summary'],
): Promise<Pick<FitEvidence, 'survey' | 'places'>> {
  if (!sampled.every(({ chains }) => allFinite(chains))) return {};
  const modes = found.map(({ mode }) => mode);
  const { visits } = await import('./diagnose/modes.ts');
  const visited = modes.length === 0 ? null : visits(modes, sampled);
  // With one mode, chains either were there or were not.
  const isPlain = visited === null || (modes.length < 2 && visited[0] !== null);
  const agree = Object.values(summary).every(({ rhat }) => rhat !== null && rhat <= R_HAT_CAUTION);
  if (isPlain && agree) return visited === null ? {} : { survey: { modes, visits: visited } };
  const { surveyPlaces } = await import('./survey-places.ts');
  return surveyPlaces({ ...explored, found, visits: visited, sampled });
}
