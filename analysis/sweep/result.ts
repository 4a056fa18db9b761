/** What is kept of a sweep until all of it is done. Nothing of it depends on the clock. */
import type { FindingKind } from '../../host/diagnose/finding.ts';
import type { ParameterSummary, SamplerSummary } from '../../host/diagnose/summarise.ts';
import type { VerdictStatus } from '../../host/diagnose/verdict-status.ts';
import { scorePredictions } from '../evaluate/scores/binary-scores.ts';
import type { Predictions } from '../evaluate/scores/predictions.ts';
import type { Baseline, Score } from '../evaluate/scores/scored-predictors.ts';

/** One finished fit. */
export interface SweepResult {
  /** As `taskKey` gives it. */
  readonly key: string;
  readonly status: VerdictStatus;
  readonly findings: readonly FindingKind[];
  /** Why there is no fit, where there is none, such as a chain without a start: its `parameters` are empty then. */
  readonly error?: string;
  readonly divergences: SamplerSummary['divergences'];
  /** By the name of the parameter, in the order of the draws. */
  readonly parameters: Readonly<Record<string, ParameterSummary>>;
  /** Of the predictions for the rows that were held out, by outcome; absent where none were, or there is no fit. */
  readonly scores?: Readonly<Record<string, HeldOutScores>>;
}

/** What those who know no layout make of one part of a split: the same for all layouts and seeds. */
export interface BaselineResult {
  /** As `partKey` gives it. */
  readonly key: string;
  /** Rows that were learnt from, and rows held out. */
  readonly training: number;
  readonly test: number;
  /** By outcome. */
  readonly outcomes: Readonly<Record<string, BaselineOutcome>>;
}

export interface BaselineOutcome {
  readonly scores: Readonly<Partial<Record<Baseline, HeldOutScores>>>;
  /** Why one of them says nothing. */
  readonly silent: Readonly<Partial<Record<Baseline, string>>>;
}

/** What is done of a sweep. */
export interface FinishedSweep {
  /** By the key of the fit. */
  readonly fits: ReadonlyMap<string, SweepResult>;
  /** By the key of the part; none where no rows are held out. */
  readonly baselines: ReadonlyMap<string, BaselineResult>;
}

/** What is done, and where more of it goes. */
export interface SweepStore extends FinishedSweep {
  addFit(result: SweepResult): void;
  addBaselines(result: BaselineResult): void;
}

/** Keeps what is done in memory alone. */
export function memoryStore(): SweepStore {
  const fits = new Map<string, SweepResult>();
  const baselines = new Map<string, BaselineResult>();
  return {
    fits,
    baselines,
    addFit: (result) => void fits.set(result.key, result),
    addBaselines: (result) => void baselines.set(result.key, result),
  };
}

/** Of one outcome by one predictor. */
export interface HeldOutScores extends Readonly<Record<Score, number | '-inf' | null>> {
  /** Rows held out that have the outcome. */
  readonly rows: number;
  readonly brier: number;
  readonly calibration: number;
  readonly refinement: number;
  /** The text is −∞: an outcome was observed that had probability 0. */
  readonly logScore: number | '-inf';
  /** Null where all outcomes are the same. */
  readonly auroc: number | null;
  readonly calibrationError: number;
}

/** Throws as `scorePredictions` does. */
export function heldOutScores(predictions: Predictions): HeldOutScores {
  const { rows, brier, calibration, refinement, logScore, impossible, auroc, calibrationError } =
    scorePredictions(predictions);
  return {
    ...{ rows, brier, calibration, refinement },
    logScore: impossible > 0 ? '-inf' : logScore,
    ...{ auroc, calibrationError },
  };
}
