/**
 * Characteristic surface of a band: the expected probability of success by lower and upper bound, or by the centre and the
 * width of the window between them.
 */
import { dot, line as lineMark, rect } from '@observablehq/plot';
import type { PosteriorInterval } from '../data/named-fit.ts';
import { chart } from '../draw/chart.ts';
import { element, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, lineSample, SAMPLE, stepsLegend } from '../draw/legend.ts';
import { numbersAlike, numberText, unitSuffix, withUnit } from '../draw/text.ts';

/** A square cell, given by its smallest lower and upper bound. */
export interface SurfaceCell {
  readonly lower: number;
  readonly upper: number;
  readonly width: number;
  readonly probability: number;
}

/** The observed rate of rows with similar bounds. */
export interface SurfaceRate {
  /** The means of the bounds. */
  readonly lower: number;
  readonly upper: number;
  readonly rows: number;
  readonly observed: number;
  /** The rate that the band alone predicts there. */
  readonly expected: number;
}

/** What the axes are: the bounds of windows, or their centres and widths, which is the same surface turned by 45°. */
export type SurfaceAxes = 'bounds' | 'centre';

export interface SurfaceData {
  readonly title: string;
  readonly caption: string;
  /** The bounds if absent. */
  readonly axes?: SurfaceAxes;
  readonly unit: string;
  /** The names of the bounds. */
  readonly lower: string;
  readonly upper: string;
  /** The range of both bounds. */
  readonly from: number;
  readonly to: number;
  readonly cells: readonly SurfaceCell[];
  readonly theta: PosteriorInterval & { readonly name: string };
  /** Null if no rows are shown. */
  readonly observed: readonly SurfaceRate[] | null;
}

const MARGIN = { left: 56, right: 10, top: 6, bottom: 40 } as const;
const MAX_SIDE = 460;
/** Radii of circles in pixels: their area is proportional to the number of rows, above a visible minimum. */
const RADIUS = { least: 2.5, most: 14 } as const;
/** Number of groups that the text alternative lists. */
const MAX_DESCRIBED = 5;

