/** Agent characteristic grid: the rate of success and the number of rows by two demands, observed beside predicted. */

import { cell, text } from '@observablehq/plot';
import { successGrid } from '../../../analysis/evaluate/scores/success-by-level.ts';
import { FigureError } from '../data/named-fit.ts';
import type { PredictedSubject } from '../data/predicted-subject.ts';
import { demandsOf, failedSubjects, rowsNote } from '../data/predicted-subject.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, element, stacked, tiled } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { numberText, textWidth, unitSuffix, withUnit } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

/** A demand with its levels, in its unit, ascending. */
export interface GridAxis {
  readonly name: string;
  readonly unit: string;
  readonly levels: readonly { readonly lower: number; readonly upper: number }[];
}

/** The rows at one level of each demand; rates are null if there are none. */
export interface GridCellShown {
  /** The indices of the levels. */
  readonly first: number;
  readonly second: number;
  readonly rows: number;
  readonly successRate: number | null;
  readonly meanPrediction: number | null;
}

export interface SuccessGridData {
  readonly title: string;
  readonly caption: string;
  /** The horizontal axis. */
  readonly first: GridAxis;
  /** The vertical axis. */
  readonly second: GridAxis;
  readonly cells: readonly GridCellShown[];
}

const MIN_WIDTH = 300;
const GAP = 20;
const ROW = 40;

export function successGridFigure(data: SuccessGridData, frame: Frame): FigureSvg {
  const across = frame.width >= 2 * MIN_WIDTH + GAP ? 2 : 1;
  const width = Math.floor((frame.width - (across - 1) * GAP) / across);
  const panels = [
    panel(data, 'observed', ({ successRate }) => successRate, width, frame),
    panel(data, 'predicted', ({ meanPrediction }) => meanPrediction, width, frame),
  ];
  return figure(frame, stacked(frame, [key(frame), tiled(frame, panels, GAP)], 10), {
    title: data.title,
    caption: data.caption,
    alt: altOf(data),
  });
}

/** The step of the theme's sequential colours for a rate. */
function step(rate: number, steps: number): number {
  return Math.min(steps - 1, Math.floor(rate * steps));
}

/** The legend of the steps from 0 to 100 %. */
function key(frame: Frame): Drawing {
  const { document, theme } = frame;
  const steps = theme.sequential;
  const [width, height] = [22, 12];
  const zero = 30;
  const words = (x: number, anchor: string, content: string) =>
    element(
      document,
      'text',
      { x, y: 10, 'font-size': FONT.small, fill: theme.muted, 'text-anchor': anchor },
      [content],
    );
  return {
    content: element(document, 'g', {}, [
      words(zero - 6, 'end', '0 %'),
      ...steps.map((fill, place) =>
        element(document, 'rect', { x: zero + place * width, width, height, fill, stroke: theme.grid }),
      ),
      words(zero + steps.length * width + 6, 'start', '100 %'),
    ]),
    width: zero + steps.length * width + 60,
    height: 16,
  };
}

