/** The entry `theodolite/host`: runs ready modules, and holds nothing of the compiler. */
export { BoundModel, type Density } from './api/bound-model.ts';
export { FittedModel } from './api/fitted-model.ts';
export { type BindOptions, load, Model } from './api/model.ts';
export type { PointInput } from './api/point-input.ts';
export type { Method } from './chain.ts';
export { type ChainPool, openThisThread } from './chain-pool.ts';
export type { ParticleSummary } from './diagnose/evidence.ts';
export type { Finding, FindingKind } from './diagnose/finding.ts';
export type { DrawShare } from './diagnose/mode-shares.ts';
export type { Mode } from './diagnose/modes.ts';
export type { ParameterSummary, SamplerSummary } from './diagnose/summarise.ts';
export type { Verdict, VerdictStatus } from './diagnose/verdict.ts';
export type { FitOptions } from './fit.ts';
export type { Hint, HintKind } from './hints/hint.ts';
export { HostError, type HostErrorKind } from './host-error.ts';
export { type EncodedLevels, encodeLevels, type Levels } from './levels.ts';
export type { LoadedModule, ModuleLimits } from './load.ts';
export type { Manifest, ManifestColumn, ManifestLatent } from './manifest.ts';
export type { Parameter } from './parameters.ts';
export type { Explanation, FactorCost } from './predict/explain.ts';
export type { PointwiseLogLikelihood } from './predict/log-likelihood.ts';
export type { PredictedOutcome, PredictedRows, Prediction, PredictOptions } from './predict/predict.ts';
export type { IntervalKind, RowSummaries } from './predict/summaries.ts';
export type { ProfileRow } from './profile-rows.ts';
export { DEFAULT_SETTINGS, type SamplerSettings } from './sample.ts';
export type { ArrowColumn, ArrowTable, ColumnCell, ColumnInput, ColumnsInput } from './to-columns.ts';

/**
 * A pool of worker threads for the `pool` option of `BoundModel.fit`, to be kept for several fits and closed after the last. At
 * most `workers` threads, by default as many as the machine runs at once.
 */
export async function openWorkers(workers?: number): Promise<import('./chain-pool.ts').ChainPool> {
  return (await import('./node/worker-pool.ts')).openWorkers(workers);
}
