/** Several predictors of the same outcomes, score by score: which is best, and how sure that is. */

import { auroc, aurocDifference } from './auroc.ts';
import { type BinaryScores, scorePredictions } from './binary-scores.ts';
import { brierLosses } from './decomposition.ts';
import { type MeanWithError, meanWithError, pairedDifferences, resampledMean } from './mean-with-error.ts';
import type { Predictions } from './predictions.ts';

/** What was said of the rows held out by each predictor, and what came: of one part of a split. */
export interface ScoredPart {
  readonly outcomes: ArrayLike<number>;
  readonly probabilities: Readonly<Record<string, ArrayLike<number>>>;
  /** Rows that were trained on. */
  readonly training: number;
}

/** The scores that are compared. */
export const SCORES = [
  'brier',
  'calibration',
  'refinement',
  'logScore',
  'auroc',
  'calibrationError',
] as const;
export type Score = (typeof SCORES)[number];

/** Whether a lower number is better. */
export const BETTER: Readonly<Record<Score, 'lower' | 'higher'>> = {
  brier: 'lower',
  calibration: 'lower',
  refinement: 'lower',
  logScore: 'higher',
  auroc: 'higher',
  calibrationError: 'lower',
};

/** One predictor by one score. */
export interface ComparedScore {
  /** The score, or its mean over the parts; null where it is not defined in one of them. */
  readonly value: number | null;
  readonly standardError: number | null;
  readonly isBest: boolean;
  /** This one less the best, part by part or, of one part, row by row; null where that has no error. */
  readonly difference: number | null;
  readonly differenceError: number | null;
}

export type Comparison = Readonly<Record<Score, Readonly<Record<string, ComparedScore>>>>;

/**
 * Compares the predictors that all parts have. Of several parts scores are averaged, with the corrected error of resampled means (see
 * `resampledMean`); of one part the errors of the Brier score are those of the rows' losses, those of areas DeLong's, and other scores have none.
 *
 * @throws RangeError without parts; EvaluationError as `scorePredictions` does
 */
export function comparePredictions(parts: readonly ScoredPart[]): Comparison {
  const names = Object.keys(parts[0]!.probabilities).filter((name) =>
    parts.every(({ probabilities }) => probabilities[name] !== undefined),
  );
  const scored = parts.map(({ outcomes, probabilities }) =>
    Object.fromEntries(
      names.map((name) => [name, scorePredictions({ outcomes, probabilities: probabilities[name]! })]),
    ),
  );
  return Object.fromEntries(
    SCORES.map((score) => [
      score,
      parts.length === 1
        ? compareOnePart(score, names, parts[0]!, scored[0]!)
        : compareParts(score, names, parts, scored),
    ]),
  ) as Comparison;
}

function compareParts(
  score: Score,
  names: readonly string[],
  parts: readonly ScoredPart[],
  scored: readonly Readonly<Record<string, BinaryScores>>[],
): Record<string, ComparedScore> {
  const defined = names.filter((name) => scored.every((part) => part[name]![score] !== null));
  if (defined.length === 0) return Object.fromEntries(names.map((name) => [name, UNDEFINED]));
  const test = parts.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  const training = parts.reduce((sum, part) => sum + part.training, 0);
  const ranked = comparePredictors(
    defined.map((name) => ({ name, scores: scored.map((part) => part[name]![score]!) })),
    { better: BETTER[score], testOverTraining: test / training },
  );
  const byName = new Map(ranked.map((each) => [each.name, each]));
  return Object.fromEntries(
    names.map((name) => {
      const found = byName.get(name);
      if (found === undefined) return [name, UNDEFINED];
      return [
        name,
        {
          value: found.mean,
          standardError: found.standardError,
          isBest: found.isBest,
          difference: found.difference?.mean ?? null,
          differenceError: found.difference?.standardError ?? null,
        },
      ];
    }),
  );
}

const UNDEFINED: ComparedScore = {
  ...{ value: null, standardError: null, isBest: false, difference: null, differenceError: null },
};

