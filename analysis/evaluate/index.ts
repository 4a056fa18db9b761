/** The entry `theodolite/evaluate`: stored fits, and the evaluation of fits and predictions. It runs in Node. */

export type { FitSummary, OutcomeSummary } from '../../files/fits/fit-summary.ts';
export { type OpenFitOptions, openFit } from '../../files/fits/open-fit.ts';
export type { FittedLayout, StoredFit } from '../../files/fits/stored-fit.ts';
export type { CheckedQuantity } from './checks/check-quantities.ts';
export type { CheckFinding, CheckFindingKind } from './checks/findings.ts';
export {
  type CheckOptions,
  checkPosterior,
  checkPrior,
  type OutcomeChecks,
  type PredictiveChecks,
  type PriorCheckOptions,
} from './checks/predictive-checks.ts';
export type {
  CheckedColumn,
  CheckedPlace,
  CheckedValue,
  QuantityKind,
  TestQuantity,
} from './checks/test-quantity.ts';
export {
  compareFits,
  type FitComparison,
  type RankedFit,
} from './compare/compare-fits.ts';
export {
  type ComparedModel,
  compareModels,
  pseudoBmaWeights,
  type RankedModel,
  type Stacking,
  stack,
} from './compare/compare-models.ts';
export {
  type EstimatedRows,
  type LikelihoodMatrix,
  type Loo,
  loo,
  type ParetoKTable,
  type Waic,
  waic,
} from './compare/criteria.ts';
export {
  type Criterion,
  type CriterionOptions,
  type EstimatedFit,
  leaveOneOut,
  widelyApplicable,
} from './compare/estimate-fit.ts';
export type { IntegrationOptions } from './compare/integrated-likelihood.ts';
export {
  type EstimatedGroups,
  type GroupableFit,
  type LeaveGroupsOutOptions,
  leaveGroupsOut,
} from './compare/leave-groups-out.ts';
export {
  type StackedFit,
  type StackedPrediction,
  type StackOptions,
  stackPredictions,
} from './compare/stack-predictions.ts';
export {
  type EvaluateOptions,
  evaluateLayout,
  type LayoutEvaluation,
} from './evaluate-layout.ts';
export { EvaluationError } from './evaluation-error.ts';
export type { HeldOut } from './parts/divide-rows.ts';
export { type SplitPlan, splitRows } from './parts/draw-split.ts';
export type { EvaluatedPart, OutcomePredictions } from './parts/evaluate-parts.ts';
export {
  type HeldOutPart,
  type HeldOutPredictions,
  heldOutPredictions,
} from './parts/held-out-predictions.ts';
export { type Split, trainingRows } from './parts/split.ts';
export type { PosteriorFit } from './posterior-fit.ts';
export { type LayoutRecovery, type RecoverOptions, recoverLayout } from './recovery/recover-layout.ts';
export type { RecoveryRun } from './recovery/recovery-run.ts';
export type { ParameterRecovery } from './recovery/sum-up.ts';
export { auroc, aurocDifference, type BinaryScores, scorePredictions } from './scores/binary-scores.ts';
export type { Predictions } from './scores/predictions.ts';
export {
  type ComparedScore,
  type Comparison,
  comparePredictions,
  type MeanWithError,
  meanWithError,
  type Predictor,
  resampledMean,
  type ScoredPart,
} from './scores/scored-predictors.ts';
