/** An evaluation as `theodolite evaluate --json` prints it and `--out` writes it. */
import type { HeldOutPredictions } from '../evaluate/parts/held-out-predictions.ts';
import { brierScore } from '../evaluate/scores/brier.ts';
import { type Comparison, SCORES } from '../evaluate/scores/scored-predictors.ts';
import type { VerdictStatus } from '../host/diagnose/verdict-status.ts';

export interface Evaluation {
  readonly layout: string;
  readonly predictors: readonly string[];
  readonly subjects: Readonly<Record<string, EvaluatedSubject>>;
}

export interface EvaluatedSubject {
  /** By outcome, score and predictor. */
  readonly scores: Readonly<Record<string, Comparison>>;
  readonly parts: readonly {
    readonly training: number;
    readonly test: number;
    readonly status: VerdictStatus;
  }[];
}

/** Whether a value, of JSON, is an evaluation as far as a report reads one. */
export function isEvaluation(value: unknown): value is Evaluation {
  if (!isObject(value)) return false;
  const { layout, predictors, subjects } = value;
  return (
    typeof layout === 'string' &&
    Array.isArray(predictors) &&
    predictors.every((name) => typeof name === 'string') &&
    isObject(subjects) &&
    Object.values(subjects).every(isSubject)
  );
}

/** What a Brier score may differ by that was summed of numbers as text. */
const ROUNDING = 1e-9;

/** Whether predictions are those that an evaluation scored: of its subjects, with its Brier scores of the layout. */
export function areScored({ subjects }: Evaluation, predictions: readonly HeldOutPredictions[]): boolean {
  return predictions.every(({ subject, outcome, parts }) => {
    const evaluated = subjects[subject];
    const told = evaluated?.scores[outcome]?.brier.layout?.value;
    const scores = parts.flatMap(({ outcomes, probabilities: { layout } }) =>
      layout === undefined ? [] : [brierScore({ outcomes, probabilities: layout })],
    );
    if (typeof told !== 'number' || scores.length !== evaluated!.parts.length) return false;
    return Math.abs(scores.reduce((sum, score) => sum + score, 0) / scores.length - told) < ROUNDING;
  });
}

function isSubject(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.scores) || !Array.isArray(value.parts)) return false;
  return (
    value.parts.length > 0 &&
    value.parts.every(
      (part) => isObject(part) && Number.isInteger(part.training) && Number.isInteger(part.test),
    ) &&
    Object.values(value.scores).every(
      (scores) => isObject(scores) && SCORES.every((score) => isObject(scores[score])),
    )
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
