/** Calibration curves: rates of success against predicted probabilities, with the number of rows. */
import { dot, link, rect, ruleX } from '@observablehq/plot';
import {
  firstRepeat,
  type HeldOutPredictions,
  joinParts,
  predictorsOf,
} from '../../../analysis/evaluate/parts/held-out-predictions.ts';
import { decomposeBrier, expectedCalibrationError } from '../../../analysis/evaluate/scores/binary-scores.ts';
import {
  BINS,
  type Bin,
  binOf,
  consistencyInterval,
  type Predictions,
} from '../../../analysis/evaluate/scores/predictions.ts';
import { wilsonInterval } from '../../../statistics/proportion-interval.ts';
import { FigureError, shortList } from '../data/named-fit.ts';
import { failedSubjects, type PredictedSubject, rowsNote } from '../data/predicted-subject.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, element, stacked, tiled } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { boxSample, legend, lineSample } from '../draw/legend.ts';
import { subjectAttribute } from '../draw/marks.ts';
import { numberText } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

/** The rows of one bin of predictions; all but `rows` are probabilities. */
export interface CalibrationPoint {
  readonly lower: number;
  readonly upper: number;
  readonly rows: number;
  /** The mean prediction. */
  readonly predicted: number;
  /** The rate of success, and its 95 % interval. */
  readonly observed: number;
  readonly interval: readonly [lower: number, upper: number];
  /** The interval of 95 % of the rates if predictions were right. */
  readonly consistent: readonly [lower: number, upper: number];
}

export interface CalibrationPanel {
  readonly title: string;
  readonly brier: number;
  /** The part of the Brier score from predictions that are wrong on average. */
  readonly calibration: number;
  /** The mean distance of a bin's mean prediction from its rate of success, weighted by rows. */
  readonly calibrationError: number;
  /** Whether the fit did not converge, so that its predictions must not be used. */
  readonly failed: boolean;
  /** The id of its subject in a page; absent if there is none. */
  readonly subject?: string;
  /** In ascending order. */
  readonly points: readonly CalibrationPoint[];
}

export interface CalibrationData {
  readonly title: string;
  readonly caption: string;
  readonly panels: readonly CalibrationPanel[];
}

const MAX_WIDTH = 420;
const MIN_WIDTH = 200;
const GAP = 20;
const MARGINS = { marginLeft: 44, marginRight: 10, marginTop: 8, marginBottom: 8 } as const;
const COUNTS = 76;

export function calibration(data: CalibrationData, frame: Frame): FigureSvg {
  const { panels } = data;
  const across = Math.max(1, Math.min(panels.length, 3, Math.floor((frame.width + GAP) / (MIN_WIDTH + GAP))));
  const width = Math.min(MAX_WIDTH, Math.floor((frame.width - (across - 1) * GAP) / across));
  const drawings = panels.map((panel) => {
    const { content, ...size } = drawPanel(panel, width, frame);
    return panel.subject === undefined
      ? { content, ...size }
      : { content: element(frame.document, 'g', subjectAttribute(panel.subject), [content]), ...size };
  });
  return figure(frame, stacked(frame, [key(frame), tiled(frame, drawings, GAP)], 12), {
    title: data.title,
    caption: data.caption,
    alt: altOf(data),
  });
}

function key(frame: Frame): Drawing {
  const { document, theme } = frame;
  const point = element(document, 'g', {}, [
    element(document, 'line', { y1: -6, y2: 6, stroke: theme.accent, 'stroke-width': 1.5 }),
    element(document, 'circle', { r: 3.5, fill: theme.paper, stroke: theme.accent, 'stroke-width': 2 }),
  ]);
  return legend(frame, [
    { label: 'rate of success, 95 % interval', sample: point },
    { label: 'where rates lie if predictions are right', sample: boxSample(frame, theme.muted, 0.25) },
    { label: 'as often as predicted', sample: lineSample(frame, theme.muted, { dash: '4 3', width: 1 }) },
  ]);
}

