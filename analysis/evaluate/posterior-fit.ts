/** A fit as evaluations take it: one in memory, a `FittedModel`, or one that was stored, a `StoredFit`. */

import type { Parameter } from '../../host/parameters.ts';
import type { PointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import type { Prediction, PredictOptions } from '../../host/predict/predict.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';

export type PosteriorFit = {
  readonly parameters: readonly Parameter[];
  /** The draws of a parameter, one array a chain. */
  chains(name: string): readonly Float64Array[];
  predict(rows: ColumnsInput, options?: PredictOptions): Promise<Prediction>;
  pointwiseLogLikelihood(
    rows: ColumnsInput,
    options?: { readonly every?: number },
  ): Promise<Readonly<Record<string, PointwiseLogLikelihood>>>;
} & ({ readonly manifest: Manifest } | { readonly bound: { readonly manifest: Manifest } });

/** What the layout of a fit says. */
export function manifestOf(fit: PosteriorFit): Manifest {
  return 'manifest' in fit ? fit.manifest : fit.bound.manifest;
}

/** How many chains its draws are of. */
export function countChains(fit: PosteriorFit): number {
  return fit.chains(fit.parameters[0]!.name).length;
}