export function surface(data: SurfaceData, frame: Frame): FigureSvg {
  const { theme, document } = frame;
  const { from, to, theta, unit } = data;
  const steps = theme.sequential;
  const stepOf = (probability: number) => Math.min(steps.length - 1, Math.floor(probability * steps.length));
  const side = Math.min(MAX_SIDE, frame.width - MARGIN.left - MARGIN.right);
  const isTurned = data.axes === 'centre';
  /** The line of windows with a given value in their middle, within the picture. */
  const centered = (value: number) =>
    lineMark(
      [
        { lower: value, upper: value },
        { lower: Math.max(from, 2 * value - to), upper: Math.min(to, 2 * value - from) },
      ]
        .filter((window) => window.upper >= from && window.lower <= to && value >= from && value <= to)
        .map(placeOn(data)),
      {
        ...AT,
        stroke: theme.warning,
        strokeWidth: value === theta.mean ? 2.5 : 1.5,
        strokeDasharray: value === theta.mean ? 'none' : '4 3',
      },
    );
  const observed = data.observed ?? [];
  const most = Math.max(1, ...observed.map(({ rows }) => rows));
  const radius = (rows: number) =>
    Math.max(RADIUS.least, RADIUS.most * (side / MAX_SIDE) * Math.sqrt(rows / most));
  const circle = (r: number) =>
    element(document, 'circle', { r, fill: theme.paper, stroke: theme.ink, 'stroke-width': 1.25 });
  const axis = { labelAnchor: 'center', labelArrow: 'none', ticks: 6 } as const;
  const [across, upward] = isTurned
    ? ['centre of the window', 'width of the window']
    : [data.lower, data.upper];
  const color = ({ probability }: SurfaceCell) => steps[stepOf(probability)]!;
  const drawing = stacked(
    frame,
    [
      stepsLegend(frame, 'expected success', ['0', '0.5', '1']),
      legend(frame, [
        { label: `${theta.name}, mean`, sample: lineSample(frame, theme.warning, { width: 2.5 }) },
        { label: '95 % HDI', sample: lineSample(frame, theme.warning, { width: 1.5, dash: '4 3' }) },
        ...(observed.length === 0
          ? []
          : [{ label: `observed, up to ${counted(most)}`, sample: circle(SAMPLE.height / 2) }]),
      ]),
      chart(frame, {
        width: side + MARGIN.left + MARGIN.right,
        height: side + MARGIN.top + MARGIN.bottom,
        marginLeft: MARGIN.left,
        marginRight: MARGIN.right,
        marginTop: MARGIN.top,
        marginBottom: MARGIN.bottom,
        x: { ...axis, domain: [from, to], label: withUnit(across, unit) },
        y: { ...axis, domain: isTurned ? [0, to - from] : [from, to], label: withUnit(upward, unit) },
        marks: [
          isTurned ? turnedCells(data, color) : straightCells(data, color),
          centered(theta.mean),
          ...theta.hdi95.map(centered),
          ...circles(data, radius, (rate) => steps[stepOf(rate)]!, frame),
        ],
      }),
    ],
    10,
  );
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

/** Where a window is drawn. */
const AT = { x: ([x]: readonly [number, number]) => x, y: ([, y]: readonly [number, number]) => y } as const;

type Bounds = Pick<SurfaceCell, 'lower' | 'upper'>;

function placeOn({ axes }: SurfaceData): (window: Bounds) => readonly [x: number, y: number] {
  return ({ lower, upper }) => (axes === 'centre' ? [(lower + upper) / 2, upper - lower] : [lower, upper]);
}

function straightCells({ cells }: SurfaceData, fill: (cell: SurfaceCell) => string) {
  return rect(cells, {
    x1: 'lower',
    x2: ({ lower, width }: SurfaceCell) => lower + width,
    y1: 'upper',
    y2: ({ upper, width }: SurfaceCell) => upper + width,
    fill,
    shapeRendering: 'crispEdges',
  });
}

/** The cells as rhombi. The thin outline of each in its own colour leaves no gap between neighbours. */
function turnedCells(data: SurfaceData, color: (cell: SurfaceCell) => string) {
  const corners = data.cells.flatMap((cell, place) => {
    const { lower, upper, width } = cell;
    const ends: readonly (readonly [number, number])[] = [
      ...([
        [lower, upper],
        [lower + width, upper],
      ] as const),
      ...([
        [lower + width, upper + width],
        [lower, upper + width],
      ] as const),
    ];
    return ends.map(([low, high]) => ({
      ...{ cell, place },
      at: placeOn(data)({ lower: low, upper: Math.max(low, high) }),
    }));
  });
  type Corner = (typeof corners)[number];
  return lineMark(corners, {
    ...{ x: ({ at }: Corner) => at[0], y: ({ at }: Corner) => at[1], z: 'place', curve: 'linear-closed' },
    ...{
      fill: ({ cell }: Corner) => color(cell),
      stroke: ({ cell }: Corner) => color(cell),
      strokeWidth: 1,
    },
  });
}

/** Largest first, so that no circle hides a smaller one; outlined twice, to be visible on dark and light cells. */
function circles(
  data: SurfaceData,
  radius: (rows: number) => number,
  fill: (rate: number) => string,
  { theme }: Frame,
) {
  const rates = [...(data.observed ?? [])].sort((one, other) => other.rows - one.rows);
  return rates.flatMap((rate) => {
    const at = [placeOn(data)(rate)];
    return [
      dot(at, { ...AT, r: radius(rate.rows) + 1.25, stroke: theme.paper, strokeWidth: 1.5 }),
      dot(at, {
        ...AT,
        r: radius(rate.rows),
        fill: fill(rate.observed),
        stroke: theme.ink,
        strokeWidth: 1.25,
        title: () => describe(rate, data),
      }),
    ];
  });
}

function counted(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

function describe({ lower, upper, rows, observed, expected }: SurfaceRate, data: SurfaceData): string {
  return `${data.lower} ${numberText(lower, 2)}, ${data.upper} ${numberText(upper, 2)}${unitSuffix(data.unit)}: ${numberText(observed, 2)} of ${counted(rows)}, expected ${numberText(expected, 2)}`;
}

function altOf(data: SurfaceData): string {
  const { cells, theta, unit, lower, upper, observed } = data;
  const [mean, low, high] = numbersAlike([theta.mean, ...theta.hdi95], theta.hdi95[1] - theta.hdi95[0]);
  const best = cells.reduce((most, cell) => (cell.probability > most.probability ? cell : most), cells[0]!);
  const likely = cells.filter(({ probability }) => probability >= 0.5).length;
  return [
    `Expected success over ${lower} and ${upper}.`,
    `It is highest, ${numberText(best.probability, 2)}, near ${lower} ${numberText(best.lower + best.width / 2, 2)} and ${upper} ${numberText(best.upper + best.width / 2, 2)}${unitSuffix(unit)}, and a half or more in ${numberText((100 * likely) / cells.length, 2)} % of the windows shown.`,
    `${theta.name} is ${mean}, 95 % HDI ${low} to ${high}${unitSuffix(unit)}.`,
    ...(observed === null ? [] : [observedText(observed, data)]),
  ].join(' ');
}

/** The groups that deviate most from the band's prediction, weighted by their number of rows. */
function observedText(observed: readonly SurfaceRate[], data: SurfaceData): string {
  const rows = observed.reduce((sum, each) => sum + each.rows, 0);
  const weight = ({ observed: rate, expected, rows: count }: SurfaceRate) =>
    Math.abs(rate - expected) * Math.sqrt(count);
  const far = [...observed].sort((one, other) => weight(other) - weight(one)).slice(0, MAX_DESCRIBED);
  return `Observed are ${counted(rows)} in ${observed.length} places; what came is farthest from what the band expects at ${far.map((each) => describe(each, data)).join('; ')}.`;
}
