/** From predictions to an agent characteristic grid: success by two demands, observed and predicted. */
import { successGrid } from '../../../analysis/evaluate/scores/success-grid.ts';
import type { SuccessGridData } from '../kinds/success-grid.ts';
import { FigureError } from './figure-error.ts';
import { demandsOf, failedSubjects, type PredictedSubject, rowsNote } from './predicted-subject.ts';

/** More cells in a line would leave no room for their numbers. */
const MOST_LEVELS = 5;

/**
 * @param only the names of two demands; the two with most different values when null
 * @throws FigureError unless there are two
 */
export function successGridData(subject: PredictedSubject, only: readonly string[] | null): SuccessGridData {
  const { name, outcome, outcomes, predictions } = subject;
  const [first, second, ...more] = only === null ? mostVaried(subject) : demandsOf(subject, only);
  if (first === undefined || second === undefined || more.length > 0 || first === second) {
    throw new FigureError(
      'A grid is of two demands.',
      `Name two of the layout's: \`only: ${subject.demands
        .slice(0, 2)
        .map(({ column }) => column.name)
        .join(',')}\`.`,
    );
  }
  const grid = successGrid(first.values, second.values, outcomes, predictions, MOST_LEVELS);
  return {
    title: `Success of ${name} by ${first.column.name} and ${second.column.name}`,
    caption: [
      `The rate of ${outcome.name} in the rows of each cell, and below it how many there are, as it came and as the fit predicts it; an empty cell has no rows.`,
      rowsNote([subject]),
      ...failedSubjects([subject]),
    ].join(' '),
    first: { name: first.column.name, unit: first.column.unit, levels: grid.first },
    second: { name: second.column.name, unit: second.column.unit, levels: grid.second },
    cells: grid.cells,
  };
}

/** The two demands with most different values, in the order of the layout. */
function mostVaried({ demands }: PredictedSubject): PredictedSubject['demands'] {
  const different = new Map(demands.map((demand) => [demand, new Set(demand.values).size]));
  const two = [...demands].sort((one, other) => different.get(other)! - different.get(one)!).slice(0, 2);
  return demands.filter((demand) => two.includes(demand));
}
