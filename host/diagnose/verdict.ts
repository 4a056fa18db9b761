/** The verdict on a fit: whether its summaries can be used, and what its user should do. */

import type { Manifest } from '../../module/manifest.ts';
import { allFinite } from '../../statistics/chains.ts';
import { mixingFindings } from './mixing-findings.ts';
import type { ModeSurvey, ScoutCounts } from './modes.ts';
import { parametrisedLatents } from './parametrisations.ts';
import { particleFindings } from './particle-findings.ts';
import { type SamplerSetting, samplerFindings, scoutFindings } from './sampler-findings.ts';
import type { SeparatePlaces } from './separate-places.ts';
import type { ParameterDraws, ParameterSummary, SamplerSummary } from './summarise.ts';
import { type Verdict, verdictOf } from './verdict-status.ts';

/** What a verdict needs beside the summaries. */
export interface FitEvidence extends SamplerSetting {
  /** The draws that `parameters` summarises. */
  readonly draws: readonly ParameterDraws[];
  /** Those of the draws that are of what was sampled; the others are reports. All when absent. */
  readonly sampled?: readonly ParameterDraws[];
  /** Of the module that was fitted, from which it is known what can be sampled another way. */
  readonly manifest?: Manifest;
  /** Absent where no scouts were sent, or nothing follows from what they found. */
  readonly survey?: ModeSurvey;
  /**
   * The separate places of the chains, where barriers between them were looked for; null when there are none. When
   * absent, the draws decide.
   */
  readonly places?: SeparatePlaces | null;
  /** Absent where nothing is known of them. */
  readonly scouts?: ScoutCounts;
}

/**
 * The verdict on a fit, from its summaries and draws. A fit fails when draws are not finite, chains are stuck, are too
 * short to judge, stay in separate places or leave one with mass unvisited, or have an R-hat, effective draws or divergences beyond the fatal ones of
 * thresholds.ts.
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
  // A report may rightly be the same in all draws, such as a probability that is 1. What is sampled may not.
  const judged = evidence.draws.filter(
    (each) =>
      (evidence.sampled ?? evidence.draws).includes(each) ||
      !allFinite(each.chains) ||
      Object.values(parameters[each.name]!).every((value) => value !== null),
  );
  // Chains have learnt what is best where they may; particles have not.
  const either = (evidence.manifest === undefined ? [] : parametrisedLatents(evidence.manifest)).filter(
    ({ isLearnt }) => !isLearnt || sampler.particles !== undefined,
  );
  return verdictOf([
    ...mixingFindings(parameters, sampler, judged, evidence.survey ?? null, either, evidence.places),
    ...samplerFindings(sampler, evidence, either),
    ...particleFindings(sampler, evidence.targetAccept),
    ...scoutFindings(evidence.scouts),
  ]);
}
