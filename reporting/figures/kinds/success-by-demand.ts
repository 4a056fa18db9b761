/** Success against each demand: observed rates with intervals, and the rates that the fit expects in the same rows. */

import { areaY, dot, line as lineMark, ruleX } from '@observablehq/plot';
import { predictedByLevel } from '../../../analysis/evaluate/scores/success-by-level.ts';
import { wilsonInterval } from '../../../statistics/proportion-interval.ts';
import type { PredictedSubject } from '../data/predicted-subject.ts';
import { demandsOf, failedSubjects, rowsNote } from '../data/predicted-subject.ts';
import { areFarApart } from '../data/scale.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, element, stacked, tiled } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, SAMPLE } from '../draw/legend.ts';
import { logarithmicAxis } from '../draw/logarithmic-axis.ts';
import { numberText, unitSuffix, withUnit } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

/** The rows at one level of a demand, in its unit; rates are probabilities. */
export interface DemandLevelShown {
  readonly lower: number;
  readonly upper: number;
  readonly meanDemand: number;
  readonly rows: number;
  /** The rate of success, and its 95 % interval. */
  readonly observed: number;
  readonly interval: readonly [lower: number, upper: number];
  /** The posterior mean of the expected rate, and its 95 % interval; null for that at a point estimate. */
  readonly expected: number;
  readonly expectedInterval: readonly [lower: number, upper: number] | null;
}

export interface DemandPanel {
  readonly demand: string;
  readonly unit: string;
  readonly doc: string | null;
  /** In ascending order. */
  readonly levels: readonly DemandLevelShown[];
}

export interface SuccessByDemandData {
  readonly title: string;
  readonly caption: string;
  /** The name of the outcome. */
  readonly outcome: string;
  readonly panels: readonly DemandPanel[];
}

const MIN_WIDTH = 250;
const GAP = 20;
const HEIGHT = 190;

export function successByDemand(data: SuccessByDemandData, frame: Frame): FigureSvg {
  const across = Math.max(
    1,
    Math.min(data.panels.length, Math.floor((frame.width + GAP) / (MIN_WIDTH + GAP))),
  );
  const width = Math.min(460, Math.floor((frame.width - (across - 1) * GAP) / across));
  const panels = data.panels.map((panel) => drawPanel(panel, data.outcome, width, frame));
  return figure(frame, stacked(frame, [key(data, frame), tiled(frame, panels, GAP)], 12), {
    title: data.title,
    caption: data.caption,
    alt: altOf(data),
  });
}

function key({ panels }: SuccessByDemandData, frame: Frame): Drawing {
  const { document, theme } = frame;
  const isBand = panels.some(({ levels }) =>
    levels.some(({ expectedInterval }) => expectedInterval !== null),
  );
  const half = SAMPLE.width / 2;
  return legend(frame, [
    {
      label: 'observed, 95 % interval',
      sample: element(document, 'g', {}, [
        element(document, 'line', { y1: -6, y2: 6, stroke: theme.ink, 'stroke-width': 1.25 }),
        element(document, 'circle', { r: 3, fill: theme.ink }),
      ]),
    },
    {
      label: isBand ? 'expected by the fit, 95 % interval' : 'expected at the estimate',
      sample: element(document, 'g', {}, [
        ...(isBand
          ? [
              element(document, 'rect', {
                ...{ x: -half, y: -5, width: SAMPLE.width, height: 10 },
                ...{ fill: theme.accent, 'fill-opacity': 0.25 },
              }),
            ]
          : []),
        element(document, 'line', { x1: -half, x2: half, stroke: theme.accent, 'stroke-width': 1.5 }),
      ]),
    },
  ]);
}

