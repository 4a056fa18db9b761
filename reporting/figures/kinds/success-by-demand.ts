/** Success against each demand: observed rates, and the rates that the fit expects in the same rows, of one subject or several. */

import { areaY, dot, line as lineMark, type Markish, ruleX, text } from '@observablehq/plot';
import { isBeyond, predictedByLevel } from '../../../analysis/evaluate/scores/success-by-level.ts';
import { wilsonInterval } from '../../../statistics/proportion-interval.ts';
import type { PredictedSubject } from '../data/predicted-subject.ts';
import { demandsOf, failedSubjects, rowsNote } from '../data/predicted-subject.ts';
import { areFarApart } from '../data/scale.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, element, stacked, tiled } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { type LegendEntry, legend, SAMPLE } from '../draw/legend.ts';
import { logarithmicAxis } from '../draw/logarithmic-axis.ts';
import { ofSubject, ofSubjects } from '../draw/marks.ts';
import { numberText, shortened, textWidth, unitSuffix, withUnit } from '../draw/text.ts';
import { FONT, SYMBOLS, seriesOf } from '../draw/theme.ts';
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
  /** Whether the observed rate lies beyond what the fit expects of so many rows. */
  readonly isBeyond: boolean;
}

/** The levels of a demand for one subject. */
export interface DemandSeries {
  /** The name of the subject. */
  readonly name: string;
  /** Its id in a page; absent if there is none. */
  readonly subject?: string;
  /** In ascending order. */
  readonly levels: readonly DemandLevelShown[];
}

export interface DemandPanel {
  readonly demand: string;
  readonly unit: string;
  readonly doc: string | null;
  /** One per subject, in the order of `subjects`; without those that no row tells of. */
  readonly series: readonly DemandSeries[];
}

export interface SuccessByDemandData {
  readonly title: string;
  readonly caption: string;
  /** The name of the outcome. */
  readonly outcome: string;
  /** The names of all subjects. */
  readonly subjects: readonly string[];
  readonly panels: readonly DemandPanel[];
}

/** The least width of a panel, in pixels: of one subject, and of several, whose names stand beside their curves. */
const MIN_WIDTH = { one: 250, several: 330 } as const;
const GAP = 20;
const HEIGHT = { one: 190, several: 230 } as const;
/** Up to this many subjects, each has a colour, a shape and its name. */
export const MAX_COLOURED = 6;
/** Of more subjects, this many of the highest and of the lowest curves of a panel are named. */
const NAMED_ENDS = 2;
/** The least distance of two names, in pixels. */
const NAME_STEP = 13;
/** The most room for names, in pixels. */
const MAX_NAMES = 96;
const MARGIN = { left: 44, right: 8, top: 8, bottom: 38 } as const;

export function successByDemand(data: SuccessByDemandData, frame: Frame): FigureSvg {
  const size = data.subjects.length === 1 ? 'one' : 'several';
  const across = Math.max(
    1,
    Math.min(data.panels.length, Math.floor((frame.width + GAP) / (MIN_WIDTH[size] + GAP))),
  );
  const width = Math.min(460, Math.floor((frame.width - (across - 1) * GAP) / across));
  const panels = data.panels.map((panel) => drawPanel(panel, data, { width, height: HEIGHT[size] }, frame));
  return figure(frame, stacked(frame, [key(data, frame), tiled(frame, panels, GAP)], 12), {
    title: data.title,
    caption: data.caption,
    alt: altOf(data),
  });
}

