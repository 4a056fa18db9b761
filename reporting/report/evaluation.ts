/** An evaluation as `theodolite evaluate --json` prints it and `--out` writes it. */
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

/** A number as an evaluation has it in JSON, with texts for what is infinite. */
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

/** As far as a report reads one. */
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

/** Where a value, of JSON, is no evaluation, as part of a sentence; null where it is one. */
export function evaluationMismatch(found: unknown): string | null {
  return mismatchOf(evaluation, found);
}

/** Whether a value, of JSON, is an evaluation as far as a report reads one. */
export function isEvaluation(found: unknown): found is Evaluation {
  return evaluationMismatch(found) === null;
}

/** The same with numbers where JSON has texts for what is infinite. */
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

/** What a Brier score may differ by that was summed of numbers as text. */
const ROUNDING = 1e-9;

/** Whether predictions are those that an evaluation scored: of its subjects, with its Brier scores of the layout. */
export function areScored({ subjects }: Evaluation, predictions: readonly HeldOutPredictions[]): boolean {
  return predictions.every(({ subject, outcome, parts }) => {
    const evaluated = Object.hasOwn(subjects, subject) ? subjects[subject] : undefined;
    const told = evaluated?.scores[outcome]?.brier.layout?.value;
    const scores = parts.flatMap(({ outcomes, probabilities: { layout } }) =>
      layout === undefined ? [] : [brierScore({ outcomes, probabilities: layout })],
    );
    if (typeof told !== 'number' || scores.length !== evaluated!.parts.length) return false;
    return Math.abs(scores.reduce((sum, score) => sum + score, 0) / scores.length - told) < ROUNDING;
  });
}
