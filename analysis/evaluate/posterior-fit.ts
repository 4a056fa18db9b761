/** The fit that evaluations work on: a `FittedModel` in memory or a `StoredFit` read from a folder. */

import type { Posterior } from '../../host/posterior.ts';
import type { PointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import type { Prediction, PredictOptions } from '../../host/predict/predict.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';

/** A posterior that predicts. */
export interface PosteriorFit {
  readonly posterior: Posterior;
  predict(rows: ColumnsInput, options?: PredictOptions): Promise<Prediction>;
  pointwiseLogLikelihood(
    rows: ColumnsInput,
    options?: { readonly every?: number },
  ): Promise<Readonly<Record<string, PointwiseLogLikelihood>>>;
}

/** The number of draws of each chain. */
export function drawCounts({ posterior }: PosteriorFit): number[] {
  return posterior.draws.map(({ latents }) => latents[0]!.length);
}
