/** What predictors said of rows held out beside what came, as it is kept, drawn and scored again. */
import type { VerdictStatus } from '../../../host/diagnose/verdict-status.ts';
import type { EvaluatedPart } from './evaluate-parts.ts';
import type { Split } from './split.ts';

/** Of one subject and outcome. */
export interface HeldOutPredictions {
  readonly subject: string;
  readonly outcome: string;
  /** In the order of the split; at least one. */
  readonly parts: readonly HeldOutPart[];
}

/** The rows that one fit was tested on. */
export interface HeldOutPart {
  /** From 1. */
  readonly repeat: number;
  /** From 1; 1 of a holdout. */
  readonly fold: number;
  /** Of the layout's fit. */
  readonly status: VerdictStatus;
  /** 0 or 1, one per row. */
  readonly outcomes: Float64Array;
  /** By predictor the probability of a 1, one per row; those that said nothing of this part are absent. */
  readonly probabilities: Readonly<Record<string, Float64Array>>;
}

/** The predictions of one predictor, one per row. */
export interface PredictedOnce {
  readonly outcomes: Float64Array;
  readonly probabilities: Float64Array;
}

/**
 * What an evaluation predicted, by outcome.
 *
 * @param subject what it is to be called
 * @param split null where the rows that were tested on were given
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

/** The parts of the first repeat, in which no row is held out twice. */
export function firstRepeat({ parts }: HeldOutPredictions): readonly HeldOutPart[] {
  const first = parts.reduce((least, { repeat }) => Math.min(least, repeat), Number.POSITIVE_INFINITY);
  return parts.filter(({ repeat }) => repeat === first);
}

/** The predictors that said something of every part, in their order. */
export function predictorsOf(parts: readonly HeldOutPart[]): string[] {
  return Object.keys(parts[0]?.probabilities ?? {}).filter((predictor) =>
    parts.every(({ probabilities }) => probabilities[predictor] !== undefined),
  );
}

/** Parts one after another. @throws RangeError when the predictor said nothing of one of them */
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
