/** From the log likelihoods that a fit gives of its rows to what leave-one-out takes. */
import type { PointwiseLogLikelihood } from '../../../host/predict/log-likelihood.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { LikelihoodMatrix } from './likelihood-matrix.ts';

export interface FitLikelihood {
  /** A row for each distinct row that has an outcome, counted as often as it stands in the data. */
  readonly matrix: LikelihoodMatrix;
  /** The rows of the data that have an outcome, from 0, ascending: those that are left out one by one. */
  readonly rows: readonly number[];
  /** For each of `rows` its row of the matrix: what `spreadOverRows` takes. */
  readonly matrixRow: Uint32Array;
}

/**
 * The log likelihood of whole rows: the sum over their outcomes, of which those that are missing say nothing. A row is left out
 * with all of its outcomes; give one outcome alone to leave out that.
 *
 * @param outcomes of one fit and the same rows, as `FittedModel.pointwiseLogLikelihood` gives them
 * @param chains that the draws are of, of one length each
 * @throws RangeError without outcomes, or when they are of different rows or draws
 * @throws EvaluationError when no row has an outcome
 */
export function likelihoodOfFit(outcomes: readonly PointwiseLogLikelihood[], chains: number): FitLikelihood {
  const [first] = outcomes;
  if (first === undefined) throw new RangeError('there are no outcomes');
  const { draws, distinct, distinctOf } = first;
  for (const outcome of outcomes) {
    const isAlike =
      outcome.draws === draws &&
      outcome.distinct === distinct &&
      outcome.distinctOf.length === distinctOf.length &&
      outcome.distinctOf.every((place, row) => place === distinctOf[row]);
    if (!isAlike) throw new RangeError('the outcomes are not of the same rows and draws');
  }
  const counts = new Float64Array(distinct);
  for (const place of distinctOf) counts[place]! += 1;
  const isPresent = (outcome: PointwiseLogLikelihood, place: number) => !Number.isNaN(outcome.values[place]!);
  const kept = Array.from(counts.keys()).filter((place) =>
    outcomes.some((outcome) => isPresent(outcome, place)),
  );
  if (kept.length === 0) {
    throw new EvaluationError(
      'No row has an outcome.',
      'Give the rows that were fitted, with their outcomes.',
    );
  }
  const present = outcomes.map((outcome) => kept.map((place) => isPresent(outcome, place)));
  const values = new Float64Array(draws * kept.length);
  for (const [index, outcome] of outcomes.entries()) {
    for (let draw = 0; draw < draws; draw++) {
      for (const [row, place] of kept.entries()) {
        if (present[index]![row])
          values[draw * kept.length + row]! += outcome.values[draw * distinct + place]!;
      }
    }
  }
  const matrixRowOf = new Map(kept.map((place, row) => [place, row]));
  const rows = Array.from(distinctOf.keys()).filter((row) => matrixRowOf.has(distinctOf[row]!));
  return {
    matrix: { values, rows: kept.length, chains, counts: kept.map((place) => counts[place]!) },
    rows,
    matrixRow: Uint32Array.from(rows, (row) => matrixRowOf.get(distinctOf[row]!)!),
  };
}
