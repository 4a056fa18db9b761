/** From predictions to success against each demand: what came, and what the posterior expects. */
import { predictedByLevel } from '../../../analysis/evaluate/scores/predicted-by-level.ts';
import { wilsonInterval } from '../../../statistics/proportion-interval.ts';
import type { SuccessByDemandData } from '../kinds/success-by-demand.ts';
import { demandsOf, failedSubjects, type PredictedSubject, rowsNote } from './predicted-subject.ts';

/**
 * @param only the names of demands; all that differ between rows when null
 * @throws FigureError for a name that is no demand's
 */
export function successByDemandData(
  subject: PredictedSubject,
  only: readonly string[] | null,
): SuccessByDemandData {
  const { name, outcomes, values, outcome } = subject;
  const shown = demandsOf(subject, only);
  return {
    title: `Success of ${name} by demand`,
    caption: [
      `The rate of ${outcome.name} in rows with about as much of a demand, whatever their other demands are: points are what came, with 95 % intervals (Wilson 1927); the line is what the fit expects of the same rows, with a 95 % interval of the posterior in its band.`,
      rowsNote([subject]),
      ...failedSubjects([subject]),
    ].join(' '),
    outcome: outcome.name,
    panels: shown.flatMap(({ column, values: demand }) => {
      const levels = predictedByLevel(demand, outcomes, values);
      if (only === null && levels.length < 2) return [];
      return [
        {
          ...{ demand: column.name, unit: column.unit, doc: column.doc },
          levels: levels.map((level) => ({
            ...level,
            observed: level.successes / level.rows,
            interval: wilsonInterval(level.successes, level.rows),
          })),
        },
      ];
    }),
  };
}