function key(data: SuccessByDemandData, frame: Frame): Drawing {
  const { document, theme } = frame;
  const levels = data.panels.flatMap(({ series }) => series.flatMap((each) => each.levels));
  const isBand = levels.some(({ expectedInterval }) => expectedInterval !== null);
  const isAlone = data.subjects.length === 1;
  const isCrowd = data.subjects.length > MAX_COLOURED;
  const half = SAMPLE.width / 2;
  const [points, curve] = isAlone ? [theme.ink, theme.accent] : [theme.muted, theme.muted];
  const entries: (LegendEntry | false)[] = [
    !isCrowd && {
      label: isAlone ? 'observed, 95 % interval' : 'observed',
      sample: element(document, 'g', {}, [
        ...(isAlone
          ? [element(document, 'line', { y1: -6, y2: 6, stroke: points, 'stroke-width': 1.25 })]
          : []),
        element(document, 'circle', { r: 3, fill: points }),
      ]),
    },
    {
      label: !isBand
        ? 'expected at the estimate'
        : isCrowd
          ? 'expected by the fit'
          : 'expected by the fit, 95 % interval',
      sample: element(document, 'g', {}, [
        ...(isBand && !isCrowd
          ? [
              element(document, 'rect', {
                ...{ x: -half, y: -5, width: SAMPLE.width, height: 10 },
                ...{ fill: curve, 'fill-opacity': isAlone ? 0.25 : 0.15 },
              }),
            ]
          : []),
        element(document, 'line', { x1: -half, x2: half, stroke: curve, 'stroke-width': 1.5 }),
      ]),
    },
    levels.some((level) => level.isBeyond) && {
      label: 'observed, beyond what the fit expects',
      sample: beyondSample(frame),
    },
  ];
  return legend(
    frame,
    entries.filter((entry) => entry !== false),
  );
}

function beyondSample({ document, theme }: Frame): SVGElement {
  return element(document, 'circle', {
    ...{ r: 5.5, fill: 'none', stroke: theme.warning, 'stroke-width': 1.5 },
  });
}

/** A level with the subject that it is of. */
interface PlacedLevel extends DemandLevelShown {
  readonly series: DemandSeries;
}

function drawPanel(
  { demand, unit, doc, series }: DemandPanel,
  { outcome, subjects }: SuccessByDemandData,
  { width, height }: { readonly width: number; readonly height: number },
  frame: Frame,
) {
  const { theme } = frame;
  const all = series.flatMap((each) => each.levels.map((level): PlacedLevel => ({ ...level, series: each })));
  const values = [...new Set(all.map(({ meanDemand }) => meanDemand))].sort((a, b) => a - b);
  const [least, most] = [values[0]!, values.at(-1)!];
  const isDiscrete = values.length <= 3 && all.every(({ lower, upper }) => lower === upper);
  const isLogarithmic = !isDiscrete && areFarApart(values);
  const isAlone = subjects.length === 1;
  const beyond = (most - least) * (isDiscrete ? (isAlone ? 0.4 : 0.15) : 0.05) || 0.5;
  const names = isAlone ? [] : namesBeside(series, height - MARGIN.top - MARGIN.bottom);
  const marginRight = Math.max(MARGIN.right, ...names.map(({ label }) => textWidth(label, FONT.small) + 12));
  return stacked(
    frame,
    [
      line(frame, demand, { weight: 'bold', room: width }),
      line(frame, doc ?? ' ', { size: FONT.small, color: theme.muted, room: width }),
      chart(frame, {
        ...{ width, height, marginLeft: MARGIN.left, marginRight },
        ...{ marginTop: MARGIN.top, marginBottom: MARGIN.bottom },
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
          ...(isAlone
            ? oneSubject(all, unit, isDiscrete, frame)
            : subjects.length <= MAX_COLOURED
              ? fewSubjects(series, subjects, unit, frame)
              : manySubjects(series, frame)),
          ...beyondMarks(all, unit, frame),
          ...nameMarks(names, subjects, frame),
        ],
      }),
    ],
    2,
  );
}

function oneSubject(
  levels: readonly PlacedLevel[],
  unit: string,
  isDiscrete: boolean,
  frame: Frame,
): Markish[] {
  const { theme } = frame;
  return [
    ...(isDiscrete ? expectedPoints(levels, frame) : expectedCurve(levels, theme.accent, 0.25)),
    ruleX(levels, {
      ...{ x: 'meanDemand', y1: ({ interval }) => interval[0], y2: ({ interval }) => interval[1] },
      ...{ stroke: theme.ink, strokeWidth: 1.25 },
    }),
    dot(levels, {
      ...{ x: 'meanDemand', y: 'observed', r: 3, fill: theme.ink },
      title: (level) => describe(level, unit),
    }),
  ];
}

