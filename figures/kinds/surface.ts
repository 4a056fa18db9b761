/** Characteristic surface of a band: the expected success over its lower and its upper bound. */
import { line as lineMark, rect } from '@observablehq/plot';
import type { Estimate } from '../data/estimate.ts';
import { chart } from '../draw/chart.ts';
import { stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, lineSample } from '../draw/legend.ts';
import { numbersAlike, numberText, unitSuffix, withUnit } from '../draw/numbers.ts';
import { stepsLegend } from '../draw/steps-legend.ts';

/** From its least lower bound on, and its least upper bound. */
export interface SurfaceCell {
  readonly lower: number;
  readonly upper: number;
  readonly width: number;
  readonly probability: number;
}

export interface SurfaceData {
  readonly title: string;
  readonly caption: string;
  readonly unit: string;
  /** The names of the bounds. */
  readonly lower: string;
  readonly upper: string;
  /** Both bounds go from here to there. */
  readonly from: number;
  readonly to: number;
  readonly cells: readonly SurfaceCell[];
  readonly theta: Estimate & { readonly name: string };
}

const MARGIN = { left: 56, right: 10, top: 6, bottom: 40 } as const;
const MOST_SIDE = 460;

export function surface(data: SurfaceData, frame: Frame): FigureSvg {
  const { theme } = frame;
  const { from, to, theta, unit } = data;
  const steps = theme.sequential;
  const stepOf = (probability: number) => Math.min(steps.length - 1, Math.floor(probability * steps.length));
  const side = Math.min(MOST_SIDE, frame.width - MARGIN.left - MARGIN.right);
  /** The windows with a value in their middle, as far as they are on the picture. */
  const centered = (value: number) =>
    lineMark(
      [
        { lower: value, upper: value },
        { lower: Math.max(from, 2 * value - to), upper: Math.min(to, 2 * value - from) },
      ].filter((window) => window.upper >= from && window.lower <= to && value >= from && value <= to),
      {
        x: 'lower',
        y: 'upper',
        stroke: theme.warning,
        strokeWidth: value === theta.mean ? 2.5 : 1.5,
        strokeDasharray: value === theta.mean ? 'none' : '4 3',
      },
    );
  const axis = { domain: [from, to], labelAnchor: 'center', labelArrow: 'none', ticks: 6 } as const;
  const drawing = stacked(
    frame,
    [
      stepsLegend(frame, 'expected success', ['0', '0.5', '1']),
      legend(frame, [
        { label: `${theta.name}, mean`, sample: lineSample(frame, theme.warning, { width: 2.5 }) },
        { label: '95 % HDI', sample: lineSample(frame, theme.warning, { width: 1.5, dash: '4 3' }) },
      ]),
      chart(frame, {
        width: side + MARGIN.left + MARGIN.right,
        height: side + MARGIN.top + MARGIN.bottom,
        marginLeft: MARGIN.left,
        marginRight: MARGIN.right,
        marginTop: MARGIN.top,
        marginBottom: MARGIN.bottom,
        x: { ...axis, label: withUnit(data.lower, unit) },
        y: { ...axis, label: withUnit(data.upper, unit) },
        marks: [
          rect(data.cells, {
            x1: 'lower',
            x2: ({ lower, width }: SurfaceCell) => lower + width,
            y1: 'upper',
            y2: ({ upper, width }: SurfaceCell) => upper + width,
            fill: ({ probability }: SurfaceCell) => steps[stepOf(probability)]!,
            shapeRendering: 'crispEdges',
          }),
          centered(theta.mean),
          ...theta.hdi95.map(centered),
        ],
      }),
    ],
    10,
  );
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function altOf({ cells, theta, unit, lower, upper }: SurfaceData): string {
  const [mean, low, high] = numbersAlike([theta.mean, ...theta.hdi95], theta.hdi95[1] - theta.hdi95[0]);
  const best = cells.reduce((most, cell) => (cell.probability > most.probability ? cell : most), cells[0]!);
  const likely = cells.filter(({ probability }) => probability >= 0.5).length;
  return [
    `Expected success over ${lower} and ${upper}.`,
    `It is highest, ${numberText(best.probability, 2)}, near ${lower} ${numberText(best.lower + best.width / 2, 2)} and ${upper} ${numberText(best.upper + best.width / 2, 2)}${unitSuffix(unit)}, and a half or more in ${numberText((100 * likely) / cells.length, 2)} % of the windows shown.`,
    `${theta.name} is ${mean}, 95 % HDI ${low} to ${high}${unitSuffix(unit)}.`,
  ].join(' ');
}