function drawPanel({ demand, unit, doc, levels }: DemandPanel, outcome: string, width: number, frame: Frame) {
  const { theme } = frame;
  const values = levels.map(({ meanDemand }) => meanDemand);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const isDiscrete = levels.length <= 3 && levels.every(({ lower, upper }) => lower === upper);
  const isLogarithmic = !isDiscrete && areFarApart(values);
  const beyond = (most - least) * (isDiscrete ? 0.4 : 0.05) || 0.5;
  return stacked(
    frame,
    [
      line(frame, demand, { weight: 'bold', room: width }),
      line(frame, doc ?? ' ', { size: FONT.small, color: theme.muted, room: width }),
      chart(frame, {
        ...{ width, height: HEIGHT, marginLeft: 44, marginRight: 8, marginTop: 8, marginBottom: 38 },
        x: {
          ...(isLogarithmic
            ? logarithmicAxis(least, most, 6)
            : {
                domain: [least - beyond, most + beyond],
                ticks: isDiscrete ? values : 6,
                tickFormat: (value: number) => numberText(value, 6),
              }),
          ...{ label: withUnit(demand, unit), labelAnchor: 'center', labelArrow: 'none' },
        },
        y: {
          ...{ domain: [0, 1], ticks: 5, label: `rate of ${outcome}` },
          ...{ labelAnchor: 'center', labelArrow: 'none', grid: false },
        },
        marks: [
          ...(isDiscrete ? expectedPoints(levels, frame) : expectedCurve(levels, frame)),
          ruleX(levels, {
            ...{ x: 'meanDemand', y1: ({ interval }) => interval[0], y2: ({ interval }) => interval[1] },
            ...{ stroke: theme.ink, strokeWidth: 1.25 },
          }),
          dot(levels, {
            ...{ x: 'meanDemand', y: 'observed', r: 3, fill: theme.ink },
            title: (level) => describe(level, unit),
          }),
        ],
      }),
    ],
    2,
  );
}

function expectedCurve(levels: readonly DemandLevelShown[], { theme }: Frame) {
  return [
    ...withInterval(levels, (told) =>
      areaY(told, {
        ...{ x: 'meanDemand', y1: ({ expectedInterval }) => expectedInterval[0] },
        ...{ y2: ({ expectedInterval }) => expectedInterval[1], fill: theme.accent, fillOpacity: 0.25 },
      }),
    ),
    lineMark(levels, { x: 'meanDemand', y: 'expected', stroke: theme.accent, strokeWidth: 1.5 }),
  ];
}

/** Marks for expected rates at a demand with only a few values, such as a flag, between which no curve is drawn. */
function expectedPoints(levels: readonly DemandLevelShown[], { theme }: Frame) {
  const beside = { x: 'meanDemand', dx: 9 } as const;
  return [
    ...withInterval(levels, (told) =>
      ruleX(told, {
        ...{ ...beside, y1: ({ expectedInterval }) => expectedInterval[0] },
        ...{ y2: ({ expectedInterval }) => expectedInterval[1] },
        ...{ stroke: theme.accent, strokeOpacity: 0.35, strokeWidth: 7 },
      }),
    ),
    dot(levels, { ...beside, y: 'expected', symbol: 'square', r: 3, fill: theme.accent }),
  ];
}

type WithInterval = DemandLevelShown & {
  readonly expectedInterval: NonNullable<DemandLevelShown['expectedInterval']>;
};

/** A mark of the levels with an interval; none if no level has one. */
function withInterval<Mark>(
  levels: readonly DemandLevelShown[],
  mark: (told: readonly WithInterval[]) => Mark,
): Mark[] {
  const told = levels.filter((level): level is WithInterval => level.expectedInterval !== null);
  return told.length === 0 ? [] : [mark(told)];
}

function describe({ lower, upper, rows, observed, expected }: DemandLevelShown, unit: string): string {
  const where = lower === upper ? numberText(lower) : `${numberText(lower)} to ${numberText(upper)}`;
  return `${where}${unitSuffix(unit)}: ${numberText(observed, 2)} of ${rows}, expected ${numberText(expected, 2)}`;
}

function altOf({ panels }: SuccessByDemandData): string {
  const all = panels.map(
    ({ demand, unit, levels }) => `${demand}: ${levels.map((level) => describe(level, unit)).join('; ')}.`,
  );
  return `Rates of success by demand, as observed and as expected. ${all.join(' ')}`;
}

/**
 * @param only the names of demands; null for all that vary
 * @throws FigureError for an unknown name
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
