/** The climbs of a point estimate: from several starts, on the threads of a pool. */

import { standardOf } from '../../module/manifest.ts';
import type { ChainPool } from '../chain-pool.ts';
import type { LoadedModule } from '../load.ts';
import type { LatentParameter } from '../parameters.ts';
import { namesRead } from '../parameters.ts';
import type { Rows } from '../rows.ts';
import type { Ascent, Objective } from '../sampler-instance.ts';
import type { AscentPlan } from '../scout.ts';
import type { EstimateMethod } from './settings.ts';
import type { Surface } from './surface.ts';

export interface Climbing {
  readonly objective: Objective;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  /** Number of random starts. */
  readonly starts: number;
  /** Further starts, on the unconstrained scale. */
  readonly from: readonly Float64Array[];
  /** The number of random starts from which one thread climbs in sequence; the results do not depend on it. */
  readonly together: number;
  readonly pool: ChainPool;
  readonly signal?: AbortSignal;
}

/**
 * Climbs from all starts: first the given ones, then the random ones in numerical order. The end of each climb depends
 * only on its start, whichever thread runs it.
 *
 * @throws HostError when a climb breaks off, memory runs out, or the signal is aborted.
 */
export async function ascend(
  loaded: LoadedModule,
  rows: Rows,
  { objective, seed, starts, from, together, pool, signal }: Climbing,
): Promise<readonly Ascent[]> {
  const plan = (first: number, count: number, given: readonly Float64Array[]): AscentPlan => ({
    ...{ objective, seed, first, count },
    from: given,
  });
  const plans = [
    ...(from.length === 0 ? [] : [plan(0, 0, from)]),
    ...Array.from({ length: Math.ceil(starts / together) }, (_, batch) =>
      plan(batch * together, Math.min(together, starts - batch * together), []),
    ),
  ];
  const reports = await Promise.all(
    plans.map((scouting) => pool.scout({ loaded, ...rows, scouting }, signal)),
  );
  return reports.flat().map(({ ascent }) => ascent!);
}

/**
 * How close to a lower bound the starts are, on the unconstrained scale: Φ(−4) of an interval; e⁻¹⁰ times the middle of
 * the prior for a positive latent.
 */
const NEAR_BOUND = { interval: -4, positive: -10, lower: -10 } as const;
const MAX = 8;

/**
 * One start per latent with a lower bound that other priors read, on the unconstrained scale: near that bound, with all
 * other coordinates at 0. Random starts rarely come near such a bound, and an optimum in the interior would be taken for
 * the best. The likelihood does not depend on such latents.
 */
export function edgeStarts(method: EstimateMethod, parameters: readonly LatentParameter[]): Float64Array[] {
  if (method === 'mle') return [];
  const latents = new Set(parameters.map(({ latent }) => latent));
  const isRead = (name: string) =>
    [...latents].some((latent) => latent.name !== name && namesRead(latent).includes(name));
  return parameters
    .flatMap(({ latent, level }, k) => {
      const place = NEAR_BOUND[latent.transform as keyof typeof NEAR_BOUND];
      if (place === undefined || level !== null || !isRead(latent.name)) return [];
      const { centre, spread } = standardOf(latent);
      const near = (latent.transform === 'interval' ? place - centre : place) / spread;
      return [Float64Array.from(parameters, (_, index) => (index === k ? near : 0))];
    })
    .slice(0, MAX);
}

/** Two ends of climbs belong to the same optimum if the objective between them falls by no more than this. */
const SAME = 0.01;
/** The points between two ends at which the objective is evaluated, as shares of the way. */
const BETWEEN = [0.25, 0.5, 0.75];
/** Optima that are lower than the best by more than this are ignored: their likelihood is less than a hundredth of the best one's. */
const LOWER = 5;
const MAX_OPTIMA = 32;

export interface Optimum {
  readonly position: Float64Array;
  readonly objective: number;
  /** Number of climbs that ended there. */
  readonly climbs: number;
}

/**
 * The optima at which climbs ended, the highest first, without those that are much lower. Two ends belong to the same
 * optimum if the straight line between them on the unconstrained scale does not lead down; this joins ends on a bound,
 * and ends on a flat ridge.
 */
export function optimaOf(surface: Surface, ends: readonly Ascent[]): Optimum[] {
  const found: { position: Float64Array; objective: number; climbs: number }[] = [];
  const finite = ends.filter(({ objective }) => Number.isFinite(objective));
  const sorted = finite.sort((a, b) => b.objective - a.objective);
  for (const { position, objective } of sorted) {
    if (objective < sorted[0]!.objective - LOWER) break;
    const known = found.find((optimum) => isConnected(surface, optimum, { position, objective }));
    if (known !== undefined) known.climbs++;
    else if (found.length < MAX_OPTIMA) found.push({ position, objective, climbs: 1 });
  }
  return found;
}

type Place = Pick<Optimum, 'position' | 'objective'>;

function isConnected(surface: Surface, a: Place, b: Place): boolean {
  const lower = Math.min(a.objective, b.objective) - SAME;
  return BETWEEN.every((share) => {
    const between = a.position.map((at, k) => at + share * (b.position[k]! - at));
    return surface.at(between).value >= lower;
  });
}
