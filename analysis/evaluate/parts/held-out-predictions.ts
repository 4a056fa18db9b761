/** Predictions of held-out rows with their outcomes, as they are stored, drawn in figures and scored again. */
import type { VerdictStatus } from '../../../host/diagnose/verdict-status.ts';
import type { EvaluatedPart } from './evaluate-parts.ts';
import type { Split } from './split.ts';

/** The predictions for one subject and outcome. */
export interface HeldOutPredictions {
  readonly subject: string;
  readonly outcome: string;
  /** At least one, in the order of the split. */
  readonly parts: readonly HeldOutPart[];
}

/** The test rows of one fit. */
export interface HeldOutPart {
  /** From 1. */
  readonly repeat: number;
  /** From 1; always 1 for a holdout. */
  readonly fold: number;
  /** The verdict on the layout's fit. */
  readonly status: VerdictStatus;
  /** 0 or 1, one per row. */
  readonly outcomes: Float64Array;
  /** By predictor: the probability of a 1, one per row. Predictors without predictions for this part are absent. */
  readonly probabilities: Readonly<Record<string, Float64Array>>;
}

/** The predictions of one predictor, one per row. */
export interface PredictedOnce {
  readonly outcomes: Float64Array;
  readonly probabilities: Float64Array;
}

/**
 * The predictions of an evaluation, one entry per outcome.
 *
 * @param subject its name in the result
 * @param split null if the test rows were given
 */
export function heldOutPredictions(
  subject: string,
  { parts, split }: { readonly parts: readonly EvaluatedPart[]; readonly split: Split | null },
): HeldOutPredictions[] {
  return [...parts[0]!.outcomes.keys()].map((outcome) => ({
    ...{ subject, outcome },
    parts: parts.map(({ status, outcomes }, place) => {
      const { repeat, fold } = split?.parts[place] ?? { repeat: 1, fold: 1 };
      const { outcomes: observed, probabilities } = outcomes.get(outcome)!;
      return {
        ...{ repeat, fold, status, outcomes: observed },
        probabilities: probabilities as Readonly<Record<string, Float64Array>>,
      };
    }),
  }));
}

/** The parts of the first repeat: in one repeat no row is held out twice. */
export function firstRepeat({ parts }: HeldOutPredictions): readonly HeldOutPart[] {
  const first = parts.reduce((least, { repeat }) => Math.min(least, repeat), Number.POSITIVE_INFINITY);
  return parts.filter(({ repeat }) => repeat === first);
}

/** The predictors with predictions for every part, in order. */
export function predictorsOf(parts: readonly HeldOutPart[]): string[] {
  return Object.keys(parts[0]?.probabilities ?? {}).filter((predictor) =>
    parts.every(({ probabilities }) => probabilities[predictor] !== undefined),
  );
}

/** Concatenates parts. @throws RangeError when the predictor has no predictions for one of them */
export function joinParts(parts: readonly HeldOutPart[], predictor: string): PredictedOnce {
  return {
    outcomes: Float64Array.from(parts.flatMap(({ outcomes }) => [...outcomes])),
    probabilities: Float64Array.from(
      parts.flatMap(({ probabilities }) => {
        const own = probabilities[predictor];
        if (own === undefined) throw new RangeError(`${predictor} says nothing of one of the parts`);
        return [...own];
      }),
    ),
  };
}
