/** Pair plot: the draws of each pair of parameters; divergent ones are marked. */

import { dot, rectY } from '@observablehq/plot';
import { chainsOf } from '../../../host/posterior.ts';
import { allFinite, pooled } from '../../../statistics/chains.ts';
import { correlation } from '../../../statistics/moments.ts';
import {
  chosenParameters,
  expectFew,
  FigureError,
  failedNote,
  type NamedPosterior,
  notFinite,
  samplerColumnsOf,
} from '../data/named-fit.ts';
import { markedPlaces } from '../data/sampling.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, element, type PlacedDrawing, placed, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend } from '../draw/legend.ts';
import { numberText, textWidth, withUnit } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

export interface PairsVariable {
  readonly name: string;
  readonly unit: string;
  /** All draws, chain by chain. */
  readonly draws: Float64Array;
}

export interface PairsData {
  readonly title: string;
  readonly caption: string;
  readonly variables: readonly PairsVariable[];
  /** The indices of divergent draws. */
  readonly divergent: readonly number[];
  /** The correlation matrix of the variables; null if one of them is constant. */
  readonly correlations: readonly (readonly (number | null)[])[];
}

/** The margins left of and below the cells. */
const AXIS = { left: 40, bottom: 34 } as const;
const GAP = 6;
const CELL = { least: 30, most: 220 } as const;
/** Maximum number of draws shown, evenly spaced. */
const MAX_SHOWN = 500;
const BINS = 20;

export function pairs(data: PairsData, frame: Frame): FigureSvg {
  const { theme, width, document } = frame;
  const size = data.variables.length;
  const cell = Math.min(CELL.most, Math.max(CELL.least, (width - AXIS.left - (size - 1) * GAP) / size));
  const parts: PlacedDrawing[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      parts.push({
        drawing: drawCell(data, row, column, cell, frame),
        x: column * (cell + GAP),
        y: row * (cell + GAP),
      });
    }
  }
  const key = [
    {
      label: 'draws',
      sample: element(document, 'circle', { r: 2, fill: theme.accent, 'fill-opacity': 0.6 }),
    },
    ...(data.divergent.length === 0 ? [] : [{ label: 'divergent', sample: cross(frame) }]),
  ];
  const drawing = stacked(frame, [legend(frame, key), placed(frame, parts)], 8);
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function cross({ document, theme }: Frame): SVGElement {
  return element(document, 'path', {
    d: 'M-4,-4L4,4M-4,4L4,-4',
    stroke: theme.warning,
    'stroke-width': 1.75,
  });
}

/** A cell: the variable of the column against that of the row, or a histogram on the diagonal. */
function drawCell(data: PairsData, row: number, column: number, cell: number, frame: Frame): Drawing {
  const { variables } = data;
  const isLast = row === variables.length - 1;
  const across = variables[column]!;
  const upwards = variables[row]!;
  const ticks = cell > 90 ? 3 : cell > 60 ? 2 : 1;
  const options = {
    width: AXIS.left + cell,
    height: cell + AXIS.bottom,
    marginLeft: AXIS.left,
    marginRight: 0,
    marginTop: 0,
    marginBottom: AXIS.bottom,
    x: {
      domain: domainOf(across),
      axis: isLast ? ('bottom' as const) : null,
      ticks,
      label: null,
      tickSize: 3,
    },
  };
  const content =
    row === column
      ? chart(frame, { ...options, y: { axis: null }, marks: [histogram(across, frame)] })
      : chart(frame, {
          ...options,
          y: {
            domain: domainOf(upwards),
            axis: column === 0 ? 'left' : null,
            ticks,
            label: null,
            tickSize: 3,
          },
          marks: scatter(data, across, upwards, frame),
        });
  const name = row === column ? [{ drawing: nameOf(across, cell - 4, frame), x: AXIS.left + 3, y: 0 }] : [];
  const border = element(frame.document, 'rect', {
    x: AXIS.left,
    width: cell,
    height: cell,
    fill: 'none',
    stroke: frame.theme.grid,
  });
  return placed(frame, [
    { drawing: { content: border, width: 0, height: 0 }, x: 0, y: 0 },
    { drawing: content, x: 0, y: 0 },
    ...name,
  ]);
}

/** The name and its unit, in two lines if necessary, so that a long name may be cut but never its unit. */
function nameOf({ name, unit }: PairsVariable, room: number, frame: Frame): Drawing {
  const style = { size: FONT.small, room } as const;
  const bold = { ...style, weight: 'bold' } as const;
  const whole = withUnit(name, unit);
  if (whole === name || textWidth(whole, FONT.small) * 1.07 <= room) return line(frame, whole, bold);
  return stacked(frame, [line(frame, name, bold), line(frame, unit, { ...style, color: frame.theme.muted })]);
}