function drawPanel(
  { title, brier, calibration: part, calibrationError, failed, points }: CalibrationPanel,
  width: number,
  frame: Frame,
) {
  const { theme } = frame;
  const small = { size: FONT.small, color: theme.muted, room: width } as const;
  const x = { domain: [0, 1], label: null, ticks: 5 } as const;
  const curve = chart(frame, {
    ...{ width, height: width - MARGINS.marginLeft - MARGINS.marginRight + 40, ...MARGINS, marginBottom: 24 },
    x: { ...x, axis: 'bottom' },
    y: { domain: [0, 1], ticks: 5, label: 'rate of success', labelAnchor: 'center', labelArrow: 'none' },
    marks: [
      rect(points, {
        ...{ x1: 'lower', x2: 'upper', y1: ({ consistent }) => consistent[0] },
        ...{ y2: ({ consistent }) => consistent[1], fill: theme.muted, fillOpacity: 0.25, inset: 0.5 },
      }),
      link([0], { x1: 0, y1: 0, x2: 1, y2: 1, stroke: theme.muted, strokeDasharray: '4 3', strokeWidth: 1 }),
      ruleX(points, {
        ...{ x: 'predicted', y1: ({ interval }) => interval[0], y2: ({ interval }) => interval[1] },
        ...{ stroke: theme.accent, strokeWidth: 1.5 },
      }),
      dot(points, {
        ...{ x: 'predicted', y: 'observed', r: 3.5, fill: theme.paper, stroke: theme.accent, strokeWidth: 2 },
        title: describe,
      }),
    ],
  });
  const counts = chart(frame, {
    ...{ width, height: COUNTS, ...MARGINS, marginBottom: 34 },
    x: { ...x, axis: 'bottom', label: 'predicted probability', labelAnchor: 'center', labelArrow: 'none' },
    y: {
      ...{ domain: [0, mostRows(points)], ticks: [0, mostRows(points)] },
      ...{ tickFormat: (rows: number) => numberText(rows, 6), label: null },
    },
    marks: [rect(points, { x1: 'lower', x2: 'upper', y1: 0, y2: 'rows', fill: theme.muted, inset: 0.5 })],
  });
  return stacked(
    frame,
    [
      line(frame, failed ? `! ${title}` : title, { weight: 'bold', room: width }),
      line(frame, `Brier ${numberText(brier)}, calibration ${numberText(part, 2)}`, small),
      line(frame, `calibration error ${numberText(calibrationError, 2)}`, small),
      curve,
      line(frame, 'rows', small),
      counts,
    ],
    2,
  );
}

function mostRows(points: readonly CalibrationPoint[]): number {
  return Math.max(1, ...points.map(({ rows }) => rows));
}

function describe({ lower, upper, rows, predicted, observed, interval }: CalibrationPoint): string {
  return `predicted ${numberText(predicted, 2)} (${numberText(lower)} to ${numberText(upper)}): ${numberText(observed, 2)} of ${rows}, 95 % interval ${numberText(interval[0], 2)} to ${numberText(interval[1], 2)}`;
}

function altOf({ panels }: CalibrationData): string {
  const all = panels.map(({ title, points, brier, calibrationError }) => {
    const outside = points.filter(({ observed, consistent: [lo, hi] }) => observed < lo || observed > hi);
    const where =
      outside.length === 0
        ? 'no rate of success is where right predictions would not put it'
        : `outside of where right predictions would put it are the rates of ${outside.map(describe).join('; ')}`;
    return `${title}, Brier score ${numberText(brier)}, calibration error ${numberText(calibrationError, 2)}: of ${points.length} bins, ${where}.`;
  });
  return `Calibration curve. ${all.join(' ')}`;
}

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

/** The part of the caption that all calibration curves share. */
export const HOW_TO_READ = [
  `How often there is success in rows for which it was predicted about as probable, in ${BINS} bins; on the diagonal, as often as predicted.`,
  'Strokes are 95 % intervals of the rate (Wilson 1927); the shaded bars are where 95 % of the rates would lie if predictions were right (Bröcker & Smith 2007). Columns below say how many rows there are.',
  'The calibration error is how far rates are from predictions on average over the rows (Naeini, Cooper & Hauskrecht 2015).',
].join(' ');

/** The panel of one predictor. @param failed whether its fit did not converge */
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

/**
 * The data of calibration curves of held-out predictions. For one subject and outcome there is one panel per predictor,
 * except the aggregate, which predicts nearly the same for every row. Otherwise there is one panel per subject and
 * outcome, of the layout only. Only the first repeat is shown, so that no row counts twice.
 *
 * @param only the names of subjects; null for all
 * @throws FigureError for an unknown subject, or when no predictor with a curve has predictions for every part
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

/** @throws FigureError for a name that has no predictions */
export function chosenSubjects(
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
