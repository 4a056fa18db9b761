/** Scores of predicted probabilities of the values of ratings and choices. */
import { mean } from '../../../statistics/moments.ts';
import { BETTER, type ComparedScore, comparePredictors } from './scored-predictors.ts';

/** The scores of ratings and choices. */
export const VALUE_SCORES = ['brier', 'logScore'] as const;
export type ValueScore = (typeof VALUE_SCORES)[number];

/** The held-out rows of one part of a split that have the outcome. */
export interface ScoredValues {
  /** The value of each row, counted from 1. */
  readonly outcomes: Float64Array;
  /** By predictor, for each value its probability in each row. */
  readonly probabilities: Readonly<Record<string, readonly Float64Array[]>>;
  /** The number of training rows. */
  readonly training: number;
}

export type ValueComparison = Readonly<Record<ValueScore, Readonly<Record<string, ComparedScore>>>>;

/**
 * The scores of each row. `brier`: Σ_k (p_k − [y = k])² (Brier 1950, Verification of forecasts expressed in terms of probability, Monthly
 * Weather Review 78, 1–3, eq. 2), from 0 to 2: of two values it is twice the score of a probability. `logScore`: ln p_y.
 */
const ofRows: Readonly<
  Record<ValueScore, (outcomes: Float64Array, probabilities: readonly Float64Array[]) => Float64Array>
> = {
  brier: (outcomes, probabilities) =>
    outcomes.map((value, row) =>
      probabilities.reduce((sum, each, place) => sum + (each[row]! - Number(value === place + 1)) ** 2, 0),
    ),
  logScore: (outcomes, probabilities) =>
    outcomes.map((value, row) => Math.log(probabilities[value - 1]![row]!)),
};

/**
 * Compares the predictors that all parts have. Standard errors are those of the mean over rows for one part, and those of `resampledMean` over
 * several.
 *
 * @throws RangeError without parts; EvaluationError when no held-out row has the outcome
 */
export function compareValuePredictions(parts: readonly ScoredValues[]): ValueComparison {
  const predictors = Object.keys(parts[0]!.probabilities);
  const [test, training] = [
    parts.reduce((sum, { outcomes }) => sum + outcomes.length, 0),
    parts.reduce((sum, part) => sum + part.training, 0),
  ];
  const compared = (score: ValueScore) => {
    const losses = (predictor: string) =>
      parts.map(({ outcomes, probabilities }) => ofRows[score](outcomes, probabilities[predictor]!));
    const ranked = comparePredictors(
      predictors.map((name) => ({
        name,
        scores: parts.length === 1 ? losses(name)[0]! : losses(name).map((each) => mean(each)),
      })),
      { better: BETTER[score], testOverTraining: parts.length === 1 ? null : test / training },
    );
    return Object.fromEntries(
      ranked.map(({ name, mean: value, standardError, isBest, difference }) => [
        name,
        {
          ...{ value, standardError, isBest },
          difference: difference?.mean ?? null,
          differenceError: difference?.standardError ?? null,
        },
      ]),
    );
  };
  return { brier: compared('brier'), logScore: compared('logScore') };
}
