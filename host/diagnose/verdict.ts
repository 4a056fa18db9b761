/** The verdict on a fit: whether its summaries can be used, and what its user should do. */

import type { Finding } from './finding.ts';
import { mixingFindings } from './mixing-findings.ts';
import type { ModeSurvey } from './modes.ts';
import { particleFindings } from './particle-findings.ts';
import { type SamplerSetting, samplerFindings } from './sampler-findings.ts';
import type { ParameterDraws, ParameterSummary, SamplerSummary } from './summarise.ts';

/**
 * - `converged`: nothing was found; the summaries describe the posterior within their Monte Carlo errors
 * - `usable`: they do for all that is known, but not to the usual standard; do what the findings say before reporting
 * - `failed`: they do not describe the posterior, or nobody can tell; do not use them
 */
export type VerdictStatus = 'converged' | 'usable' | 'failed';

export interface Verdict {
  readonly status: VerdictStatus;
  /** Only what the user should act on, the gravest first; empty exactly when converged. */
  readonly findings: readonly Finding[];
}

/** What a verdict needs beside the summaries. */
export interface FitEvidence extends SamplerSetting {
  /** The draws that `parameters` summarises. */
  readonly draws: readonly ParameterDraws[];
  /** Absent where no scouts went out or nothing can be told of what they found. */
  readonly survey?: ModeSurvey;
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
  const findings = [
    ...mixingFindings(parameters, sampler, evidence.draws, evidence.survey ?? null),
    ...samplerFindings(sampler, evidence),
    ...particleFindings(sampler, evidence.targetAccept),
  ].sort((a, b) => Number(b.weight === 'fatal') - Number(a.weight === 'fatal'));
  return { status: statusOf(findings), findings };
}

function statusOf(findings: readonly Finding[]): VerdictStatus {
  if (findings.length === 0) {
    return 'converged';
  }
  return findings.some(({ weight }) => weight === 'fatal') ? 'failed' : 'usable';
}
