/** The predictions of an evaluation as a table: one line a row held out, with what came and what each predictor said. */
import { PREDICTORS } from '../../analysis/evaluate/parts/predictors.ts';
import { csvText } from '../../files/tables/csv-text.ts';
import type { Evaluation } from './evaluate-data.ts';
import type { EvaluatedSubject } from './evaluate-subjects.ts';

/** The columns before those of the predictors; `level` is there where columns were stacked alone. */
export const KEPT_COLUMNS = {
  subject: 'subject',
  outcome: 'outcome',
  repeat: 'repeat',
  fold: 'fold',
  status: 'status',
  row: 'row',
  level: 'level',
  observed: 'observed',
} as const;

/**
 * CSV. Rows bear their number in the table, from 1, so that they can be joined with it; a predictor that said nothing of a part has empty
 * fields there, and no column where it was not asked at all.
 *
 * @param category whose levels the columns of the outcome were stacked as; absent where they were not
 */
export function predictionsTable(
  { subjects: divided, rowNumbers }: Evaluation,
  evaluated: readonly EvaluatedSubject[],
  category: string | undefined,
): string {
  const asked = PREDICTORS.filter((predictor) =>
    evaluated.some(({ parts }) =>
      parts.some(({ outcomes }) =>
        [...outcomes.values()].some(({ probabilities }) => probabilities[predictor] !== undefined),
      ),
    ),
  );
  const names = Object.values(KEPT_COLUMNS).filter(
    (name) => name !== KEPT_COLUMNS.level || category !== undefined,
  );
  const lines = evaluated.flatMap(({ name, parts, split }, place) => {
    const levels = category === undefined ? null : divided[place]!.rows.names.get(category)!;
    return parts.flatMap(({ status, outcomes }, index) => {
      const { repeat, fold } = split?.parts[index] ?? { repeat: 1, fold: 1 };
      return [...outcomes].flatMap(([outcome, { rows, outcomes: observed, probabilities }]) =>
        rows.map((row, at) => [
          ...[name, outcome, repeat, fold, status, rowNumbers[row]!],
          ...(levels === null ? [] : [levels[row]!]),
          observed[at]!,
          ...asked.map((predictor) => probabilities[predictor]?.[at] ?? null),
        ]),
      );
    });
  });
  return csvText([[...names, ...asked], ...lines]);
}
