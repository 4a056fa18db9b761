/**
 * Modes that no chain visited: lost modes, which lie within the ellipsoid of the draws but have no draws near them, and
 * the mass of modes apart from the chains.
 */

import { pooled } from '../../statistics/chains.ts';
import { ellipsoid } from '../../statistics/ellipsoid.ts';
import { mean } from '../../statistics/moments.ts';
import type { Instance } from '../instance.ts';
import type { Mode, ModeSurvey } from './modes.ts';
import type { ParameterDraws } from './summarise.ts';

/** A draw is near a mode if each of its parameters is within this number of sds of Laplace's approximation. */
const NEAR_SDS = 3;

/**
 * A mode is lost if no draw is near it, although its share of the mass implies at least this number of draws. If a
 * tenth of the draws is effective, this happens by chance in one of e¹⁰ fits.
 */
const LEAST_EXPECTED = 100;

/** A survey, with a flag for each mode that chains lost, so that draws near modes are counted only once. */
export interface Settling {
  readonly survey: ModeSurvey;
  readonly lost: readonly boolean[];
}

/** The survey, with lost modes as unvisited. */
export function withoutLost({ modes, visits }: ModeSurvey, parameters: readonly ParameterDraws[]): Settling {
  const lost = lostModes(modes, parameters);
  return { survey: { modes, visits: visits.map((chain, index) => (lost[index]! ? null : chain)) }, lost };
}

/**
 * For each mode, whether its share of the mass implies draws near it, but there are none. The expected number follows
 * from the largest other mode with draws, because Laplace's approximation misses a similar part of a skewed posterior
 * at both.
 *
 * A narrow mode beside a wide one lies in the wide one's ellipsoid even if no chain was there, so the distance from the
 * centre of the draws is not sufficient.
 */
export function lostModes(modes: readonly Mode[], parameters: readonly ParameterDraws[]): boolean[] {
  const near = modes.map((mode) => drawsNear(mode, parameters));
  const measure = modes.findIndex((_, index) => near[index]! > 0);
  if (measure < 0) return modes.map(() => false);
  const each = near[measure]! / modes[measure]!.share;
  return modes.map((mode, index) => near[index] === 0 && each * mode.share >= LEAST_EXPECTED);
}

function drawsNear({ values }: Mode, parameters: readonly ParameterDraws[]): number {
  const bounds = parameters.map(({ name }) => {
    const { mean, sd } = values[name]!;
    return { mean, reach: NEAR_SDS * sd };
  });
  let count = 0;
  for (let chain = 0; chain < parameters[0]!.chains.length; chain++) {
    const draws = parameters.map(({ chains }) => chains[chain]!);
    for (let draw = 0; draw < draws[0]!.length; draw++) {
      if (bounds.every(({ mean, reach }, i) => Math.abs(draws[i]![draw]! - mean) <= reach)) count++;
    }
  }
  return count;
}

/** The number of draws whose density is evaluated if the mass around the chains follows only from them. */
const WEIGHED_DRAWS = 200;

/**
 * Completes a survey that only says which modes lie within the ellipsoids of the chains' draws.
 *
 * @param open an instance with the data bound
 */
export async function settled(
  survey: ModeSurvey,
  parameters: readonly ParameterDraws[],
  open: () => Promise<Instance>,
): Promise<Settling> {
  if (survey.visits.some((chain) => chain !== null)) return withoutLost(survey, parameters);
  const weighed = weighAgainstChains(survey, parameters, await open());
  // Chains visited none of them, so their draws do not imply a number of draws near a mode.
  return { survey: weighed, lost: weighed.modes.map(() => false) };
}

/**
 * The survey if the chains visited none of the modes, as in a funnel, whose highest point is far from its mass.
 * Laplace's approximation then says nothing about what the chains explored. Instead its log evidence is bounded: it is
 * the mean log density plus the entropy, which is at most that of a normal with the draws' covariance.
 *
 * @param instance with the data bound, which evaluates the density of some of the draws
 */
function weighAgainstChains(
  { modes, visits: none }: ModeSurvey,
  parameters: readonly ParameterDraws[],
  instance: Instance,
): ModeSurvey {
  const filled = ellipsoid(parameters.map(({ chains }) => pooled(chains)));
  if (filled === null) return { modes: [], visits: [] };
  const chains = parameters[0]!.chains;
  const each = Math.ceil(WEIGHED_DRAWS / chains.length);
  const logDensities = chains.flatMap((draws, chain) =>
    Array.from({ length: each }, (_, i) => {
      const draw = Math.floor(((i + 0.5) * draws.length) / each);
      return instance.logDensity(parameters.map((parameter) => parameter.chains[chain]![draw]!)).logDensity;
    }),
  );
  const bound = mean(logDensities) + filled.entropy;
  const most = Math.max(bound, ...modes.map(({ logEvidence }) => logEvidence));
  const mass = (logEvidence: number) => Math.exp(logEvidence - most);
  const total = modes.reduce((sum, { logEvidence }) => sum + mass(logEvidence), mass(bound));
  return {
    modes: modes.map((mode) => ({ ...mode, share: mass(mode.logEvidence) / total })),
    visits: none,
  };
}
