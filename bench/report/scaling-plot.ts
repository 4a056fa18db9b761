/** The plot of the cost of a gradient by number of rows. */
import { parse, type Spec, View } from 'vega';
import type { ScalingPoint } from '../measure/scaling.ts';

const MODULE = 'compiled module';
const LOOP = 'JavaScript loop';

/**
 * An SVG of microseconds per gradient against rows, both on logarithmic scales; points are labelled with distinct rows.
 */
export async function scalingPlot(points: readonly ScalingPoint[]): Promise<string> {
  const view = new View(parse(specification(points)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return `${svg}\n`;
}

function specification(points: readonly ScalingPoint[]): Spec {
  const values = points.flatMap(({ rows, distinctRows, module, loop }) => [
    { kind: MODULE, rows, microseconds: module, label: `${distinctRows} distinct` },
    { kind: LOOP, rows, microseconds: loop, label: '' },
  ]);
  const scaled = (field: string, scale: string) => ({ field, scale });
  return {
    $schema: 'https://vega.github.io/schema/vega/v6.json',
    description: 'Microseconds a gradient against rows',
    width: 480,
    height: 300,
    padding: 8,
    background: 'white',
    data: [{ name: 'points', values }],
    scales: [
      { name: 'x', type: 'log', domain: { data: 'points', field: 'rows' }, range: 'width' },
      {
        name: 'y',
        type: 'log',
        domain: { data: 'points', field: 'microseconds' },
        range: 'height',
        nice: true,
      },
      { name: 'color', type: 'ordinal', domain: [MODULE, LOOP], range: ['#0b6e99', '#b35900'] },
    ],
    axes: [
      {
        scale: 'x',
        orient: 'bottom',
        title: 'rows',
        values: points.map(({ rows }) => rows),
        format: '~s',
        grid: true,
      },
      {
        scale: 'y',
        orient: 'left',
        title: 'µs a gradient',
        values: decades(points),
        format: ',',
        grid: true,
      },
    ],
    legends: [{ stroke: 'color', symbolType: 'stroke', orient: 'top-left' }],
    marks: [
      {
        type: 'group',
        from: { facet: { name: 'series', data: 'points', groupby: 'kind' } },
        marks: [
          {
            type: 'line',
            from: { data: 'series' },
            encode: {
              enter: {
                x: scaled('rows', 'x'),
                y: scaled('microseconds', 'y'),
                stroke: scaled('kind', 'color'),
                strokeWidth: { value: 2 },
              },
            },
          },
          {
            type: 'symbol',
            from: { data: 'series' },
            encode: {
              enter: {
                x: scaled('rows', 'x'),
                y: scaled('microseconds', 'y'),
                fill: scaled('kind', 'color'),
                size: { value: 36 },
              },
            },
          },
          {
            type: 'text',
            from: { data: 'series' },
            encode: {
              enter: {
                x: scaled('rows', 'x'),
                y: { ...scaled('microseconds', 'y'), offset: -10 },
                text: { field: 'label' },
                fontSize: { value: 10 },
                align: { value: 'center' },
              },
            },
          },
        ],
      },
    ],
  };
}

/** The powers of ten from below the smallest cost to above the largest. */
function decades(points: readonly ScalingPoint[]): number[] {
  const costs = points.flatMap(({ module, loop }) => [module, loop]);
  const first = Math.floor(Math.log10(Math.min(...costs)));
  const last = Math.ceil(Math.log10(Math.max(...costs)));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}
