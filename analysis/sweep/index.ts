/** The entry `theodolite/sweep`: fits every combination of a layout's alternatives, subjects, splits and seeds. It runs in Node. */
export type { Selection } from '../../compiler/choose/alternatives.ts';
export { EvaluationError } from '../evaluate/evaluation-error.ts';
export type { Split, SplitMethod, SplitPart } from '../evaluate/parts/split.ts';
export type { Baseline, Score } from '../evaluate/scores/scored-predictors.ts';
export type { HoldOut } from './open-sweep.ts';
export { openSweep, type Sweep, type SweepAsked, type SweepRunOptions } from './open-sweep.ts';
export { partKey, type SweepPart, type SweepTask, taskKey } from './plan.ts';
export type { HeldOutScores } from './result.ts';
export {
  type BaselineOutcome,
  type BaselineResult,
  type FinishedSweep,
  memoryStore,
  type SweepResult,
  type SweepStore,
} from './result.ts';
export type { LeftOfSweep, PilotTimes, SweepProgress } from './run.ts';
export {
  type Distribution,
  distribution,
  type SweepGroup,
  type SweepSummary,
  type SweptQuantity,
  sumUpSweep,
} from './sum-up.ts';
export { distributionsTable, fitsTable, parametersTable, scoresTable, type TidyTable } from './tidy.ts';
