/** From predictions to a calibration curve: what came of rows that were predicted alike. */
import { BINS, binOf, binPredictions } from '../../evaluate/scores/bins.ts';
import { consistencyInterval } from '../../evaluate/scores/consistency-interval.ts';
import { decomposeBrier } from '../../evaluate/scores/decomposition.ts';
import { wilsonInterval } from '../../evaluate/scores/proportion-interval.ts';
import type { CalibrationData, CalibrationPoint } from '../kinds/calibration.ts';
import { failedSubjects, type PredictedSubject, rowsNote } from './predicted-subject.ts';
import { listed } from './words.ts';

export function calibrationData(subjects: readonly PredictedSubject[]): CalibrationData {
  const names = listed(subjects.map(({ name }) => name));
  return {
    title: `Calibration of the predictions of ${names}`,
    caption: [
      `How often there is success in rows for which it was predicted about as probable, in ${BINS} bins; on the diagonal, as often as predicted.`,
      'Strokes are 95 % intervals of the rate (Wilson 1927); the shaded bars are where 95 % of the rates would lie if predictions were right (Bröcker & Smith 2007). Columns below say how many rows there are.',
      rowsNote(subjects),
      ...failedSubjects(subjects),
    ].join(' '),
    panels: subjects.map((subject) => {
      const { brier, calibration } = decomposeBrier({
        probabilities: subject.predictions,
        outcomes: subject.outcomes,
      });
      return { title: subject.name, brier, calibration, points: pointsOf(subject) };
    }),
  };
}

function pointsOf({ predictions, outcomes }: PredictedSubject): CalibrationPoint[] {
  return binPredictions({ probabilities: predictions, outcomes }).flatMap((bin, place) => {
    const { lower, upper, rows, meanPrediction, successRate } = bin;
    if (meanPrediction === null || successRate === null) return [];
    const inBin = predictions.filter((probability) => binOf(probability, BINS) === place);
    return [
      {
        ...{ lower, upper, rows, predicted: meanPrediction, observed: successRate },
        interval: wilsonInterval(Math.round(successRate * rows), rows),
        consistent: consistencyInterval(inBin),
      },
    ];
  });
}
