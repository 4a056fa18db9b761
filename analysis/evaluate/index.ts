/** The entry `theodolite/evaluate`: stored fits, and what is said of fits and predictions afterwards. It runs in Node. */

export type { FitSummary, OutcomeSummary } from '../../files/fits/fit-summary.ts';
export { type OpenFitOptions, openFit } from '../../files/fits/open-fit.ts';
export type { FittedLayout, StoredFit } from '../../files/fits/stored-fit.ts';
export type { CheckedQuantity } from './checks/check-quantities.ts';
export type { CheckFinding, CheckFindingKind } from './checks/column-findings.ts';
export {
  type CheckOptions,
  checkPosterior,
  checkPrior,
  type OutcomeChecks,
  type PredictiveChecks,
} from './checks/predictive-checks.ts';
export type { CheckedColumn, CheckedPlace, QuantityKind, TestQuantity } from './checks/test-quantity.ts';
export type { ComparedModel } from './compare/compare.ts';
export { compareModels, type RankedModel } from './compare/compare.ts';
export {
  compareFits,
  type FitComparison,
  type RankedFit,
} from './compare/compare-fits.ts';
export {
  type Criterion,
  type CriterionOptions,
  type EstimatedFit,
  leaveOneOut,
  widelyApplicable,
} from './compare/estimate-fit.ts';
export type { EstimatedRows } from './compare/estimate-rows.ts';
export type { LikelihoodMatrix } from './compare/likelihood-matrix.ts';
export { type Loo, loo, type ParetoKTable } from './compare/loo.ts';
export {
  type StackedFit,
  type StackedPrediction,
  type StackOptions,
  stackPredictions,
} from './compare/stack-predictions.ts';
export { pseudoBmaWeights, type Stacking, stack } from './compare/stacking.ts';
export { type Waic, waic } from './compare/waic.ts';
export {
  type EvaluateOptions,
  evaluateLayout,
  type LayoutEvaluation,
} from './evaluate-layout.ts';
export { EvaluationError } from './evaluation-error.ts';
export type { HeldOut } from './parts/divide-rows.ts';
export type { EvaluatedPart, OutcomePredictions } from './parts/evaluate-part.ts';
export {
  type HeldOutPart,
  type HeldOutPredictions,
  heldOutPredictions,
} from './parts/held-out-predictions.ts';
export type { Predictor } from './parts/predictors.ts';
export type { PosteriorFit } from './posterior-fit.ts';
export { type LayoutRecovery, type RecoverOptions, recoverLayout } from './recovery/recover-layout.ts';
export type { RecoveryRun } from './recovery/recovery-run.ts';
export type { ParameterRecovery } from './recovery/sum-up.ts';
export { auroc, aurocDifference } from './scores/auroc.ts';
export { type BinaryScores, scorePredictions } from './scores/binary-scores.ts';
export { type MeanWithError, meanWithError, resampledMean } from './scores/mean-with-error.ts';
export type { Predictions } from './scores/predictions.ts';
export {
  type ComparedScore,
  type Comparison,
  comparePredictions,
  type ScoredPart,
} from './scores/scored-predictors.ts';
export { type Split, trainingRows } from './splits/split.ts';
export { type SplitPlan, splitRows } from './splits/split-rows.ts';
