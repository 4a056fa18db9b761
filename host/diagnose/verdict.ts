/** The verdict on a fit: whether its summaries can be used, and what its user should do. */

import type { Manifest } from '../../module/manifest.ts';
import { allFinite } from '../../statistics/chains.ts';
import { mixingFindings } from './mixing-findings.ts';
import type { ModeSurvey, ScoutCounts } from './modes.ts';
import { parametrisedLatents } from './parametrisations.ts';
import { particleFindings } from './particle-findings.ts';
import { ridgeOf } from './ridges.ts';
import { type SamplerSetting, samplerFindings, scoutFindings } from './sampler-findings.ts';
import type { SeparatePlaces } from './separate-places.ts';
import { solutionFindings } from './solution-findings.ts';
import type { SolutionDraws } from './solutions.ts';
import type { ParameterDraws, ParameterSummary, SamplerSummary } from './summarise.ts';
import { type Verdict, verdictOf } from './verdict-status.ts';

/** The inputs of a verdict besides the summaries. */
export interface FitEvidence extends SamplerSetting {
  /** The draws that `parameters` summarises. */
  readonly draws: readonly ParameterDraws[];
  /** The sampled parameters among the draws; the others are reports. By default all. */
  readonly sampled?: readonly ParameterDraws[];
  /** The reports that solve an equation and have no solution in some draws. */
  readonly unsolved?: readonly SolutionDraws[];
  /** The manifest of the fitted module, which shows the latents that can be parametrised in another way. */
  readonly manifest?: Manifest;
  /** Absent if no scouts were sent, or nothing follows from what they found. */
  readonly survey?: ModeSurvey;
  /**
   * The separate places of the chains, if barriers between them were searched; null if there are none. If absent, the
   * draws decide.
   */
  readonly places?: SeparatePlaces | null;
  /** Absent if unknown. */
  readonly scouts?: ScoutCounts;
}

/**
 * The verdict on a fit, from its summaries and draws. A fit fails if draws are not finite, or chains are stuck, too
 * short to judge, in separate places, or never in a place with mass, or if R-hat, effective draws or divergences are
 * beyond the fatal limits of thresholds.ts.
 *
 * @throws RangeError when a parameter of the draws has no summary.
 */
export function verdict(
  parameters: Readonly<Record<string, ParameterSummary>>,
  sampler: SamplerSummary,
  evidence: FitEvidence,
): Verdict {
  for (const { name } of evidence.draws) {
    if (parameters[name] === undefined) {
      throw new RangeError(`\`${name}\` has draws and no summary`);
    }
  }
  // A report may correctly be equal in all draws, such as a probability of 1; a sampled parameter may not.
  const judged = evidence.draws.filter(
    (each) =>
      (evidence.sampled ?? evidence.draws).includes(each) ||
      !allFinite(each.chains) ||
      Object.values(parameters[each.name]!).every((value) => value !== null),
  );
  // Where allowed, chains have learnt the best centring; particles have not.
  const either = (evidence.manifest === undefined ? [] : parametrisedLatents(evidence.manifest)).filter(
    ({ isLearnt }) => !isLearnt || sampler.particles !== undefined,
  );
  const { manifest } = evidence;
  const ridge = () => (manifest === undefined ? null : ridgeOf(manifest, evidence.sampled ?? evidence.draws));
  return verdictOf([
    ...mixingFindings(parameters, sampler, judged, evidence.survey ?? null, either, evidence.places, ridge),
    ...samplerFindings(sampler, evidence, either),
    ...particleFindings(sampler, evidence.targetAccept),
    ...scoutFindings(evidence.scouts),
    ...solutionFindings(evidence.unsolved ?? []),
  ]);
}