function compareOnePart(
  score: Score,
  names: readonly string[],
  { outcomes, probabilities }: ScoredPart,
  scored: Readonly<Record<string, BinaryScores>>,
): Record<string, ComparedScore> {
  const sign = BETTER[score] === 'lower' ? 1 : -1;
  const known = names.filter((name) => scored[name]![score] !== null);
  const scoreOf = (name: string) => scored[name]![score]!;
  const predictionsOf = (name: string) => ({ outcomes, probabilities: probabilities[name]! });
  const best = [...known].sort((a, b) => sign * (scoreOf(a) - scoreOf(b)))[0];
  return Object.fromEntries(
    names.map((name): [string, ComparedScore] => {
      if (best === undefined || !known.includes(name)) return [name, UNDEFINED];
      const difference = scoreOf(name) - scoreOf(best);
      return [
        name,
        {
          value: scoreOf(name),
          isBest: scoreOf(name) === scoreOf(best),
          // Of a score that is infinite for both there is none.
          difference: Number.isNaN(difference) ? null : difference,
          ...errorsOf(score, predictionsOf(name), predictionsOf(best)),
        },
      ];
    }),
  );
}

/** Of a score on one set of rows, and of its difference from the best. */
function errorsOf(
  score: Score,
  own: Predictions,
  best: Predictions,
): Pick<ComparedScore, 'standardError' | 'differenceError'> {
  if (score === 'brier') {
    const losses = brierLosses(own);
    return {
      standardError: meanWithError(losses).standardError,
      differenceError: meanWithError(pairedDifferences(losses, brierLosses(best))).standardError,
    };
  }
  if (score === 'auroc') {
    return {
      standardError: auroc(own)?.standardError ?? null,
      differenceError: aurocDifference(own, best)?.standardError ?? null,
    };
  }
  return { standardError: null, differenceError: null };
}

interface PredictorScores {
  readonly name: string;
  /** One number for each row or for each split, the same ones for all predictors. */
  readonly scores: ArrayLike<number>;
}

interface ComparisonPlan {
  /** Whether a lower score is better, as of Brier scores, or a higher one, as of log scores and areas. */
  readonly better: 'lower' | 'higher';
  /** Where scores are of splits of the same rows, test rows over training rows of each; null where they are of rows that no fit has seen. */
  readonly testOverTraining: number | null;
}

interface RankedPredictor extends MeanWithError {
  readonly name: string;
  /** Whether this predictor's mean is the best; several may tie. */
  readonly isBest: boolean;
  /** Score by score, this one less the best, with the error of that; null where a score is infinite for both. */
  readonly difference: MeanWithError | null;
}

/**
 * In the order given. Errors are those of `meanWithError`, or of `resampledMean` for splits. The best is the first of equals, and its
 * difference from itself 0.
 *
 * @throws RangeError without predictors or scores, or when their numbers differ
 */
export function comparePredictors(
  predictors: readonly PredictorScores[],
  { better, testOverTraining }: ComparisonPlan,
): RankedPredictor[] {
  const first = predictors[0];
  if (first === undefined) throw new RangeError('there is nothing to compare');
  const averaged = (scores: ArrayLike<number>) =>
    testOverTraining === null ? meanWithError(scores) : resampledMean(scores, testOverTraining);
  const means = predictors.map(({ scores }) => averaged(scores));
  const sign = better === 'lower' ? 1 : -1;
  const best = means.reduce(
    (place, { mean }, index) => (sign * mean < sign * means[place]!.mean ? index : place),
    0,
  );
  return predictors.map(({ name, scores }, index) => ({
    name,
    ...means[index]!,
    isBest: means[index]!.mean === means[best]!.mean,
    difference: differenceOf(scores, predictors[best]!.scores, averaged),
  }));
}

function differenceOf(
  scores: ArrayLike<number>,
  best: ArrayLike<number>,
  averaged: (values: ArrayLike<number>) => MeanWithError,
): MeanWithError | null {
  const bothInfinite = Array.from(scores).some(
    (score, index) => score === best[index] && !Number.isFinite(score),
  );
  return bothInfinite ? null : averaged(pairedDifferences(scores, best));
}
