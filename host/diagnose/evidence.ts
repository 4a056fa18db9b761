/** The evidence: the data's probability under a layout, estimated from independent runs of sequential Monte Carlo. */

import { studentQuantile } from '../../statistics/distribution-quantiles.ts';
import { mean, variance } from '../../statistics/moments.ts';
import type { ChainDraws } from '../draws.ts';
import type { ParticleRun } from '../particle-report.ts';

/** Diagnostics of sequential Monte Carlo over its runs. Logarithms are natural. */
export interface ParticleSummary {
  /**
   * The log of the probability of the outcomes under the layout, given the demands: of the mean of the runs' estimates of
   * the probability.
   */
  readonly logEvidence: number;
  /**
   * Its Monte Carlo standard error, from the differences between runs; null for a single run. It does not include what
   * all runs miss.
   */
  readonly logEvidenceError: number | null;
  /**
   * Its 95 % interval, by Student's t with one degree of freedom fewer than there are runs. If an estimate of what
   * particles miss by not following the path is available, each end is moved outwards by it. Null for a single run.
   */
  readonly logEvidenceInterval: readonly [lower: number, upper: number] | null;
  /** One entry per run. */
  readonly runs: readonly ParticleRun[];
}

/** Null if the draws are not from sequential Monte Carlo. */
export function particleSummary(chains: readonly Pick<ChainDraws, 'particles'>[]): ParticleSummary | null {
  const runs = chains.flatMap(({ particles }) => (particles === undefined ? [] : [particles]));
  if (runs.length === 0) return null;
  const { log, error } = logOfMean(runs.map(({ logEvidence }) => logEvidence));
  const reach =
    error === null ? null : studentQuantile(runs.length - 1) * error + Math.abs(evidenceLag({ runs }).log);
  return {
    logEvidence: log,
    logEvidenceError: error,
    logEvidenceInterval: reach === null ? null : [log - reach, log + reach],
    runs,
  };
}

/** An estimate from all runs, with its standard error from their differences; null for a single run. */
interface Pooled {
  readonly log: number;
  readonly error: number | null;
}

/** The log of the mean of the exponentials of these numbers. Its error is by the delta method: the relative error of the mean. */
function logOfMean(logs: readonly number[]): Pooled {
  const most = Math.max(...logs);
  const ratios = logs.map((log) => Math.exp(log - most));
  const middle = mean(ratios);
  return { log: most + Math.log(middle), error: errorOfMean(ratios, middle) };
}

function errorOfMean(values: readonly number[], unit = 1): number | null {
  return values.length < 2 ? null : Math.sqrt(variance(values) / values.length) / unit;
}

/** The standard deviation of the runs' log evidences; null for a single run. */
export function evidenceSpread({ runs }: ParticleSummary): number | null {
  return runs.length < 2 ? null : Math.sqrt(variance(runs.map(({ logEvidence }) => logEvidence)));
}

/** The log of the prior's mass as estimated by the runs; the true value is 0. */
export function priorMass({ runs }: ParticleSummary): Pooled {
  return logOfMean(runs.map(({ logPriorMass }) => logPriorMass));
}

/**
 * Two estimates of the evidence are compared, averaged over runs: from the particles that leave a temperature, and from
 * those together with the particles that arrive at the next. This is the amount by which the first is lower; 0 except
 * for noise if particles follow the path.
 */
export function evidenceLag({ runs }: Pick<ParticleSummary, 'runs'>): Pooled {
  const lags = runs.map(({ logEvidence, logEvidenceForward }) => logEvidence - logEvidenceForward);
  return { log: mean(lags), error: errorOfMean(lags) };
}