/** A curve with its interval and the observed rates for each subject, in colours and shapes of their own. */
function fewSubjects(
  series: readonly DemandSeries[],
  subjects: readonly string[],
  unit: string,
  { theme }: Frame,
): Markish[] {
  return series.flatMap((each) => {
    const place = subjects.indexOf(each.name);
    const stroke = seriesOf(theme.series, place);
    const render = ofSubjects(each.levels, () => each.subject ?? null);
    return [
      ...expectedCurve(each.levels, stroke, 0.15, each.subject),
      dot(each.levels, {
        ...{ x: 'meanDemand', y: 'observed', r: 3, fill: stroke, symbol: seriesOf(SYMBOLS, place), render },
        title: (level) => `${each.name}, ${describe(level, unit)}`,
      }),
    ];
  });
}

/** A thin curve for each subject. */
function manySubjects(series: readonly DemandSeries[], { theme }: Frame): Markish[] {
  return series.map((each) =>
    lineMark(each.levels, {
      ...{ x: 'meanDemand', y: 'expected', stroke: theme.accent, strokeWidth: 1, strokeOpacity: 0.55 },
      ...{ z: null, render: ofSubject(each.subject ?? null) },
    }),
  );
}

/** Rings around observed rates that the fit does not expect. */
function beyondMarks(all: readonly PlacedLevel[], unit: string, { theme }: Frame): Markish[] {
  const found = all.filter((level) => level.isBeyond);
  if (found.length === 0) return [];
  return [
    dot(found, {
      ...{ x: 'meanDemand', y: 'observed', r: 5.5, stroke: theme.warning, strokeWidth: 1.5 },
      title: (level: PlacedLevel) => `${level.series.name}, ${describe(level, unit)}: beyond`,
      render: ofSubjects(found, ({ series }) => series.subject ?? null),
    }),
  ];
}

/** A name beside the last point of a curve. */
interface NameBeside {
  readonly series: DemandSeries;
  readonly label: string;
  /** Its height, as a rate. */
  readonly at: number;
}

/** The names of the curves, far enough from each other to be read; of many curves, those of the highest and the lowest. */
function namesBeside(series: readonly DemandSeries[], height: number): NameBeside[] {
  const ordered = series
    .map((each) => ({ each, rate: each.levels.at(-1)!.expected }))
    .sort((a, b) => b.rate - a.rate);
  const shown =
    ordered.length <= MAX_COLOURED
      ? ordered
      : [...ordered.slice(0, NAMED_ENDS), ...ordered.slice(-NAMED_ENDS)];
  const step = NAME_STEP / height;
  // From the top down, each at least a step below the one before; then up again from the lower end.
  const heights: number[] = [];
  for (const { rate } of shown) heights.push(Math.min(rate, (heights.at(-1) ?? Infinity) - step));
  for (let place = heights.length - 1, floor = 0; place >= 0; place--, floor = heights[place + 1]! + step) {
    heights[place] = Math.max(heights[place]!, floor);
  }
  return shown.map(({ each }, place) => ({
    ...{ series: each, label: shortened(each.name, MAX_NAMES, FONT.small), at: heights[place]! },
  }));
}

function nameMarks(names: readonly NameBeside[], subjects: readonly string[], { theme }: Frame): Markish[] {
  if (names.length === 0) return [];
  const isCrowd = subjects.length > MAX_COLOURED;
  return [
    text(names, {
      ...{ y: 'at', text: 'label', frameAnchor: 'right', textAnchor: 'start', dx: 8, fontSize: FONT.small },
      fill: ({ series }: NameBeside) =>
        isCrowd ? theme.ink : seriesOf(theme.series, subjects.indexOf(series.name)),
      render: ofSubjects(names, ({ series }) => series.subject ?? null),
      title: ({ series, label }: NameBeside) => (label === series.name ? null : series.name),
    }),
  ];
}

