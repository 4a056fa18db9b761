/** One part of an evaluation: what a layout and those who know none predict of the rows held out, and what came. */
import type { FindingKind } from '../../../host/diagnose/finding.ts';
import type { VerdictStatus } from '../../../host/diagnose/verdict-status.ts';
import type { FitOptions } from '../../../host/fit.ts';
import type { LoadedModule } from '../../../host/load.ts';
import { fitPart } from './fit-part.ts';
import { predictBaselines } from './predict-baselines.ts';
import type { Predictor } from './predictors.ts';
import { type EvaluatedRows, outcomesOf, type PartRows, rowsWith } from './rows.ts';

/** What each predictor says of the rows held out that have the outcome, and what came; or why it says nothing. */
export interface OutcomePredictions {
  /** Which rows these are, by their numbers from 0. */
  readonly rows: readonly number[];
  readonly outcomes: Float64Array;
  readonly probabilities: Readonly<Partial<Record<Predictor, Float64Array>>>;
  readonly silent: Readonly<Partial<Record<Predictor, string>>>;
}

export interface EvaluatedPart {
  readonly training: number;
  readonly test: number;
  readonly status: VerdictStatus;
  readonly findings: readonly FindingKind[];
  /** By outcome. */
  readonly outcomes: ReadonlyMap<string, OutcomePredictions>;
}

export interface PartToEvaluate {
  readonly loaded: LoadedModule;
  readonly rows: EvaluatedRows;
  readonly part: PartRows;
  /** The outcomes of 0 and 1. */
  readonly outcomes: readonly string[];
  readonly options: Omit<FitOptions, 'levels'>;
  /** Whether logistic regression and boosted trees are asked besides the aggregate. */
  readonly baselines: boolean;
}

/** @throws HostError as `fit` and `predict` do. */
export async function evaluatePart({
  loaded,
  rows,
  part,
  outcomes: scored,
  options,
  baselines,
}: PartToEvaluate): Promise<EvaluatedPart> {
  const { fit, probabilities: ofLayout } = await fitPart(loaded, rows, part, scored, options);
  const outcomes = new Map<string, OutcomePredictions>();
  for (const outcome of scored) {
    const others = await predictBaselines(loaded.manifest, rows, part, outcome, baselines);
    outcomes.set(outcome, {
      rows: rowsWith(rows, outcome, part.test),
      outcomes: outcomesOf(rows, outcome, part.test),
      probabilities: { layout: ofLayout.get(outcome)!, ...others.probabilities },
      silent: others.silent,
    });
  }
  return {
    training: part.training.length,
    test: part.test.length,
    status: fit.verdict.status,
    findings: fit.verdict.findings.map(({ kind }) => kind),
    outcomes,
  };
}
