/** The modes of a posterior that scouts found, whether chains visited them, and how many draws belong to each. */
import { allFinite } from '../../statistics/chains.ts';
import { type Ellipsoid, ellipsoid } from '../../statistics/ellipsoid.ts';
import { mean, variance } from '../../statistics/moments.ts';
import type { Maximum } from '../sampler-instance.ts';
import type { ParameterDraws } from './summarise.ts';

/** A climb stops where less than a billionth is to be gained; a flat top leaves some room even so. */
const SAME_LOG_DENSITY = 0.01;
const SAME_PLACE_SDS = 0.5;

/**
 * A mode may lie this much farther from the middle of a chain than the farthest of its draws and count as visited.
 * Chains cross between modes that are so near, and a skewed posterior's mode is not as far out.
 */
const REACH = 1.5;

/** A mode, and where it is on the unconstrained scale. */
export interface PlacedMode {
  readonly mode: Mode;
  readonly position: Float64Array;
}

/** The different modes among the maxima that scouts found, the one with most mass first. Parameters in the order of a point. */
export function distinctModes(
  maxima: readonly Maximum[],
  parameters: readonly Pick<ParameterDraws, 'name'>[],
): PlacedMode[] {
  const found: { readonly maximum: Maximum; scouts: number }[] = [];
  for (const maximum of [...maxima].sort((a, b) => b.logDensity - a.logDensity)) {
    const known = found.find((each) => isSame(each.maximum, maximum));
    if (known === undefined) found.push({ maximum, scouts: 1 });
    else known.scouts++;
  }
  const most = Math.max(...found.map(({ maximum }) => maximum.logEvidence));
  const mass = ({ logEvidence }: Maximum) => Math.exp(logEvidence - most);
  const total = found.reduce((sum, { maximum }) => sum + mass(maximum), 0);
  return found
    .sort((a, b) => b.maximum.logEvidence - a.maximum.logEvidence)
    .map(({ maximum, scouts }) => ({
      mode: {
        scouts,
        logDensity: maximum.logDensity,
        logEvidence: maximum.logEvidence,
        share: mass(maximum) / total,
        values: Object.fromEntries(
          parameters.map(({ name }, i) => [name, { mean: maximum.values[i]!, sd: maximum.sds[i]! }]),
        ),
      },
      position: maximum.position,
    }));
}

function isSame(a: Maximum, b: Maximum): boolean {
  return (
    Math.abs(a.logDensity - b.logDensity) < SAME_LOG_DENSITY &&
    a.values.every(
      (value, i) => Math.abs(value - b.values[i]!) <= SAME_PLACE_SDS * Math.max(a.sds[i]!, b.sds[i]!),
    )
  );
}

/** For each mode the chain, from 0, whose draws it lies among or nearest to; null where it lies among none. */
export type Visits = readonly (number | null)[];

/**
 * Which chain was where each mode is. A mode lies among a chain's draws when its Mahalanobis distance from their mean is
 * at most 1.5 times that of the farthest draw. Null where the draws are too few to tell.
 */
export function visits(modes: readonly Mode[], parameters: readonly ParameterDraws[]): Visits | null {
  const chains: { readonly filled: Ellipsoid; readonly reach: number }[] = [];
  for (let chain = 0; chain < (parameters[0]?.chains.length ?? 0); chain++) {
    const draws = parameters.map(({ chains: all }) => all[chain]!);
    const filled = ellipsoid(draws);
    if (filled === null) return null;
    chains.push({ filled, reach: farthest(filled, draws) });
  }
  return modes.map((mode) => {
    const point = parameters.map(({ name }) => mode.values[name]!.mean);
    const far = chains.map(({ filled, reach }) => filled.distance(point) / reach);
    const least = Math.min(...far);
    return least <= REACH ? far.indexOf(least) : null;
  });
}

function farthest(filled: Ellipsoid, draws: readonly Float64Array[]): number {
  let reach = 0;
  for (let draw = 0; draw < draws[0]!.length; draw++) {
    reach = Math.max(reach, filled.distance(draws.map((series) => series[draw]!)));
  }
  return reach;
}

/** What scouts and chains together say of the places of a posterior. */
export interface ModeSurvey {
  readonly modes: readonly Mode[];
  readonly visits: Visits;
  /**
   * Of each mode the barrier on the lowest way to a place where chains were, in nats; infinite where none was found, null where
   * none was looked for, as where chains were at the mode.
   */
  readonly barriers?: readonly (number | null)[];
}

/** How many scouts were asked for, how many went out, and how many of those came to a maximum. */
export interface ScoutCounts {
  readonly asked: number;
  readonly out: number;
  readonly arrived: number;
}

/** A share of the draws, with its Monte Carlo standard error. */
export interface DrawShare {
  readonly share: number;
  /** From how the runs differ; null for a single run. */
  readonly error: number | null;
}

/**
 * The share of the draws of sequential Monte Carlo that belongs to each mode. A draw belongs to the mode whose normal density,
 * with that mode's sds and no correlations, is greatest there. All runs have the same length, so they count equally. Null where draws are
 * not finite.
 */
export function drawShares(
  modes: readonly Mode[],
  parameters: readonly ParameterDraws[],
): DrawShare[] | null {
  if (!parameters.every(({ chains }) => allFinite(chains))) return null;
  const runs = parameters[0]!.chains.length;
  const shares = Array.from({ length: runs }, (_, run) => sharesOfRun(modes, parameters, run));
  return modes.map((_, index) => {
    const ofRuns = shares.map((each) => each[index]!);
    return { share: mean(ofRuns), error: runs < 2 ? null : Math.sqrt(variance(ofRuns) / runs) };
  });
}

function sharesOfRun(modes: readonly Mode[], parameters: readonly ParameterDraws[], run: number): number[] {
  const counts = new Array<number>(modes.length).fill(0);
  const draws = parameters[0]!.chains[run]!.length;
  for (let draw = 0; draw < draws; draw++) {
    const densities = modes.map(({ values }) =>
      parameters.reduce((sum, { name, chains }) => {
        const at = values[name]!;
        const z = (chains[run]![draw]! - at.mean) / at.sd;
        return sum - 0.5 * z * z - Math.log(at.sd);
      }, 0),
    );
    counts[densities.indexOf(Math.max(...densities))]!++;
  }
  return counts.map((count) => count / draws);
}

/** A maximum of the posterior density on the unconstrained scale. */
export interface Mode {
  /** How many scouts arrived there. */
  readonly scouts: number;
  readonly logDensity: number;
  /** The log of the posterior mass around it by Laplace's approximation, up to a constant. */
  readonly logEvidence: number;
  /** The share of the mass of all modes. */
  readonly share: number;
  /** The share of the draws that belong to it, where these were weighed among modes, by sequential Monte Carlo. */
  readonly draws?: DrawShare;
  /** By latent, on the layout's own scale: where it is, and its spread by the same approximation. */
  readonly values: Readonly<Record<string, { readonly mean: number; readonly sd: number }>>;
}
