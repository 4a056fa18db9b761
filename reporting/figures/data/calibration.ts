/** From predictions to a calibration curve: what came of rows that were predicted alike. */
import { BINS, type Bin, binOf } from '../../../analysis/evaluate/scores/bins.ts';
import { consistencyInterval } from '../../../analysis/evaluate/scores/consistency-interval.ts';
import { decomposeBrier, expectedCalibrationError } from '../../../analysis/evaluate/scores/decomposition.ts';
import type { Predictions } from '../../../analysis/evaluate/scores/predictions.ts';
import { wilsonInterval } from '../../../statistics/proportion-interval.ts';
import type { CalibrationData, CalibrationPanel, CalibrationPoint } from '../kinds/calibration.ts';
import { failedSubjects, type PredictedSubject, rowsNote } from './predicted-subject.ts';
import { shortList } from './words.ts';

export function calibrationData(subjects: readonly PredictedSubject[]): CalibrationData {
  const names = shortList(subjects.map(({ name }) => name));
  return {
    title: `Calibration of the predictions of ${names}`,
    caption: [HOW_TO_READ, rowsNote(subjects), ...failedSubjects(subjects)].join(' '),
    panels: subjects.map(({ name, failed, predictions, outcomes }) =>
      calibrationPanel(name, { probabilities: predictions, outcomes }, failed),
    ),
  };
}

/** What every calibration curve's caption says. */
export const HOW_TO_READ = [
  `How often there is success in rows for which it was predicted about as probable, in ${BINS} bins; on the diagonal, as often as predicted.`,
  'Strokes are 95 % intervals of the rate (Wilson 1927); the shaded bars are where 95 % of the rates would lie if predictions were right (Bröcker & Smith 2007). Columns below say how many rows there are.',
  'The calibration error is how far rates are from predictions on average over the rows (Naeini, Cooper & Hauskrecht 2015).',
].join(' ');

/** @param failed whether the fit that predicted did not converge */
export function calibrationPanel(title: string, predictions: Predictions, failed: boolean): CalibrationPanel {
  const { brier, calibration, bins } = decomposeBrier(predictions);
  return {
    ...{ title, brier, calibration, failed },
    calibrationError: expectedCalibrationError(bins),
    points: pointsOf(predictions, bins),
  };
}

function pointsOf({ probabilities }: Predictions, bins: readonly Bin[]): CalibrationPoint[] {
  return bins.flatMap(({ lower, upper, rows, meanPrediction, successRate }, place) => {
    if (meanPrediction === null || successRate === null) return [];
    const inBin = Array.from(probabilities).filter((probability) => binOf(probability, BINS) === place);
    return [
      {
        ...{ lower, upper, rows, predicted: meanPrediction, observed: successRate },
        interval: wilsonInterval(Math.round(successRate * rows), rows),
        consistent: consistencyInterval(inBin),
      },
    ];
  });
}
