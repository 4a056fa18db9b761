/** What a fit says of an agent: both abilities with how sure it is. */
import type { SampledPosterior } from '../../../host/fit.ts';

export interface Estimate {
  readonly mean: number;
  readonly sd: number;
  /** From where to where the narrowest interval with 95 % of the posterior reaches. */
  readonly from: number;
  readonly to: number;
}

export interface Profile {
  readonly acuity: Estimate;
  readonly navigation: Estimate;
}

/** Throws when the draws define no summary. */
export function profileOf({ summary }: SampledPosterior): Profile {
  return { acuity: estimate(summary.visualAcuity!), navigation: estimate(summary.navigation!) };
}

function estimate({ mean, sd, hdi95 }: SampledPosterior['summary'][string]): Estimate {
  if (mean === null || sd === null || hdi95 === null) throw new Error('the fit has no summary');
  return { mean, sd, from: hdi95[0], to: hdi95[1] };
}
