/** Traces: the draws of each chain in order. */

import { line as lineMark, link } from '@observablehq/plot';

import { failedNote, type NamedPosterior } from '../data/named-fit.ts';
import { chosenRows, expectSampler, markedPlaces } from '../data/sampling.ts';
import { stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, lineSample } from '../draw/legend.ts';
import { byChain } from '../draw/marks.ts';
import { numberText, unitSuffix, withUnit } from '../draw/text.ts';

export interface TracesRow {
  readonly title: string;
  readonly unit: string;
  /** One entry per chain. */
  readonly chains: readonly Float64Array[];
}

export interface TracesData {
  readonly title: string;
  readonly caption: string;
  readonly rows: readonly TracesRow[];
  /** The indices of divergent draws, from 0, for each chain. */
  readonly divergent: readonly (readonly number[])[];
}

const HEIGHT = 84;
/** With more draws per pixel than this, only the lowest and the highest draw of each pixel are shown. */
const MAX_PER_PIXEL = 2;

export function traces(data: TracesData, frame: Frame): FigureSvg {
  const { theme } = frame;
  const anyDivergent = data.divergent.some((places) => places.length > 0);
  const rows = data.rows.map((row, index) => drawRow(row, index, data, frame));
  const key = anyDivergent
    ? [legend(frame, [{ label: 'divergent', sample: lineSample(frame, theme.warning, { width: 3 }) }])]
    : [];
  const drawing = stacked(frame, [...key, stacked(frame, rows, 8)], 8);
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function drawRow(row: TracesRow, index: number, { divergent, rows }: TracesData, frame: Frame) {
  const { theme } = frame;
  const draws = row.chains[0]!.length;
  const isLast = index === rows.length - 1;
  const values = row.chains.flatMap((chain) => ends(chain));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = (most - least) * 0.04 || 1;
  const pixels = (frame.width - 44) / row.chains.length;
  const points = row.chains.flatMap((chain, number) =>
    thinned(chain, Math.max(20, Math.floor(pixels))).map(([x, y]) => ({ chain: number + 1, x, y })),
  );
  const marked = divergent.flatMap((places, number) => places.map((x) => ({ chain: number + 1, x: x + 1 })));
  return byChain(frame, {
    title: withUnit(row.title, row.unit),
    height: HEIGHT + (isLast ? 22 : 0),
    noun: 'chain',
    chains: row.chains.length,
    isHeaded: index === 0,
    marginLeft: 44,
    marginBottom: isLast ? 34 : 8,
    x: isLast
      ? {
          domain: [1, draws],
          ticks: (pixels > 110 ? [1, 2, 3] : [2]).map((quarter) => Math.round((draws * quarter) / 4)),
          label: 'draw',
          labelAnchor: 'center',
          labelArrow: 'none',
        }
      : { domain: [1, draws], axis: null },
    y: { domain: [least - margin, most + margin], ticks: 3, label: null, tickSize: 3 },
    marks: [
      lineMark(points, { fx: 'chain', x: 'x', y: 'y', stroke: theme.accent, strokeWidth: 0.75 }),
      ...(marked.length === 0
        ? []
        : [
            link(marked, {
              fx: 'chain',
              x1: 'x',
              x2: 'x',
              y1: least - margin,
              y2: least + margin,
              stroke: theme.warning,
              strokeWidth: 1.5,
            }),
          ]),
    ],
  });
}

function ends(values: Float64Array): [number, number] {
  return [
    values.reduce((least, each) => Math.min(least, each)),
    values.reduce((most, each) => Math.max(most, each)),
  ];
}

/** The draws by number, from 1: all, or the lowest and the highest of each pixel, in order. */
function thinned(chain: Float64Array, pixels: number): [number, number][] {
  const all = Array.from(chain, (value, place): [number, number] => [place + 1, value]);
  if (all.length <= pixels * MAX_PER_PIXEL) return all;
  const size = all.length / pixels;
  return Array.from({ length: pixels }, (_, pixel) => {
    const group = all.slice(Math.floor(pixel * size), Math.floor((pixel + 1) * size));
    const lowest = group.reduce((least, each) => (each[1] < least[1] ? each : least));
    const highest = group.reduce((most, each) => (each[1] > most[1] ? each : most));
    return lowest[0] < highest[0] ? [lowest, highest] : [highest, lowest];
  }).flat();
}

function altOf({ rows, divergent }: TracesData): string {
  const count = divergent.reduce((total, places) => total + places.length, 0);
  const sentences = rows.map(({ title, unit, chains }) => {
    const each = chains.map((chain, number) => {
      const [least, most] = ends(chain);
      return `chain ${number + 1} from ${numberText(least)} to ${numberText(most)}`;
    });
    return `${title}: ${each.join(', ')}${unitSuffix(unit)}.`;
  });
  return `Traces of ${rows[0]?.chains.length ?? 0} chains of ${rows[0]?.chains[0]?.length ?? 0} draws, ${count} of them divergent. ${sentences.join(' ')}`;
}

/** @throws FigureError as `ranksData` does, and when the draws are particles */
export function tracesData(fit: NamedPosterior, only: readonly string[] | null): TracesData {
  // Particles have no order.
  const divergent = expectSampler(fit).map(({ divergent: flags }) => markedPlaces(flags));
  const hasAny = divergent.some((places) => places.length > 0);
  return {
    title: `Traces of the draws of ${fit.name}`,
    caption: [
      'The draws of each chain after the warm-up, in the order in which they were made;',
      'where several share a pixel the lowest and the highest of them.',
      'Chains that mix look alike and go up and down at random.',
      ...(hasAny ? ['Strokes at the foot: draws whose trajectory diverged.'] : []),
      ...failedNote([fit]),
    ].join(' '),
    rows: chosenRows(fit, only).map(({ parameter: { name, latent }, chains }) => ({
      title: name,
      unit: latent.isProbability ? 'probability' : latent.unit,
      chains,
    })),
    divergent,
  };
}
