/** The evidence: what independent runs of sequential Monte Carlo say together of the data's probability under a layout. */

import type { ChainDraws } from '../chain.ts';
import type { ParticleRun } from '../particles.ts';
import { mean, variance } from './moments.ts';

/** How sequential Monte Carlo fared, over its runs. Logs are natural ones. */
export interface ParticleSummary {
  /**
   * The log of the probability of the outcomes under the layout, given the demands: of the mean of the runs' estimates of
   * the probability, each of which is unbiased.
   */
  readonly logEvidence: number;
  /** Its Monte Carlo standard error, from how the runs differ; null for a single run. */
  readonly logEvidenceError: number | null;
  /** One entry a run. */
  readonly runs: readonly ParticleRun[];
}

/** Null where the draws are not of sequential Monte Carlo. */
export function particleSummary(chains: readonly Pick<ChainDraws, 'particles'>[]): ParticleSummary | null {
  const runs = chains.flatMap(({ particles }) => (particles === undefined ? [] : [particles]));
  if (runs.length === 0) return null;
  const logs = runs.map(({ logEvidence }) => logEvidence);
  const most = Math.max(...logs);
  const ratios = logs.map((log) => Math.exp(log - most));
  const middle = mean(ratios);
  return {
    logEvidence: most + Math.log(middle),
    // By the delta method: the relative error of the mean is that of its log.
    logEvidenceError: runs.length < 2 ? null : Math.sqrt(variance(ratios) / runs.length) / middle,
    runs,
  };
}

/** The standard deviation of the runs' log evidences; null for a single run. */
export function evidenceSpread({ runs }: ParticleSummary): number | null {
  return runs.length < 2 ? null : Math.sqrt(variance(runs.map(({ logEvidence }) => logEvidence)));
}
