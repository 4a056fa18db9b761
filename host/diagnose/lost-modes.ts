/**
 * Modes that no chain was at: those that chains could have reached and lost, within the ellipsoid of the draws with
 * none of the draws near, and the mass of modes beside the chains.
 */

import { pooled } from '../../statistics/chains.ts';
import { ellipsoid } from '../../statistics/ellipsoid.ts';
import { mean } from '../../statistics/moments.ts';
import type { Instance } from '../instance.ts';
import type { Mode, ModeSurvey } from './modes.ts';
import type { ParameterDraws } from './summarise.ts';

/** A draw is near a mode when each of its parameters is within this many sds of Laplace's approximation. */
const NEAR_SDS = 3;

/**
 * A mode is lost when no draw is near it, though its share of the mass would put at least this many there. Where a
 * tenth of the draws is effective, this happens by chance once in e¹⁰ fits.
 */
const LEAST_EXPECTED = 100;

/** A survey, and of each of its modes whether chains lost it, so that draws near modes are counted once. */
export interface Settling {
  readonly survey: ModeSurvey;
  readonly lost: readonly boolean[];
}

/** The survey with the modes that were lost as unvisited. */
export function withoutLost({ modes, visits }: ModeSurvey, parameters: readonly ParameterDraws[]): Settling {
  const lost = lostModes(modes, parameters);
  return { survey: { modes, visits: visits.map((chain, index) => (lost[index]! ? null : chain)) }, lost };
}

/**
 * For each mode whether its share of the mass would put draws near it, and none is there. The number to expect follows
 * from the largest other mode that has draws: what Laplace's approximation misses of a skewed posterior, it misses at
 * both.
 *
 * A narrow mode beside a wide one lies in the wide one's ellipsoid whether chains were in it or not, so that distance from the
 * middle of the draws alone does not tell.
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

/** Draws whose density is evaluated where only they can say what the chains' mass is. */
const WEIGHED_DRAWS = 200;

/**
 * A survey whose visits say no more than which modes lie within the ellipsoids of the chains' draws, settled.
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
  // Chains were at none of them: their draws do not say how many should be near one.
  return { survey: weighed, lost: weighed.modes.map(() => false) };
}

/**
 * The survey where the chains were at none of the modes, as in a funnel, whose highest point is far from its mass.
 * Laplace's approximation then says nothing of what the chains explored, and its log evidence is bounded instead:
 * it is the mean log density plus the entropy, which is at most that of a normal with the draws' covariance.
 *
 * @param instance with the data bound, which says what the density of some of the draws is
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
