/** The plot of the cost of a gradient by number of rows, in the style of all figures. */
import { dot, line, text } from '@observablehq/plot';
import { chart } from '../../reporting/figures/draw/chart.ts';
import { figure } from '../../reporting/figures/draw/figure.ts';
import { numberText } from '../../reporting/figures/draw/text.ts';
import { FONT } from '../../reporting/figures/draw/theme.ts';
import { openFrame } from '../../reporting/figures/index.ts';
import type { ScalingPoint } from '../measure/scaling.ts';

type CostOfRows = Pick<ScalingPoint, 'rows' | 'distinctRows' | 'module' | 'loop'>;

interface Cost {
  readonly kind: string;
  readonly rows: number;
  readonly microseconds: number;
}

const MODULE = 'compiled module';
const LOOP = 'JavaScript loop';
const HEIGHT = 340;

/**
 * An SVG of microseconds per gradient against rows, both on logarithmic scales; points of the module are labelled with
 * distinct rows.
 *
 * @param points from the fewest rows to the most, at least one
 */
export async function scalingPlot(points: readonly CostOfRows[]): Promise<string> {
  const frame = await openFrame({ width: 640 });
  const { theme, width } = frame;
  const costs = points.flatMap(({ rows, module, loop }): Cost[] => [
    { kind: MODULE, rows, microseconds: module },
    { kind: LOOP, rows, microseconds: loop },
  ]);
  const places = { x: 'rows', y: 'microseconds' } as const;
  const colour = ({ kind }: Cost) => theme.series[kind === MODULE ? 0 : 1]!;
  const shared = { type: 'log', grid: true, labelAnchor: 'center', labelArrow: 'none' } as const;
  const last = points.at(-1)!;
  const decades = decadesOf(costs.map(({ microseconds }) => microseconds));
  const drawing = chart(frame, {
    ...{ width, height: HEIGHT, marginLeft: 66, marginRight: 104, marginTop: 14, marginBottom: 42 },
    x: { ...shared, label: 'rows', ticks: points.map(({ rows }) => rows), tickFormat: powerOfTen },
    y: {
      ...shared,
      label: 'microseconds per gradient',
      ticks: decades,
      tickFormat: powerOfTen,
      domain: [decades[0]!, decades.at(-1)!],
    },
    marks: [
      line(costs, { ...places, z: 'kind', stroke: colour, strokeWidth: 2 }),
      dot(costs, { ...places, fill: colour, stroke: theme.paper, r: 4 }),
      text(points, {
        ...{ x: 'rows', y: 'module', dy: -12, fill: theme.muted, fontSize: FONT.small },
        text: ({ distinctRows }: CostOfRows) => `${distinctRows} distinct`,
      }),
      text(
        costs.filter(({ rows }) => rows === last.rows),
        { ...places, dx: 10, textAnchor: 'start', text: 'kind', fill: colour, fontSize: FONT.size },
      ),
    ],
  });
  const [first] = points as [CostOfRows];
  const told = (name: string, of: (point: CostOfRows) => number) =>
    `${name} ${numberText(of(first), 2)} µs with ${first.rows} rows and ${numberText(of(last), 2)} µs with ${last.rows}`;
  return `${
    figure(frame, drawing, {
      title: 'Microseconds per gradient against rows',
      caption: '',
      alt: `On logarithmic axes: ${told('the compiled module takes', (point) => point.module)}; ${told('the JavaScript loop takes', (point) => point.loop)}.`,
    }).svg
  }\n`;
}

/** The powers of ten from below the smallest to above the largest. */
function decadesOf(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `10³`; 1 and 10 as they are. */
function powerOfTen(value: number): string {
  const exponent = Math.round(Math.log10(value));
  return exponent < 2 ? String(value) : `10${SUPERSCRIPTS[exponent]}`;
}
