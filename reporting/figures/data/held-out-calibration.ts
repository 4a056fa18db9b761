/** From predictions of rows that were held out to calibration curves, of the layout and of those who know none. */
import {
  firstRepeat,
  type HeldOutPredictions,
  joinParts,
  predictorsOf,
} from '../../../analysis/evaluate/parts/held-out-predictions.ts';
import type { CalibrationData, CalibrationPanel } from '../kinds/calibration.ts';
import { calibrationPanel, HOW_TO_READ } from '../kinds/calibration.ts';
import { FigureError } from './figure-error.ts';
import { shortList } from './words.ts';

/**
 * One panel a predictor where there is one subject with one outcome, else one per subject and outcome, of the layout alone. The aggregate says about the
 * same of every row: it has no curve. Of several repeats the first is shown, in which no row counts twice.
 *
 * @param only the names of subjects; all of them when null
 * @throws FigureError for a name that is no subject's, or where nobody who has a curve said anything of every row
 */
export function heldOutCalibrationData(
  predictions: readonly HeldOutPredictions[],
  only: readonly string[] | null,
): CalibrationData {
  const chosen = chosenSubjects(predictions, only);
  const hasOutcomes = new Set(chosen.map(({ outcome }) => outcome)).size > 1;
  const nameOf = ({ subject, outcome }: HeldOutPredictions) =>
    hasOutcomes ? `${subject}, ${outcome}` : subject;
  const panels =
    chosen.length === 1 ? panelsOf(chosen[0]!) : chosen.map((each) => panelOf(each, LAYOUT, nameOf(each)));
  const failed = chosen.filter(hasFailed).map(nameOf);
  return {
    title: `Calibration of held-out predictions of ${shortList(chosen.map(nameOf))}`,
    caption: [
      HOW_TO_READ,
      'No row was fitted by the fit that predicts it.',
      ...partsNote(chosen),
      ...(failed.length === 0
        ? []
        : [
            `Of ${shortList(failed)} (!) a fit did not converge: do not use what is shown of the layout there.`,
          ]),
    ].join(' '),
    panels,
  };
}

const LAYOUT = 'layout';
const AGGREGATE = 'aggregate';

function chosenSubjects(
  predictions: readonly HeldOutPredictions[],
  only: readonly string[] | null,
): readonly HeldOutPredictions[] {
  if (only === null) return predictions;
  const names = [...new Set(predictions.map(({ subject }) => subject))];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new FigureError(
      `There are no predictions of \`${unknown}\`.`,
      `There are those of ${shortList(names)}.`,
    );
  }
  return predictions.filter(({ subject }) => only.includes(subject));
}

function panelsOf(own: HeldOutPredictions): CalibrationPanel[] {
  const all = predictorsOf(firstRepeat(own)).filter((predictor) => predictor !== AGGREGATE);
  if (all.length === 0) throw nothingSaid(own, 'anybody but the aggregate');
  return all.map((predictor) => panelOf(own, predictor, predictor));
}

function panelOf(own: HeldOutPredictions, predictor: string, title: string): CalibrationPanel {
  const parts = firstRepeat(own);
  if (!predictorsOf(parts).includes(predictor)) throw nothingSaid(own, `the ${predictor}`);
  return calibrationPanel(title, joinParts(parts, predictor), predictor === LAYOUT && hasFailed(own));
}

function nothingSaid({ subject }: HeldOutPredictions, who: string): FigureError {
  return new FigureError(
    `There are no predictions of ${subject} by ${who} in every fold.`,
    'Evaluate again, and keep the predictions of every fold.',
  );
}

function hasFailed(own: HeldOutPredictions): boolean {
  return firstRepeat(own).some(({ status }) => status === 'failed');
}

function partsNote(predictions: readonly HeldOutPredictions[]): string[] {
  const most = (counts: readonly number[]) => counts.reduce((largest, each) => Math.max(largest, each), 0);
  const repeats = most(predictions.map(({ parts }) => new Set(parts.map(({ repeat }) => repeat)).size));
  const folds = most(predictions.map((each) => firstRepeat(each).length));
  return [
    ...(folds > 1
      ? [`Rows of ${folds} folds are taken together, where tables of scores have their mean over the folds.`]
      : []),
    ...(repeats > 1 ? [`They are those of the first of ${repeats} repeats, so that none counts twice.`] : []),
  ];
}
