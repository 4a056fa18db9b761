/** The JSON of an evaluation, as `theodolite evaluate` prints (`--json`) and writes it (`--out`). */
import type { HeldOutPredictions } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import { brierScore } from '../../analysis/evaluate/scores/binary-scores.ts';
import type { ComparedScore, Comparison } from '../../analysis/evaluate/scores/scored-predictors.ts';
import { count, flag, list, mismatchOf, object, oneOf, record, text, value } from '../../files/fits/shape.ts';
import { VERDICT_STATUSES, type VerdictStatus } from '../../host/diagnose/verdict-status.ts';

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

/** A score in JSON: infinite numbers are strings. */
const score = value<number | null>(
  'a number, "inf", "-inf" or null',
  (found) => found === null || found === 'inf' || found === '-inf' || typeof found === 'number',
);

const compared = record(
  object<ComparedScore>({
    value: score,
    standardError: score,
    isBest: flag,
    difference: score,
    differenceError: score,
  }),
);

/** The fields that a report reads. */
const evaluation = object<Evaluation>({
  layout: text,
  predictors: list(text),
  subjects: record(
    object<EvaluatedSubject>({
      scores: record(
        object<Comparison>({
          brier: compared,
          calibration: compared,
          refinement: compared,
          logScore: compared,
          auroc: compared,
          calibrationError: compared,
        }),
      ),
      parts: list(
        object<EvaluatedSubject['parts'][number]>({
          training: count,
          test: count,
          status: oneOf(VERDICT_STATUSES),
        }),
        { least: 1 },
      ),
    }),
  ),
});

/** Why a JSON value is not an evaluation, as part of a sentence; null if it is one. */
export function evaluationMismatch(found: unknown): string | null {
  return mismatchOf(evaluation, found);
}

/** Whether a JSON value has the fields of an evaluation that a report reads. */
export function isEvaluation(found: unknown): found is Evaluation {
  return evaluationMismatch(found) === null;
}

/** The evaluation with infinite numbers in place of their strings in JSON. */
export function withNumbers({ subjects, ...rest }: Evaluation): Evaluation {
  const mapped = <A, B>(of: Readonly<Record<string, A>>, change: (each: A) => B) =>
    Object.fromEntries(Object.entries(of).map(([name, each]) => [name, change(each)]));
  return {
    ...rest,
    subjects: mapped(subjects, ({ scores, parts }) => ({
      parts,
      scores: mapped(
        scores,
        (comparison) =>
          mapped(comparison, (byPredictor) => mapped(byPredictor, comparedNumbers)) as Comparison,
      ),
    })),
  };
}

function comparedNumbers({ isBest, ...numbers }: ComparedScore): ComparedScore {
  const numberOf = (each: unknown) =>
    each === 'inf'
      ? Number.POSITIVE_INFINITY
      : each === '-inf'
        ? Number.NEGATIVE_INFINITY
        : (each as number | null);
  return {
    isBest,
    value: numberOf(numbers.value),
    standardError: numberOf(numbers.standardError),
    difference: numberOf(numbers.difference),
    differenceError: numberOf(numbers.differenceError),
  };
}

/** Tolerance for Brier scores of probabilities that were stored as text. */
const ROUNDING = 1e-9;

/** Whether predictions belong to an evaluation: the same subjects, and the same Brier scores of the layout. */
export function areScored({ subjects }: Evaluation, predictions: readonly HeldOutPredictions[]): boolean {
  return predictions.every(({ subject, outcome, parts }) => {
    const evaluated = Object.hasOwn(subjects, subject) ? subjects[subject] : undefined;
    const stored = evaluated?.scores[outcome]?.brier.layout?.value;
    const scores = parts.flatMap(({ outcomes, probabilities: { layout } }) =>
      layout === undefined ? [] : [brierScore({ outcomes, probabilities: layout })],
    );
    if (typeof stored !== 'number' || scores.length !== evaluated!.parts.length) return false;
    return Math.abs(scores.reduce((sum, score) => sum + score, 0) / scores.length - stored) < ROUNDING;
  });
}
