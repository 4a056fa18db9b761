/** Whether chains were at each mode, and what modes weigh beside chains that were at none. Loaded only where there is something to tell. */

import { pooled } from '../../statistics/chains.ts';
import { ellipsoid } from '../../statistics/ellipsoid.ts';
import { mean } from '../../statistics/moments.ts';
import type { Instance } from '../instance.ts';
import { type Settling, withoutLost } from './lost-modes.ts';
import type { ModeSurvey } from './modes.ts';
import type { ParameterDraws } from './summarise.ts';

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
