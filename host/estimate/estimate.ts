/**
 * Point estimates of a layout and its data: the maximum of the likelihood or of the posterior density, its curvature,
 * and the findings about both.
 */

import { HostError, stopIfAborted } from '../../module/host-error.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { ChainPool } from '../chain-pool.ts';
import type { ParameterDraws } from '../diagnose/summarise.ts';
import { summarise } from '../diagnose/summarise.ts';
import type { ChainDraws } from '../draws.ts';
import type { LoadedModule } from '../load.ts';
import { openWorkers } from '../open-workers.ts';
import type { LatentParameter } from '../parameters.ts';
import type { Rows } from '../rows.ts';
import { bindSampler } from '../sampler-instance.ts';
import { type Approximated, approximate, normalAt } from './approximation.ts';
import type { Optimum } from './ascents.ts';
import { ascend, edgeStarts, optimaOf } from './ascents.ts';
import { collapseStarts } from './collapse.ts';
import { estimatedParameters, withoutEstimates } from './estimated-parameters.ts';
import type { Estimate, EstimateEvidence, OtherOptimum } from './judge.ts';
import { judgeEstimate } from './judge.ts';
import { largeOptimum } from './large.ts';
import type { OwnScale } from './own-scale.ts';
import { ownScaleOf } from './own-scale.ts';
import type { EstimateOptions, EstimateSettings } from './settings.ts';
import { MAX_WHOLE, resolveEstimateSettings } from './settings.ts';
import type { Settled } from './settle.ts';
import { settle } from './settle.ts';
import type { DensityShape } from './shape.ts';
import { shapeOf, withoutLedges } from './shape.ts';
import { Surface } from './surface.ts';

/** The largest remaining gain with which the estimate counts as the optimum. */
const ARRIVED = 1e-6;

/**
 * Estimates by climbing from several starts, on the threads of a pool; the result does not depend on the number of
 * threads.
 *
 * @param parameters the parameters of a point, in order
 * @throws HostError when a setting is out of range, no start has a finite density, memory runs out, or the signal is
 *   aborted.
 */
export async function estimatePoint(
  loaded: LoadedModule,
  rows: Rows,
  parameters: readonly LatentParameter[],
  options: EstimateOptions,
): Promise<Estimate> {
  const began = performance.now();
  const settings = resolveEstimateSettings(options, parameters.length);
  const { method, seed, starts } = settings;
  const isLarge = parameters.length > MAX_WHOLE;
  const instance = await bindSampler(loaded, rows);
  const surface = new Surface(instance, method);
  const from = [
    ...collapseStarts(loaded.manifest, rows, parameters, surface),
    ...edgeStarts(method, parameters),
  ];
  const climbing = {
    ...{ objective: method, seed, starts, from },
    together: isLarge ? 1 : TOGETHER,
    ...signalOf(options),
  };
  const ends = await withPool(options, (pool) => ascend(loaded, rows, { ...climbing, pool }));
  if (!ends.some(({ objective }) => Number.isFinite(objective))) {
    const { explainNoStart } = await import('../explain-no-start.ts');
    throw await explainNoStart(loaded, rows, noStart(starts));
  }
  stopIfAborted(options.signal);
  const optima = optimaOf(surface, ends);
  const take = isLarge ? takeLarge : takeWhole;
  const { settled, shape, own, isTop, estimates, normal, covariance, told, besides, isSame, isMaximum } =
    take(surface, parameters, optima[0]!.position, settings);
  const approximation =
    method === 'laplace' && normal !== null
      ? approximate(surface, normal, instance.statistics, settings)
      : null;
  const likelihood = instance.objective('mle', settled.position).value;
  const observations = observationsOf(loaded.manifest, rows);
  const hasCriteria = method === 'mle' && isMaximum;
  const [best, ...lower] = optima as [Optimum, ...Optimum[]];
  const isOther = ({ position }: Optimum) => !isSame(position);
  const others = lower
    .filter(isOther)
    .map((optimum) => otherOptimum(surface, optimum, settled.objective, parameters));
  const climbs = {
    all: ends.length,
    arrived: ends.filter(({ arrived }) => arrived).length,
    best: best.climbs + lower.reduce((sum, each) => sum + (isOther(each) ? 0 : each.climbs), 0),
  };
  return {
    settings,
    parameters,
    estimates,
    point: own.values,
    covariance,
    logLikelihood: likelihood,
    logPrior: instance.objective('map', settled.position).value - likelihood,
    told,
    observations,
    aic: hasCriteria ? 2 * told - 2 * likelihood : null,
    bic: hasCriteria ? told * Math.log(observations) - 2 * likelihood : null,
    climbs,
    others,
    approximation:
      approximation === null
        ? null
        : { ...approximation, summary: summarise(seriesOf(approximation.draws, parameters)) },
    verdict: judgeEstimate({
      ...{ method, parameters, settled, shape, own, climbs, others, isTop },
      paretoK: approximation?.paretoK ?? null,
      draws: settings.chains * settings.draws,
      besides,
    }),
    statistics: instance.statistics,
    gradients: surface.gradients + ends.reduce((sum, { gradients }) => sum + gradients, 0),
    seconds: (performance.now() - began) / 1000,
  };
}

const NO_SHAPE: DensityShape = { endless: [], flat: [], uneven: [] };

/** The number of climbs from random starts that one thread makes in sequence. */
const TOGETHER = 8;

