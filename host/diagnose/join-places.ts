/** Joins places without a barrier between them. Loaded only if there is more than one place to report. */

import type { PathBetween } from '../sampler-instance.ts';
import type { Settling } from './lost-modes.ts';
import type { ModeSurvey } from './modes.ts';
import type { SeparatePlace, SeparatePlaces } from './separate-places.ts';
import {
  MINOR_MODE_SCOUTS,
  NEGLIGIBLE_SHARE,
  SEPARATE_BARRIER,
  UNVISITED_SHARE_FATAL,
} from './thresholds.ts';
import type { WayPlan } from './ways.ts';

/** Searches for a way, on the threads of a pool. */
export type FindWay = (plan: WayPlan) => Promise<PathBetween>;

/** Maximum number of modes to which a way is searched; those with most mass come first. */
const MAX_MODES = 8;

/**
 * The survey, with a barrier for each unvisited mode that would be reported. Without a barrier, a chain at the other
 * end could go there and back, so the mode counts as visited, unless it holds so much mass that chains should have been
 * there.
 *
 * @param positions of the modes, on the unconstrained scale
 * @param ends the final positions of the chains, on the same scale
 */
export async function joinModes(
  { survey: { modes, visits }, lost }: Settling,
  {
    positions,
    ends,
    findWay,
  }: { positions: readonly Float64Array[]; ends: readonly Float64Array[]; findWay: FindWay },
): Promise<ModeSurvey> {
  const reported = modes
    .flatMap(({ share, scouts }, index) =>
      visits[index] === null && (share >= NEGLIGIBLE_SHARE || scouts >= MINOR_MODE_SCOUTS) ? [index] : [],
    )
    .slice(0, MAX_MODES);
  const ways = new Map(
    await Promise.all(
      reported.map(async (index) => [index, await findWay({ from: ends, to: positions[index]! })] as const),
    ),
  );
  const isKnown = visits.some((chain) => chain !== null);
  const isLost = (index: number) => (isKnown ? lost[index]! : modes[index]!.share >= UNVISITED_SHARE_FATAL);
  return {
    modes,
    visits: visits.map((chain, index) => {
      const way = ways.get(index);
      return way !== undefined && way.barrier < SEPARATE_BARRIER && !isLost(index) ? way.from : chain;
    }),
    barriers: modes.map((_, index) => ways.get(index)?.barrier ?? null),
  };
}

/**
 * The places where chains stayed, with places joined if there is no barrier between them; null if only one is left.
 * Each has the barrier on the lowest way to another.
 *
 * @param ends the final positions of the chains, on the unconstrained scale
 */
export async function joinChains(
  { parameters, places }: SeparatePlaces,
  ends: readonly Float64Array[],
  findWay: FindWay,
  valuesOf: (chains: readonly number[]) => SeparatePlace['values'],
): Promise<SeparatePlaces | null> {
  const endOf = ({ chains }: SeparatePlace) => ends[chains[0]! - 1]!;
  const barriers = await Promise.all(
    places.map((one, i) =>
      Promise.all(
        places.map(async (other, j) =>
          j <= i ? Number.NaN : (await findWay({ from: [endOf(one)], to: endOf(other) })).barrier,
        ),
      ),
    ),
  );
  const between = (i: number, j: number) => barriers[Math.min(i, j)]![Math.max(i, j)]!;
  const groups: number[][] = [];
  for (const i of places.keys()) {
    const near = groups.filter((group) => group.some((j) => between(i, j) < SEPARATE_BARRIER));
    const joined = [...near.flat(), i];
    groups.splice(0, groups.length, ...groups.filter((group) => !near.includes(group)), joined);
  }
  if (groups.length < 2) return null;
  const joined = groups.map((group): SeparatePlace => {
    const chains = group.flatMap((i) => places[i]!.chains).sort((a, b) => a - b);
    const others = [...places.keys()].filter((j) => !group.includes(j));
    const barrier = Math.min(...group.flatMap((i) => others.map((j) => between(i, j))));
    return { chains, values: valuesOf(chains), barrier: Number.isFinite(barrier) ? barrier : null };
  });
  return { parameters, places: joined.sort((a, b) => b.chains.length - a.chains.length) };
}
