/**
 * Decides whether a fit may have findings. The words of the findings are most of the host, so a page that fits a
 * compiled module loads them only if there is something to report.
 */

import { isConstant } from '../../statistics/chains.ts';
import type { ParameterSummary, SamplerSummary } from './summarise.ts';
import { EFFECTIVE_DRAWS_CAUTION, ENERGY_CAUTION, LEAST_DRAWS, R_HAT_CAUTION } from './thresholds.ts';
import type { FitEvidence } from './verdict.ts';
import type { Verdict } from './verdict-status.ts';

/** The verdict on a fit without findings. */
export const CONVERGED: Verdict = { status: 'converged', findings: [] };

/**
 * With this few chains, two whose middle 90 % of draws do not overlap in a parameter are 3.3 sds apart and give an
 * R-hat of at least 1.08. So a good R-hat excludes separate places.
 */
const FEW_CHAINS = 16;

/** True only if `verdict` finds nothing. If false, `verdict` must be called. */
export function isUnremarkable(
  parameters: Readonly<Record<string, ParameterSummary>>,
  sampler: SamplerSummary,
  { draws, unsolved, survey, scouts }: Pick<FitEvidence, 'draws' | 'unsolved' | 'survey' | 'scouts'>,
): boolean {
  return (
    sampler.particles === undefined &&
    sampler.chains > 1 &&
    sampler.chains <= FEW_CHAINS &&
    sampler.draws >= LEAST_DRAWS &&
    sampler.adaptedAgain === undefined &&
    sampler.divergences === 0 &&
    sampler.maxTreeDepthHits === 0 &&
    sampler.bfmi.every((value) => value === null || value >= ENERGY_CAUTION) &&
    !unsolved?.length &&
    (scouts === undefined || scouts.out >= scouts.asked) &&
    (survey === undefined || survey.visits.every((chain) => chain !== null)) &&
    draws.every(({ name, chains }) => agree(parameters[name]!, sampler.chains) && !chains.some(isConstant))
  );
}

/** Without finite draws a summary has no R-hat. */
function agree({ rhat, essBulk, essTail }: ParameterSummary, chains: number): boolean {
  const wanted = EFFECTIVE_DRAWS_CAUTION * chains;
  return (
    rhat !== null &&
    rhat <= R_HAT_CAUTION &&
    essBulk !== null &&
    essBulk >= wanted &&
    essTail !== null &&
    essTail >= wanted
  );
}