/** What is known about the optimum of the highest climb. */
interface Taken extends Pick<EstimateEvidence, 'shape' | 'own' | 'isTop' | 'besides'> {
  readonly settled: EstimateEvidence['settled'] & Pick<Settled, 'objective'>;
  readonly estimates: Estimate['estimates'];
  /** The normal distribution of its curvature; null if there is none. */
  readonly normal: Approximated | null;
  readonly covariance: Estimate['covariance'];
  readonly told: number;
  /** Whether there is an optimum in everything that the data determine. */
  readonly isMaximum: boolean;
  /** Whether a position is the same estimate. */
  readonly isSame: (position: Float64Array) => boolean;
}

type Take = (
  surface: Surface,
  parameters: readonly LatentParameter[],
  end: Float64Array,
  settings: EstimateSettings,
) => Taken;

/** With the whole matrix of curvatures. */
const takeWhole: Take = (surface, parameters, end, { level }) => {
  const arrived = settle(surface, parameters, end);
  const isTop = arrived.left <= ARRIVED;
  const settled = isTop ? withoutLedges(surface, arrived) : arrived;
  const shape = isTop ? shapeOf(surface, settled) : NO_SHAPE;
  const own = ownScaleOf(surface, settled, parameters);
  const estimates = isTop
    ? estimatedParameters(surface, { settled, shape, own, parameters }, level)
    : withoutEstimates(parameters);
  const isMaximum = isTop && shape.endless.length === 0;
  return {
    ...{ settled, shape, own, isTop, estimates, isMaximum },
    normal: isMaximum && settled.spread.flat.length === 0 ? normalAt(settled) : null,
    covariance: own.covariance,
    told: settled.spread.axes.length,
    besides: [],
    isSame: (position) => isOnRidge(surface.toOwnScale(position), settled, own),
  };
};

/** With the curvature as an arrow matrix, without a dense matrix. */
const takeLarge: Take = (surface, parameters, end, { method, level }) => {
  const found = largeOptimum(surface, parameters, end, { method, level });
  const { position, objective, bounds, values, told, findings, place } = found;
  const isTop = found.left <= ARRIVED;
  const free = parameters.map((_, k) => k).filter((k) => !bounds.has(k));
  const isMaximum = isTop && !found.isEndless;
  const spread = (deviates: readonly number[]) => {
    const whole = new Float64Array(position.length);
    for (const [index, k] of free.entries()) whole[k] = deviates[index]!;
    return place!(whole);
  };
  return {
    settled: { position, objective, bounds, spread: { free } },
    shape: NO_SHAPE,
    own: { values, tangents: [], isTold: [] },
    ...{ isTop, isMaximum, told },
    estimates: isTop ? found.estimates : withoutEstimates(parameters),
    normal: isMaximum && place !== null ? { size: position.length, free, objective, place: spread } : null,
    covariance: null,
    besides: findings,
    isSame: () => false,
  };
};

/** The ends of climbs to the same optimum are within this many standard errors of the estimate. */
const SAME = 0.01;

/**
 * Whether values are the same estimate, except for what the data do not determine: a ridge without curvature may be
 * curved, so that the straight line between two of its points leads down.
 */
function isOnRidge(
  values: Float64Array,
  { spread }: Settled,
  { values: best, covariance, isTold }: OwnScale,
): boolean {
  if (spread.flat.length === 0) return false;
  return values.every((value, k) => {
    const se = Math.sqrt(covariance[k]![k]!);
    return !isTold[k] || Math.abs(value - best[k]!) <= SAME * se;
  });
}

function otherOptimum(
  surface: Surface,
  { position, objective, climbs }: Optimum,
  best: number,
  parameters: readonly LatentParameter[],
): OtherOptimum {
  const values = surface.toOwnScale(position);
  return {
    lower: best - objective,
    climbs,
    values: Object.fromEntries(parameters.map(({ name }, k) => [name, values[k]!])),
  };
}

function seriesOf(draws: readonly ChainDraws[], parameters: readonly LatentParameter[]): ParameterDraws[] {
  return parameters.map(({ name }, k) => ({ name, chains: draws.map(({ latents }) => latents[k]!) }));
}

async function withPool<T>(options: EstimateOptions, work: (pool: ChainPool) => Promise<T>): Promise<T> {
  if (options.pool !== undefined) return work(options.pool);
  const pool = await openWorkers(options.workers);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

function signalOf({ signal }: EstimateOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

function noStart(starts: number): HostError {
  return new HostError(
    'start',
    `None of ${starts} starts has a finite density with this layout and these data.`,
    'Check that the priors allow what the data show: a bound may exclude the data.',
  );
}

/** The number of rows with an outcome. A row that stands for several, by a count of the layout, is so many. */
function observationsOf({ columns: declared }: Manifest, { columns, counts }: Rows): number {
  const columnOf = (name: string) => columns[declared.findIndex((each) => each.name === name)]!;
  const outcomes = declared.flatMap(({ role, name, weight }) =>
    role === 'outcome'
      ? [{ values: columnOf(name), count: weight?.kind === 'count' ? columnOf(weight.column) : null }]
      : [],
  );
  let observations = 0;
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    const standsFor = outcomes.map(({ values, count }) =>
      Number.isNaN(values[row]!) ? 0 : (count?.[row] ?? 1),
    );
    observations += Math.max(0, ...standsFor) * (counts?.[row] ?? 1);
  }
  return observations;
}