function panel(
  { first, second, cells }: SuccessGridData,
  title: string,
  rateOf: (cell: GridCellShown) => number | null,
  width: number,
  frame: Frame,
): Drawing {
  const { theme } = frame;
  const [labelsX, labelsY] = [labelsOf(first), labelsOf(second)];
  const marginLeft = Math.min(
    width * 0.3,
    Math.max(...labelsY.map((each) => textWidth(each, FONT.small))) + 30,
  );
  const filled = cells.flatMap((each) => {
    const rate = rateOf(each);
    return rate === null ? [] : [{ ...each, rate, step: step(rate, theme.sequential.length) }];
  });
  const common = { x: 'first', y: 'second' } as const;
  return stacked(
    frame,
    [
      line(frame, title, { weight: 'bold', room: width }),
      chart(frame, {
        ...{ width, height: second.levels.length * ROW + 56, marginLeft, marginRight: 2, marginTop: 6 },
        marginBottom: 50,
        x: {
          ...{ type: 'band', domain: labelsX.map((_, place) => place), padding: 0.03 },
          ...{
            tickFormat: (place: number) => labelsX[place]!,
            tickSize: 0,
            label: withUnit(first.name, first.unit),
          },
          ...{ labelAnchor: 'center', labelArrow: 'none', labelOffset: 42 },
          tickRotate: labelsX.some(
            (each) => textWidth(each, FONT.small) > (width - marginLeft) / labelsX.length,
          )
            ? -30
            : 0,
        },
        y: {
          ...{ type: 'band', domain: labelsY.map((_, place) => place).reverse(), padding: 0.03 },
          ...{
            tickFormat: (place: number) => labelsY[place]!,
            tickSize: 0,
            label: withUnit(second.name, second.unit),
          },
          ...{ labelAnchor: 'center', labelArrow: 'none', labelOffset: marginLeft - 4 },
        },
        marks: [
          cell(cells, { ...common, fill: 'none', stroke: theme.grid }),
          cell(filled, {
            ...{ ...common, fill: (each) => theme.sequential[each.step]!, stroke: theme.grid },
            title: (each) => `${describe(each, first, second)}: ${percent(each.rate)} of ${each.rows}`,
          }),
          text(filled, {
            ...{ ...common, text: (each) => percent(each.rate), dy: -6, fontSize: FONT.size },
            fill: (each) => theme.sequentialInk[each.step]!,
          }),
          text(filled, {
            ...{ ...common, text: (each) => String(each.rows), dy: 8, fontSize: FONT.small },
            fill: (each) => theme.sequentialInk[each.step]!,
          }),
        ],
      }),
    ],
    2,
  );
}

function percent(rate: number): string {
  return `${Math.round(100 * rate)} %`;
}

function labelsOf({ levels }: GridAxis): string[] {
  return levels.map(rangeText);
}

function rangeText({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return lower === upper ? numberText(lower) : `${numberText(lower)}–${numberText(upper)}`;
}

function describe({ first, second }: GridCellShown, across: GridAxis, up: GridAxis): string {
  const part = ({ name, unit, levels }: GridAxis, place: number) =>
    `${name} ${rangeText(levels[place]!)}${unitSuffix(unit)}`;
  return `${part(across, first)}, ${part(up, second)}`;
}

function altOf({ first, second, cells }: SuccessGridData): string {
  const all = cells.flatMap((each) =>
    each.successRate === null || each.meanPrediction === null
      ? []
      : [
          `${describe(each, first, second)}: ${percent(each.successRate)} of ${each.rows}, predicted ${percent(each.meanPrediction)}`,
        ],
  );
  return `Rates of success by ${first.name} and ${second.name}. ${all.join('; ')}.`;
}

/** Maximum number of cells in a row or column, so that numbers fit. */
const MAX_LEVELS = 5;

/**
 * @param only the names of two demands; null for the two with most distinct values
 * @throws FigureError unless there are two
 */
export function successGridData(subject: PredictedSubject, only: readonly string[] | null): SuccessGridData {
  const { name, outcome, outcomes, predictions } = subject;
  const [first, second, ...more] = only === null ? mostVaried(subject) : demandsOf(subject, only);
  if (first === undefined || second === undefined || more.length > 0 || first === second) {
    throw new FigureError(
      'A grid is of two demands.',
      `Name two of the layout's: \`only: ${subject.demands
        .slice(0, 2)
        .map(({ column }) => column.name)
        .join(',')}\`.`,
    );
  }
  const grid = successGrid(first.values, second.values, outcomes, predictions, MAX_LEVELS);
  return {
    title: `Success of ${name} by ${first.column.name} and ${second.column.name}`,
    caption: [
      `The rate of ${outcome.name} in the rows of each cell, and below it how many there are, as it came and as the fit predicts it; an empty cell has no rows.`,
      rowsNote([subject]),
      ...failedSubjects([subject]),
    ].join(' '),
    first: { name: first.column.name, unit: first.column.unit, levels: grid.first },
    second: { name: second.column.name, unit: second.column.unit, levels: grid.second },
    cells: grid.cells,
  };
}

/** The two demands with most distinct values, in the order of the layout. */
function mostVaried({ demands }: PredictedSubject): PredictedSubject['demands'] {
  const different = new Map(demands.map((demand) => [demand, new Set(demand.values).size]));
  const two = [...demands].sort((one, other) => different.get(other)! - different.get(one)!).slice(0, 2);
  return demands.filter((demand) => two.includes(demand));
}