function scatter({ divergent }: PairsData, across: PairsVariable, upwards: PairsVariable, { theme }: Frame) {
  const diverged = new Set(divergent);
  const stride = Math.max(1, Math.ceil(across.draws.length / MAX_SHOWN));
  const shown = Array.from(across.draws.keys()).filter(
    (place) => place % stride === 0 && !diverged.has(place),
  );
  const point = (place: number) => ({ x: across.draws[place]!, y: upwards.draws[place]! });
  return [
    dot(shown.map(point), { x: 'x', y: 'y', r: 1.2, fill: theme.accent, fillOpacity: 0.4, stroke: 'none' }),
    ...(divergent.length === 0
      ? []
      : [
          dot(divergent.map(point), {
            x: 'x',
            y: 'y',
            r: 3,
            symbol: 'times',
            stroke: theme.warning,
            strokeWidth: 1.5,
          }),
        ]),
  ];
}

function histogram(variable: PairsVariable, { theme }: Frame) {
  const [from, to] = domainOf(variable);
  const counts = new Array<number>(BINS).fill(0);
  for (const value of variable.draws) {
    counts[Math.min(BINS - 1, Math.floor(((value - from) / (to - from)) * BINS))]! += 1;
  }
  const width = (to - from) / BINS;
  const most = Math.max(...counts);
  const bars = counts.map((count, bin) => ({
    from: from + bin * width,
    to: from + (bin + 1) * width,
    y: count / most,
  }));
  // A third of the cell is reserved for the name.
  return [
    rectY(bars, {
      x1: 'from',
      x2: 'to',
      y: ({ y }: { y: number }) => y,
      fill: theme.accent,
      fillOpacity: 0.55,
    }),
    dot([{ x: from, y: 1.4 }], { x: 'x', y: 'y', r: 0 }),
  ];
}

/** From the lowest draw to the highest. */
function domainOf({ draws }: PairsVariable): [number, number] {
  const least = draws.reduce((one, other) => Math.min(one, other));
  const most = draws.reduce((one, other) => Math.max(one, other));
  return least === most ? [least - 1, most + 1] : [least, most];
}

function altOf({ variables, divergent, correlations }: PairsData): string {
  const described = variables.flatMap((upwards, row) =>
    variables.slice(0, row).map((across, column) => {
      const found = correlations[row]![column]!;
      return `${across.name} and ${upwards.name} ${found === null ? 'none' : numberText(found, 2)}`;
    }),
  );
  return `Draws of each two of ${variables.length} parameters, ${divergent.length} of them divergent. Correlations: ${described.join('; ')}.`;
}

const MAX_VARIABLES = 8;

/**
 * @param only the names of parameters or latents; null for those of the profile
 * @throws FigureError for an unknown name, draws that are not finite, or more parameters than can be shown legibly
 */
export function pairsData(fit: NamedPosterior, only: readonly string[] | null): PairsData {
  const parameters = chosenParameters(fit, only);
  expectFew('parameters', parameters.length, MAX_VARIABLES, 'Name some with `only`.');
  if (parameters.length < 2) {
    throw new FigureError(
      `A pair plot is of two parameters or more, and ${fit.name} has ${parameters.length} here.`,
      'Name others with `only`, or draw another kind.',
    );
  }
  const variables = parameters.map((parameter) => {
    const chains = chainsOf(fit, parameter);
    if (!allFinite(chains)) throw notFinite(fit, parameter);
    const { isProbability, unit } = parameter.latent;
    return { name: parameter.name, unit: isProbability ? 'probability' : unit, draws: pooled(chains) };
  });
  const sampler = samplerColumnsOf(fit);
  const divergent =
    sampler === null ? [] : markedPlaces(pooled(sampler.map(({ divergent: flags }) => flags)));
  return {
    title: `Draws of ${fit.name}, each two parameters`,
    caption: [
      'Each point is a draw; the histograms are of all draws.',
      sampler === null
        ? 'The draws are particles of sequential Monte Carlo.'
        : divergent.length === 0
          ? 'No trajectory diverged.'
          : 'Crosses: draws whose trajectory diverged. Where they crowd the posterior is too sharply bent for the step size, and its draws there are too few.',
      ...failedNote([fit]),
    ].join(' '),
    variables,
    divergent,
    correlations: variables.map(({ draws }) => variables.map((other) => correlation(draws, other.draws))),
  };
}
