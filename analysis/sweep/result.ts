/** The stored results of a sweep. They do not depend on the clock. */
import type { FindingKind } from '../../host/diagnose/finding.ts';
import type { ParameterSummary, SamplerSummary } from '../../host/diagnose/summarise.ts';
import type { VerdictStatus } from '../../host/diagnose/verdict-status.ts';
import { scorePredictions } from '../evaluate/scores/binary-scores.ts';
import type { Predictions } from '../evaluate/scores/predictions.ts';
import type { Baseline, Score } from '../evaluate/scores/scored-predictors.ts';

/** One finished fit. */
export interface SweepResult {
  /** The key from `taskKey`. */
  readonly key: string;
  readonly status: VerdictStatus;
  readonly findings: readonly FindingKind[];
  /** Why there is no fit, such as a chain without a starting point; `parameters` is empty then. */
  readonly error?: string;
  readonly divergences: SamplerSummary['divergences'];
  /** By the name of the parameter, in the order of the draws. */
  readonly parameters: Readonly<Record<string, ParameterSummary>>;
  /** Scores of the predictions for held-out rows, by outcome; absent without held-out rows or without a fit. */
  readonly scores?: Readonly<Record<string, HeldOutScores>>;
}

/** The scores of the baselines for one part of a split: the same for all layouts and seeds. */
export interface BaselineResult {
  /** The key from `partKey`. */
  readonly key: string;
  /** The numbers of training and test rows. */
  readonly training: number;
  readonly test: number;
  /** By outcome. */
  readonly outcomes: Readonly<Record<string, BaselineOutcome>>;
}

export interface BaselineOutcome {
  readonly scores: Readonly<Partial<Record<Baseline, HeldOutScores>>>;
  /** Why a baseline has no predictions. */
  readonly silent: Readonly<Partial<Record<Baseline, string>>>;
}

/** The finished fits and baselines of a sweep. */
export interface FinishedSweep {
  /** By the key of the fit. */
  readonly fits: ReadonlyMap<string, SweepResult>;
  /** By the key of the part; empty without held-out rows. */
  readonly baselines: ReadonlyMap<string, BaselineResult>;
}

/** Finished results, and where new ones are added. */
export interface SweepStore extends FinishedSweep {
  addFit(result: SweepResult): void;
  addBaselines(result: BaselineResult): void;
}

/** A store in memory. */
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

/** The scores of one predictor for one outcome. */
export interface HeldOutScores extends Readonly<Record<Score, number | '-inf' | null>> {
  /** The number of held-out rows that have the outcome. */
  readonly rows: number;
  readonly brier: number;
  readonly calibration: number;
  readonly refinement: number;
  /** `-inf` if an observed outcome had probability 0. */
  readonly logScore: number | '-inf';
  /** Null if all outcomes are equal. */
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
