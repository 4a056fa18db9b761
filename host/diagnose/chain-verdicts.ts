/**
 * A verdict on each single chain: whether it moved, whether it agrees with the others, and the state of its
 * trajectories.
 */
import { allFinite, type Chains, isConstant } from '../../statistics/chains.ts';
import { rHat } from '../../statistics/r-hat.ts';
import type { ParameterDraws, ParameterSummary } from './summarise.ts';
import { DIVERGENCES_FATAL, ENERGY_CAUTION, R_HAT_CAUTION, R_HAT_FATAL } from './thresholds.ts';
import { listedNames, quoted, threeDigits } from './wording.ts';

/**
 * - `fine`: nothing is unusual
 * - `caution`: its trajectories had minor problems
 * - `bad`: its draws differ from those of the others, or cannot be used
 */
export interface ChainVerdict {
  /** From 1. */
  readonly chain: number;
  readonly status: 'fine' | 'caution' | 'bad';
  /** The findings, without capitals or full stops, the gravest first; empty if and only if the chain is fine. */
  readonly remarks: readonly string[];
}

/** The state of the trajectories of one chain. */
export interface ChainTrajectories {
  readonly divergences: number;
  /** Null if the energies do not define it. */
  readonly bfmi: number | null;
}

/**
 * Judges each chain of a fit. A chain stays apart in a parameter if R-hat is above its limit with it and not without
 * it, which needs at least three chains. If no single chain explains the disagreement, all chains get the finding.
 *
 * @param parameters with their R-hat if it is known
 * @param trajectories of each chain; null if unknown, as for runs of particles
 */
export function chainVerdicts(
  parameters: readonly (ParameterDraws & Partial<Pick<ParameterSummary, 'rhat'>>)[],
  trajectories: readonly ChainTrajectories[] | null,
): ChainVerdict[] {
  const chains = parameters[0]?.chains.length ?? trajectories?.length ?? 0;
  const moving = parameters.filter((each) => allFinite(each.chains) && !each.chains.some(isConstant));
  const disagreeing = moving.filter(({ chains: drawn, rhat = rHat(drawn) }) => (rhat ?? 0) > R_HAT_CAUTION);
  const torn = disagreeing.filter((each) => isTorn(each.chains));
  return Array.from({ length: chains }, (_, index): ChainVerdict => {
    const own = (each: ParameterDraws) => each.chains[index]!;
    const named = (which: readonly ParameterDraws[]) => listedNames(which.map(({ name }) => quoted(name)));
    const notFinite = parameters.filter((each) => !own(each).every(Number.isFinite));
    const stuck = parameters.filter((each) => isConstant(own(each)));
    const apart = disagreeing.filter((each) => isApart(each.chains, index));
    const bad = [
      ...(notFinite.length > 0 ? [`draws of ${named(notFinite)} are infinite or not numbers`] : []),
      ...(stuck.length > 0 ? [`never moved in ${named(stuck)}`] : []),
      ...(apart.length > 0 ? [`stays apart in ${named(apart)}, where the others agree without it`] : []),
      ...(torn.length > 0
        ? [
            chains === 2
              ? `does not agree with the other in ${named(torn)}`
              : `does not agree with the others in ${named(torn)}, and no single chain is the cause`,
          ]
        : []),
    ];
    const { divergent, others } = remarksOn(
      trajectories?.[index] ?? null,
      parameters[0]?.chains[index]?.length ?? 0,
    );
    const remarks = [...bad, ...divergent.remarks, ...others];
    const status = bad.length > 0 || divergent.isFatal ? 'bad' : remarks.length > 0 ? 'caution' : 'fine';
    return { chain: index + 1, status, remarks };
  });
}

/** Whether the other chains agree, but no longer do with this one among them. */
function isApart(chains: Chains, index: number): boolean {
  if (chains.length < 3) return false;
  const without = rHat(chains.filter((_, other) => other !== index));
  const together = rHat(chains);
  return together !== null && together > R_HAT_FATAL && without !== null && without <= R_HAT_CAUTION;
}

/** Whether chains disagree, and still would without any one of them. */
function isTorn(chains: Chains): boolean {
  return (rHat(chains) ?? 0) > R_HAT_FATAL && !chains.some((_, index) => isApart(chains, index));
}

function remarksOn(trajectories: ChainTrajectories | null, draws: number) {
  const none = { divergent: { remarks: [] as string[], isFatal: false }, others: [] as string[] };
  if (trajectories === null) return none;
  const { divergences, bfmi } = trajectories;
  return {
    divergent: {
      remarks: divergences > 0 ? [`${divergences} of ${draws} draws diverged`] : [],
      isFatal: divergences > 0 && divergences >= DIVERGENCES_FATAL * draws,
    },
    others: [
      ...(bfmi !== null && bfmi < ENERGY_CAUTION
        ? [
            `moved slowly between the middle and the tails (BFMI ${threeDigits(bfmi)}; it should be at least ${ENERGY_CAUTION})`,
          ]
        : []),
    ],
  };
}
