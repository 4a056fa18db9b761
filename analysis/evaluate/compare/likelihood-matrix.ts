/** Pointwise log likelihoods: what the outcomes of each row have for a log probability at each draw of a posterior. */
import { EvaluationError } from '../evaluation-error.ts';

export interface LikelihoodMatrix {
  /** draws × rows numbers, in nats, one draw after another, and of the draws one chain after another. */
  readonly values: Float64Array;
  readonly rows: number;
  /** Of equally many draws each. */
  readonly chains: number;
  /**
   * How many times each row stands in the data, whole numbers from 1; null where each stands once. The result is that of rows
   * repeated so often.
   */
  readonly counts: ArrayLike<number> | null;
}

/**
 * The number of draws.
 *
 * @throws RangeError when the numbers do not fit together
 * @throws EvaluationError when a log likelihood is not finite
 */
export function countDraws({ values, rows, chains, counts }: LikelihoodMatrix): number {
  if (!(Number.isInteger(rows) && rows >= 1)) throw new RangeError(`there cannot be ${rows} rows`);
  const draws = values.length / rows;
  if (!(Number.isInteger(draws) && draws >= 1)) {
    throw new RangeError(`${values.length} log likelihoods are not draws of ${rows} rows`);
  }
  if (!(Number.isInteger(chains) && chains >= 1 && draws % chains === 0)) {
    throw new RangeError(`${draws} draws are not ${chains} chains of one length`);
  }
  if (counts !== null) {
    if (counts.length !== rows) throw new RangeError(`${counts.length} counts do not belong to ${rows} rows`);
    const wrong = Array.from(counts).find((count) => !(Number.isInteger(count) && count >= 1));
    if (wrong !== undefined) throw new RangeError(`a row cannot stand in the data ${wrong} times`);
  }
  const place = values.findIndex((value) => !Number.isFinite(value));
  if (place >= 0) {
    throw new EvaluationError(
      `The log likelihood of row ${(place % rows) + 1} is ${values[place]} at draw ${Math.floor(place / rows) + 1}.`,
      'A draw at which an outcome is impossible is none of its posterior: fit again, and give the draws of that fit.',
    );
  }
  return draws;
}

/** The numbers of one row, one per draw. */
export function drawsOfRow({ values, rows }: LikelihoodMatrix, row: number): Float64Array {
  return Float64Array.from({ length: values.length / rows }, (_, draw) => values[draw * rows + row]!);
}

/**
 * Numbers of distinct rows, as numbers of all rows in the order of the data: what is compared between models, whose distinct
 * rows differ where they read different demands.
 *
 * @param distinctRow for each row of the data the number, from 0, of its distinct row
 * @throws RangeError for a number that is none
 */
export function spreadOverRows(values: ArrayLike<number>, distinctRow: ArrayLike<number>): Float64Array {
  return Float64Array.from(distinctRow, (distinct) => {
    const value = values[distinct];
    if (value === undefined) throw new RangeError(`there is no distinct row ${distinct}`);
    return value;
  });
}