function expectedCurve(
  levels: readonly DemandLevelShown[],
  stroke: string,
  fillOpacity: number,
  subject?: string,
): Markish[] {
  const render = ofSubject(subject ?? null);
  return [
    ...withInterval(levels, (told) =>
      areaY(told, {
        ...{ x: 'meanDemand', y1: ({ expectedInterval }) => expectedInterval[0] },
        ...{ y2: ({ expectedInterval }) => expectedInterval[1], fill: stroke, fillOpacity, z: null, render },
      }),
    ),
    lineMark(levels, { x: 'meanDemand', y: 'expected', stroke, strokeWidth: 1.5, z: null, render }),
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

function altOf({ panels, subjects }: SuccessByDemandData): string {
  const all = panels.map(({ demand, unit, series }) => {
    if (subjects.length === 1)
      return `${demand}: ${series[0]!.levels.map((level) => describe(level, unit)).join('; ')}.`;
    const ends = series.map(({ name, levels }) => ({
      ...{ name, from: levels[0]!.expected, to: levels.at(-1)!.expected },
      beyond: levels.filter((level) => level.isBeyond).length,
    }));
    ends.sort((a, b) => b.to - a.to);
    const shown = ends.length <= MAX_COLOURED ? ends : [ends[0]!, ends.at(-1)!];
    const told = shown.map(
      ({ name, from, to, beyond }) =>
        `${name} from ${numberText(from, 2)} to ${numberText(to, 2)}${beyond === 0 ? '' : `, with ${beyond} observed beyond what is expected`}`,
    );
    return `${demand}, expected at its least and its greatest: ${told.join('; ')}.`;
  });
  return `Rates of success by demand, as observed and as expected${subjects.length === 1 ? '' : `, of ${subjects.length} subjects`}. ${all.join(' ')}`;
}

/**
 * @param subjects at least one, of one layout
 * @param only the names of demands; null for all that vary
 * @throws FigureError for an unknown name
 */
export function successByDemandData(
  subjects: readonly PredictedSubject[],
  only: readonly string[] | null,
): SuccessByDemandData {
  const [{ name, outcome }] = subjects as [PredictedSubject];
  const isAlone = subjects.length === 1;
  const points = subjects.length > MAX_COLOURED ? null : isAlone ? ', with 95 % intervals (Wilson 1927)' : '';
  return {
    title: isAlone ? `Success of ${name} by demand` : 'Success by demand',
    caption: [
      points === null
        ? `The rate of ${outcome.name} that the fits expect in rows with about as much of a demand, whatever their other demands are. Named are the highest and the lowest at the right.`
        : `The rate of ${outcome.name} in rows with about as much of a demand, whatever their other demands are: points are what came${points}; the line is what the fit expects of the same rows, with a 95 % interval of the posterior in its band.`,
      rowsNote(subjects),
      ...failedSubjects(subjects),
    ].join(' '),
    outcome: outcome.name,
    subjects: subjects.map((subject) => subject.name),
    panels: demandsOf(subjects[0]!, only).flatMap(({ column }) => {
      const series = subjects
        .map((subject) => seriesOfSubject(subject, column.name))
        .filter(({ levels }) => levels.length >= (only === null ? 2 : 1));
      return series.length === 0 ? [] : [{ demand: column.name, unit: column.unit, doc: column.doc, series }];
    }),
  };
}

function seriesOfSubject(
  { name, demands, outcomes, values }: PredictedSubject,
  demand: string,
): DemandSeries {
  const { values: own } = demands.find(({ column }) => column.name === demand)!;
  return {
    name,
    levels: predictedByLevel(own, outcomes, values).map((level) => {
      const observed = level.successes / level.rows;
      return {
        ...{ ...level, observed },
        interval: wilsonInterval(level.successes, level.rows),
        isBeyond: isBeyond(observed, level.rows, level.expected, level.expectedSd),
      };
    }),
  };
}
