/** Findings about sequential Monte Carlo: whether its particles followed the way from the prior to the posterior. */

import { evidenceSpread } from './evidence.ts';
import type { Finding } from './finding.ts';
import type { SamplerSummary } from './summarise.ts';
import {
  ACCEPTANCE_CAUTION,
  ANCESTORS_CAUTION,
  EVIDENCE_SPREAD_CAUTION,
  EVIDENCE_SPREAD_FATAL,
} from './thresholds.ts';
import { threeDigits } from './wording.ts';

/** None where the draws are a chain's. */
export function particleFindings(sampler: SamplerSummary, targetAccept: number): Finding[] {
  const { particles } = sampler;
  if (particles === undefined) return [];
  const spread = evidenceSpread(particles);
  const ancestors = Math.min(...particles.runs.map((run) => run.ancestors));
  const acceptance = Math.min(...particles.runs.map((run) => run.leastAcceptance));
  const more = moreParticles(sampler);
  const findings: Finding[] = [];
  if (spread !== null && spread > EVIDENCE_SPREAD_CAUTION) {
    findings.push({
      kind: 'evidence',
      weight: spread > EVIDENCE_SPREAD_FATAL ? 'fatal' : 'caution',
      parameters: [],
      message: `The runs do not agree on the evidence: their logs spread with a standard deviation of ${threeDigits(spread)}, where at most ${EVIDENCE_SPREAD_CAUTION} is wanted, so that places of the posterior may have wrong shares of the draws.`,
      remedy: `Take more particles: ${more}.`,
    });
  }
  if (ancestors < ANCESTORS_CAUTION) {
    findings.push({
      kind: 'ancestors',
      weight: 'caution',
      parameters: [],
      message: `The particles of a run descend from ${ancestors} draws of the prior only; from fewer than ${ANCESTORS_CAUTION} it cannot be told how the mass is shared among places.`,
      remedy: `Take more particles: ${more}.`,
    });
  }
  if (acceptance < ACCEPTANCE_CAUTION * targetAccept) {
    findings.push({
      kind: 'acceptance',
      weight: 'caution',
      parameters: [],
      message: `Somewhere between the prior and the posterior particles hardly moved: they accepted ${threeDigits(acceptance)} of their steps, where ${targetAccept} was aimed at.`,
      remedy: 'Take smaller steps: `--target-accept 0.95`.',
    });
  }
  return findings;
}

/** The option that asks for twice as many particles, and at least the usual number. */
export function moreParticles({ draws }: Pick<SamplerSummary, 'draws'>): string {
  return `\`--draws ${Math.max(2 * draws, 1000)}\``;
}
