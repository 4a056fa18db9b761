/** Success by the levels of two demands at once, as observed and as predicted: an agent characteristic grid. */
import type { DemandLevel } from '../checks/levels-of-demand.ts';
import { spreadLevels } from './spread-levels.ts';

/** The rows in one level of the first demand and one of the second. */
export interface GridCell {
  /** The places of the levels among those of the two demands. */
  readonly first: number;
  readonly second: number;
  /** Rows that have an outcome. */
  readonly rows: number;
  /** Of those rows; null where there is none, as is the next. */
  readonly successRate: number | null;
  readonly meanPrediction: number | null;
}

export interface SuccessGrid {
  readonly first: readonly DemandLevel[];
  readonly second: readonly DemandLevel[];
  /** One for each pair of levels, those of the first demand within those of the second. */
  readonly cells: readonly GridCell[];
}

/**
 * After Burnell et al. (2022), Not a number: identifying instance features for capability-oriented evaluation, IJCAI: rates of success
 * on a grid of two features. Levels are those of `spreadLevels`; rows without an outcome are in none.
 *
 * @param outcomes 0 or 1, NaN where missing
 * @param predictions the probabilities that were predicted of the same rows
 * @throws RangeError when lengths differ
 */
export function successGrid(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  outcomes: ArrayLike<number>,
  predictions: ArrayLike<number>,
  most: number,
): SuccessGrid {
  const rows = outcomes.length;
  if ([first, second, predictions].some(({ length }) => length !== rows)) {
    throw new RangeError('demands, outcomes and predictions are of different numbers of rows');
  }
  const [columns, lines] = [spreadLevels(first, most), spreadLevels(second, most)];
  const cells = lines.flatMap((line, secondPlace) => {
    const inLine = new Set(line.rows);
    return columns.map((column, firstPlace): GridCell => {
      const own = column.rows.filter((row) => inLine.has(row) && !Number.isNaN(outcomes[row]!));
      const meanOf = (values: ArrayLike<number>) =>
        own.length === 0 ? null : own.reduce((sum, row) => sum + values[row]!, 0) / own.length;
      return {
        ...{ first: firstPlace, second: secondPlace, rows: own.length },
        ...{ successRate: meanOf(outcomes), meanPrediction: meanOf(predictions) },
      };
    });
  });
  return { first: columns, second: lines, cells };
}
