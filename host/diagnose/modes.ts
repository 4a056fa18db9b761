/**
 * The modes of a posterior that scouts found, whether chains visited them, and the number of draws that belong to each.
 */
import { allFinite } from '../../statistics/chains.ts';
import { type Ellipsoid, ellipsoid } from '../../statistics/ellipsoid.ts';
import { mean, variance } from '../../statistics/moments.ts';
import type { Maximum } from '../sampler-instance.ts';
import type { ParameterDraws } from './summarise.ts';

/** A climb stops if less than a billionth can be gained; on a flat top this still leaves some distance. */
const SAME_LOG_DENSITY = 0.01;
const SAME_PLACE_SDS = 0.5;

/**
 * A mode counts as visited up to this multiple of the distance of a chain's farthest draw from its centre. Chains cross
 * between modes at this distance, and the mode of a skewed posterior is nearer.
 */
const REACH = 1.5;

/** A mode, and its position on the unconstrained scale. */
export interface PlacedMode {
  readonly mode: Mode;
  readonly position: Float64Array;
}

/** The different modes among the maxima; after sequential Monte Carlo with the shares of its draws. */
export function placedModes(
  maxima: readonly Maximum[],
  sampled: readonly ParameterDraws[],
  bySmc: boolean,
): PlacedMode[] {
  const placed = distinctModes(maxima, sampled);
  const shares = bySmc
    ? drawShares(
        placed.map(({ mode }) => mode),
        sampled,
      )
    : null;
  if (shares === null) return placed;
  return placed.map(({ mode, position }, index) => ({ mode: { ...mode, draws: shares[index]! }, position }));
}

/** The different modes among the maxima that scouts found, the one with most mass first. Parameters in the order of a point. */
function distinctModes(
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

/** For each mode the chain, from 0, among whose draws it lies, or the nearest such chain; null if there is none. */
export type Visits = readonly (number | null)[];

/**
 * Determines which chain visited each mode. A mode lies among a chain's draws if its Mahalanobis distance from their
 * mean is at most 1.5 times that of the farthest draw. Null if there are too few draws.
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

/** What scouts and chains together show about the places of a posterior. */
export interface ModeSurvey {
  readonly modes: readonly Mode[];
  readonly visits: Visits;
  /**
   * For each mode, the barrier on the lowest way to a visited place, in nats; infinite if no way was found, null if
   * none was searched, as for a visited mode.
   */
  readonly barriers?: readonly (number | null)[];
}

/** The number of scouts that were requested, that were sent, and that reached a maximum. */
export interface ScoutCounts {
  readonly asked: number;
  readonly out: number;
  readonly arrived: number;
}

/** A share of the draws, with its Monte Carlo standard error. */
export interface DrawShare {
  readonly share: number;
  /** From the differences between runs; null for a single run. */
  readonly error: number | null;
}

/**
 * The share of the draws of sequential Monte Carlo that belongs to each mode. A draw belongs to the mode whose normal
 * density, with that mode's sds and no correlations, is greatest there. All runs have the same length, so they count
 * equally. Null if draws are not finite.
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
  /** The number of scouts that arrived there. */
  readonly scouts: number;
  readonly logDensity: number;
  /** The log of the posterior mass around it by Laplace's approximation, up to a constant. */
  readonly logEvidence: number;
  /** The share of the mass of all modes. */
  readonly share: number;
  /** The share of the draws that belong to it, for sequential Monte Carlo. */
  readonly draws?: DrawShare;
  /** By latent, on the layout's own scale: its position, and its spread by the same approximation. */
  readonly values: Readonly<Record<string, { readonly mean: number; readonly sd: number }>>;
}
