/** From predictions to Brier scores against rates of success. */
import { brierScore } from '../../../analysis/evaluate/scores/brier.ts';
import type { BrierByRateData } from '../kinds/brier-by-rate.ts';
import { failedSubjects, type PredictedSubject, rateOf, rowsNote } from './predicted-subject.ts';

/** Of each subject the score of its fit, and of always saying the rate of success that was fitted. */
export function brierByRateData(subjects: readonly PredictedSubject[]): BrierByRateData {
  const [first] = subjects;
  return {
    title: `Brier score against the rate of ${first?.outcome.name ?? 'success'}`,
    caption: [
      'Each subject twice: as its fit predicts the rows, and as the aggregate does, which says for every row the rate of success in those that were fitted. The curve is s (1 − s), the score of who knows the rate s and nothing else; lower is better.',
      rowsNote(subjects),
      ...failedSubjects(subjects),
    ].join(' '),
    subjects: subjects.map((subject) => {
      const { name, outcomes, predictions, fittedRate } = subject;
      return {
        ...{ name, rate: rateOf(subject), model: brierScore({ probabilities: predictions, outcomes }) },
        aggregate: brierScore({ probabilities: outcomes.map(() => fittedRate), outcomes }),
      };
    }),
  };
}
