/**
 * Whether a fit has any finding at all. The words of the findings are most of the host, so that a page that fits a
 * compiled module loads them only once there is something to say.
 */

import { isConstant } from '../../statistics/chains.ts';
import type { ParameterSummary, SamplerSummary } from './summarise.ts';
import { EFFECTIVE_DRAWS_CAUTION, ENERGY_CAUTION, LEAST_DRAWS, R_HAT_CAUTION } from './thresholds.ts';
import type { FitEvidence } from './verdict.ts';
import type { Verdict } from './verdict-status.ts';

/** The verdict on a fit in which there is nothing. */
export const CONVERGED: Verdict = { status: 'converged', findings: [] };

/**
 * Among so few chains, two whose middle 90 % of draws do not overlap in a parameter lie 3.3 sds apart there and give an R-hat
 * of 1.08 at least: an R-hat in order rules separate places out.
 */
const FEW_CHAINS = 16;

/**
 * True only where `verdict` finds nothing. False where it may: then it is to be asked.
 */
export function isUnremarkable(
  parameters: Readonly<Record<string, ParameterSummary>>,
  sampler: SamplerSummary,
  { draws, survey, scouts }: Pick<FitEvidence, 'draws' | 'survey' | 'scouts'>,
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
    (scouts === undefined || scouts.out >= scouts.asked) &&
    (survey === undefined || survey.visits.every((chain) => chain !== null)) &&
    draws.every(({ name, chains }) => agree(parameters[name]!, sampler.chains) && !chains.some(isConstant))
  );
}

/** A summary whose draws are not all finite has no R-hat. */
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
