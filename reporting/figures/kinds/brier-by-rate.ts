/** Brier score against the rate of success, with the curve of a predictor that knows only that rate. */

import { dot, line as lineMark, link, text } from '@observablehq/plot';
import type { HeldOutPredictions } from '../../../analysis/evaluate/parts/held-out-predictions.ts';
import { brierScore } from '../../../analysis/evaluate/scores/binary-scores.ts';
import { mean } from '../../../statistics/moments.ts';
import { FigureError, shortList } from '../data/named-fit.ts';
import type { PredictedSubject } from '../data/predicted-subject.ts';
import { failedSubjects, rateOf, rowsNote } from '../data/predicted-subject.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, element, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, lineSample } from '../draw/legend.ts';
import { numberText } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import { chosenSubjects } from './calibration.ts';

/** One subject. */
export interface BrierSubject {
  readonly name: string;
  readonly rate: number;
  /** Brier scores of the fit, and of predicting one rate for every row. */
  readonly model: number;
  readonly aggregate: number;
}

export interface BrierByRateData {
  readonly title: string;
  readonly caption: string;
  readonly subjects: readonly BrierSubject[];
}

/** More names would overlap. */
const MAX_NAMED = 8;
const MAX_DESCRIBED = 40;

export function brierByRate(data: BrierByRateData, frame: Frame): FigureSvg {
  return figure(frame, stacked(frame, [key(frame), scatter(data.subjects, frame)], 8), {
    title: data.title,
    caption: data.caption,
    alt: altOf(data),
  });
}

function key(frame: Frame): Drawing {
  const { document, theme } = frame;
  const [model, aggregate] = [theme.series[0]!, theme.series[1]!];
  return legend(frame, [
    { label: 'fit', sample: element(document, 'circle', { r: 4, fill: model }) },
    {
      label: 'aggregate',
      sample: element(document, 'rect', {
        ...{ x: -3.5, y: -3.5, width: 7, height: 7, fill: 'none' },
        stroke: aggregate,
        'stroke-width': 1.5,
      }),
    },
    { label: 's (1 − s)', sample: lineSample(frame, aggregate, { dash: '4 3', width: 1.25 }) },
  ]);
}

function scatter(subjects: readonly BrierSubject[], frame: Frame): Drawing {
  const { theme, width } = frame;
  const [model, aggregate] = [theme.series[0]!, theme.series[1]!];
  const curve = Array.from({ length: 101 }, (_, place) => place / 100);
  const highest = Math.max(0.27, ...subjects.flatMap((each) => [each.model, each.aggregate])) * 1.02;
  return chart(frame, {
    ...{ width, height: Math.round(Math.min(380, Math.max(240, width * 0.6))) },
    ...{ marginLeft: 48, marginRight: 12, marginTop: 10, marginBottom: 40 },
    x: { domain: [0, 1], label: 'rate of success s', labelAnchor: 'center', labelArrow: 'none' },
    y: { domain: [0, highest], ticks: 6, label: 'Brier score', labelAnchor: 'center', labelArrow: 'none' },
    marks: [
      lineMark(curve, {
        ...{ x: (s: number) => s, y: (s: number) => s * (1 - s) },
        ...{ stroke: aggregate, strokeWidth: 1.25, strokeDasharray: '4 3' },
      }),
      link(subjects, { x1: 'rate', x2: 'rate', y1: 'model', y2: 'aggregate', stroke: theme.grid }),
      dot(subjects, {
        ...{ x: 'rate', y: 'aggregate', symbol: 'square', r: 3.5, stroke: aggregate, strokeWidth: 1.5 },
        fill: 'none',
      }),
      dot(subjects, {
        x: 'rate',
        y: 'model',
        r: 4,
        fill: model,
        stroke: theme.paper,
        strokeWidth: 0.75,
        title: describe,
      }),
      ...(subjects.length > MAX_NAMED
        ? []
        : [
            text(subjects, {
              ...{ x: 'rate', y: 'model', text: 'name', dy: 13, fontSize: FONT.small, fill: theme.ink },
              ...{ stroke: theme.paper, strokeWidth: 3 },
            }),
          ]),
    ],
  });
}

function describe({ name, rate, model, aggregate }: BrierSubject): string {
  return `${name}: rate ${numberText(rate, 2)}, Brier score ${numberText(model)}, aggregate ${numberText(aggregate)}`;
}

function altOf({ subjects }: BrierByRateData): string {
  const better = subjects.filter(({ model, aggregate }) => model < aggregate).length;
  const shown = subjects.slice(0, MAX_DESCRIBED).map(describe).join('; ');
  const more = subjects.length > MAX_DESCRIBED ? `; and ${subjects.length - MAX_DESCRIBED} more` : '';
  return `Brier scores against rates of success: the fit is better than the aggregate for ${better} of ${subjects.length} subjects. ${shown}${more}.`;
}

/** For each subject, the score of its fit and of always predicting the rate of success of the fitted rows. */
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

/**
 * Of the predictions that an evaluation kept: each score is the mean over its parts, as in Figure 25 of Bayesian
 * triangulation, which has fifteen random splits for each agent.
 *
 * @param only the names of subjects; null for all
 * @throws FigureError for an unknown subject, or where the layout or the aggregate has no predictions
 */
export function heldOutBrierData(
  predictions: readonly HeldOutPredictions[],
  only: readonly string[] | null,
): BrierByRateData {
  const chosen = chosenSubjects(predictions, only);
  const hasOutcomes = new Set(chosen.map(({ outcome }) => outcome)).size > 1;
  const nameOf = ({ subject, outcome }: HeldOutPredictions) =>
    hasOutcomes ? `${subject}, ${outcome}` : subject;
  const meanOf = (own: HeldOutPredictions, predictor: string) =>
    mean(
      own.parts.map(({ outcomes, probabilities }) => {
        const predicted = probabilities[predictor];
        if (predicted !== undefined) return brierScore({ probabilities: predicted, outcomes });
        throw new FigureError(
          `There are no predictions of ${nameOf(own)} by the ${predictor} for every part.`,
          'Take the file that `evaluate --predictions` wrote, as it is.',
        );
      }),
    );
  const failed = chosen.filter(({ parts }) => parts.some(({ status }) => status === 'failed')).map(nameOf);
  const most = Math.max(...chosen.map(({ parts }) => parts.length));
  return {
    title: 'Brier score of held-out rows against the rate of success',
    caption: [
      'Each subject twice: as the layout predicts rows that it was not fitted to, and as the aggregate does, which says for every row the rate of success in those that were. The curve is s (1 − s), the score of who knows the rate s and nothing else; lower is better.',
      ...(most > 1 ? [`Scores are means over the ${most} parts of the split.`] : []),
      ...(failed.length === 0
        ? []
        : [`Of ${shortList(failed)} a fit did not converge: do not use what is shown of the layout there.`]),
    ].join(' '),
    subjects: chosen.map((own) => ({
      name: nameOf(own),
      rate: mean(own.parts.flatMap(({ outcomes }) => [...outcomes])),
      model: meanOf(own, 'layout'),
      aggregate: meanOf(own, 'aggregate'),
    })),
  };
}
