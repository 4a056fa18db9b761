/** Findings about sequential Monte Carlo: whether its particles followed the path from the prior to the posterior. */

import { evidenceLag, evidenceSpread, type ParticleSummary, priorMass } from './evidence.ts';
import type { Finding } from './finding.ts';
import type { SamplerSummary } from './summarise.ts';
import {
  ACCEPTANCE_CAUTION,
  ANCESTORS_CAUTION,
  ANCESTORS_FATAL,
  EVIDENCE_LAG_CAUTION,
  EVIDENCE_LAG_FATAL,
  EVIDENCE_NOISE_ERRORS,
  EVIDENCE_SPREAD_CAUTION,
  EVIDENCE_SPREAD_FATAL,
  PRIOR_MASS_CAUTION,
  PRIOR_MASS_FATAL,
} from './thresholds.ts';
import { threeDigits } from './wording.ts';

/** None if the draws are from chains. */
export function particleFindings(sampler: SamplerSummary, targetAccept: number): Finding[] {
  const { particles } = sampler;
  if (particles === undefined) return [];
  const spread = evidenceSpread(particles);
  const ancestors = Math.min(...particles.runs.map((run) => run.ancestors));
  const acceptance = Math.min(...particles.runs.map((run) => run.leastAcceptance));
  const more = moreParticles(sampler);
  const findings = [...lagging(particles, more), ...wrongPriorMass(particles, more)];
  if (spread !== null && spread > EVIDENCE_SPREAD_CAUTION) {
    findings.push({
      kind: 'evidence',
      weight: spread > EVIDENCE_SPREAD_FATAL ? 'fatal' : 'caution',
      parameters: [],
      message: `The runs do not agree on the evidence: the standard deviation of its logarithm is ${threeDigits(spread)} and should be at most ${EVIDENCE_SPREAD_CAUTION}, so places of the posterior may have wrong shares of the draws.${
        spread > EVIDENCE_SPREAD_FATAL ? ` Above ${EVIDENCE_SPREAD_FATAL} the numbers must not be used.` : ''
      }`,
      remedy: `Take more particles: ${more}.`,
    });
  }
  if (ancestors < ANCESTORS_CAUTION) {
    findings.push({
      kind: 'ancestors',
      weight: ancestors < ANCESTORS_FATAL ? 'fatal' : 'caution',
      parameters: [],
      message: `The particles of a run descend from ${ancestors} draws of the prior only; from fewer than ${ANCESTORS_CAUTION} it is not known how the mass is shared among places${
        ancestors < ANCESTORS_FATAL
          ? `, and from fewer than ${ANCESTORS_FATAL} the numbers must not be used`
          : ''
      }.`,
      remedy: `Take more particles: ${more}.`,
    });
  }
  if (acceptance < ACCEPTANCE_CAUTION * targetAccept) {
    findings.push({
      kind: 'acceptance',
      weight: 'caution',
      parameters: [],
      message: `Somewhere between the prior and the posterior particles hardly moved: they accepted ${threeDigits(acceptance)} of their steps, with a target of ${targetAccept}.`,
      remedy: 'Take smaller steps: `targetAccept: 0.95`.',
    });
  }
  return findings;
}

/**
 * Particles that do not follow the path: all runs then miss the same part, and their standard error does not show it.
 */
function lagging(particles: ParticleSummary, more: string): Finding[] {
  const { log: lag, error } = evidenceLag(particles);
  if (!(lag > EVIDENCE_LAG_CAUTION) || isNoise(lag, error)) return [];
  const fatal = lag > EVIDENCE_LAG_FATAL;
  return [
    {
      kind: 'evidence',
      weight: fatal ? 'fatal' : 'caution',
      parameters: [],
      message: `The particles lagged behind on the way from the prior to the posterior: the log evidence from the particles before each step is ${threeDigits(lag)} lower than the one from both sides of the steps, and should be at most ${EVIDENCE_LAG_CAUTION} lower. All runs then miss the same part of the posterior, and the evidence may be off by several times as much, which its standard error does not show.${
        fatal ? ` Above ${EVIDENCE_LAG_FATAL} neither the evidence nor the draws must be used.` : ''
      }`,
      remedy: `Take smaller steps and more particles: \`targetAccept: 0.99\`, ${more}. If the parametrisation of levels does not suit the data, \`centred\` or \`noncentred\` after their priors helps more.`,
    },
  ];
}

/** The prior's mass is 1, so a run that finds another value has lost part of the prior before it uses the data. */
function wrongPriorMass(particles: ParticleSummary, more: string): Finding[] {
  const { log, error } = priorMass(particles);
  if (!(Math.abs(log) > PRIOR_MASS_CAUTION) || isNoise(log, error)) return [];
  const fatal = Math.abs(log) > PRIOR_MASS_FATAL;
  return [
    {
      kind: 'evidence',
      weight: fatal ? 'fatal' : 'caution',
      parameters: [],
      message: `The runs did not draw from the whole prior: they find the log of its mass to be ${threeDigits(log)}, where it is 0, and the evidence is off by as much or more.${
        fatal ? ` Beyond ${PRIOR_MASS_FATAL} neither the evidence nor the draws must be used.` : ''
      }`,
      remedy: `Take more particles: ${more}. Where a prior's scale is a latent that comes near 0, \`noncentred\` after that prior helps more.`,
    },
  ];
}

/** Whether a difference from 0 is within the noise of a small number of particles. */
function isNoise(difference: number, error: number | null): boolean {
  return error !== null && Math.abs(difference) < EVIDENCE_NOISE_ERRORS * error;
}

/** The option for twice the number of particles, and at least the usual number. */
export function moreParticles({ draws }: Pick<SamplerSummary, 'draws'>): string {
  return `\`draws: ${Math.max(2 * draws, 1000)}\``;
}
