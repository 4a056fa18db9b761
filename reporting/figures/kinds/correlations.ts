/** Correlations of latents that the layout lets vary together, as a triangle of cells. */

import { cell, text } from '@observablehq/plot';
import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import { estimateOf, FigureError, failedNote, type NamedPosterior, notFinite } from '../data/named-fit.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { textWidth } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

/** The correlation of two members of a group, from −1 to 1. */
export interface CorrelationCell {
  /** The indices of the members, the first below the second in the order of declaration. */
  readonly first: number;
  readonly second: number;
  readonly mean: number;
  /** The narrowest interval that contains 95 % of the draws. */
  readonly hdi95: readonly [lower: number, upper: number];
}

/** Latents that are correlated with each other. */
export interface CorrelationGroup {
  readonly title: string;
  readonly members: readonly string[];
  readonly cells: readonly CorrelationCell[];
}

export interface CorrelationsData {
  readonly title: string;
  readonly caption: string;
  readonly groups: readonly CorrelationGroup[];
}

const CELL = { height: 42, most: 120 } as const;
/** Narrower cells have no room for an interval. */
const LEAST_FOR_INTERVAL = 84;

export function correlationsFigure(data: CorrelationsData, frame: Frame): FigureSvg {
  return figure(
    frame,
    stacked(
      frame,
      data.groups.map((group) => triangle(group, frame)),
      14,
    ),
    { title: data.title, caption: data.caption, alt: altOf(data) },
  );
}

/** Each row a member, each column one declared before it. */
function triangle({ title, members, cells }: CorrelationGroup, frame: Frame): Drawing {
  const { theme } = frame;
  const [columns, rows] = [members.slice(0, -1), members.slice(1)];
  const widest = Math.max(...rows.map((name) => textWidth(name, FONT.small)));
  const marginLeft = Math.min(frame.width * 0.3, widest + 16);
  const room = (frame.width - marginLeft - 4) / columns.length;
  const cellWidth = Math.min(CELL.most, room);
  const width = marginLeft + columns.length * cellWidth + 4;
  const step = ({ mean }: CorrelationCell) =>
    Math.min(theme.sequential.length - 1, Math.floor(Math.abs(mean) * theme.sequential.length));
  const place = { x: 'first', y: 'second' } as const;
  const hasIntervals = cellWidth >= LEAST_FOR_INTERVAL;
  const isNarrow = columns.some((name) => textWidth(name, FONT.small) > cellWidth - 4);
  const ink = (each: CorrelationCell) => theme.sequentialInk[step(each)]!;
  const drawn = chart(frame, {
    ...{ width, height: rows.length * CELL.height + (isNarrow ? 64 : 34), marginLeft, marginRight: 4 },
    ...{ marginTop: 4, marginBottom: isNarrow ? 60 : 30 },
    x: {
      ...{ type: 'band', domain: columns.map((_, index) => index), padding: 0.04, label: null },
      ...{
        tickFormat: (index: number) => members[index]!,
        tickSize: 0,
        tickRotate: isNarrow ? -35 : 0,
      },
    },
    y: {
      ...{ type: 'band', domain: rows.map((_, index) => index + 1), padding: 0.04, label: null },
      ...{ tickFormat: (index: number) => members[index]!, tickSize: 0 },
    },
    marks: [
      cell(cells, {
        ...{ ...place, fill: (each) => theme.sequential[step(each)]!, stroke: theme.grid },
        title: (each) => describe(members, each),
      }),
      text(cells, {
        ...{ ...place, text: (each) => twoDecimals(each.mean), dy: hasIntervals ? -7 : 0 },
        ...{ fontSize: FONT.size, fill: ink },
      }),
      ...(hasIntervals
        ? [
            text(cells, {
              ...{ ...place, text: ({ hdi95 }) => intervalText(hdi95), dy: 9 },
              ...{ fontSize: FONT.small, fill: ink },
            }),
          ]
        : []),
    ],
  });
  return stacked(frame, [line(frame, title, { weight: 'bold', room: frame.width }), drawn], 4);
}

/** With a true minus sign. */
function twoDecimals(value: number): string {
  const rounded = value.toFixed(2);
  return Number(rounded) === 0 ? '0.00' : rounded.replace('-', '−');
}

function intervalText([lower, upper]: CorrelationCell['hdi95']): string {
  return `${twoDecimals(lower)} to ${twoDecimals(upper)}`;
}

function describe(members: readonly string[], { first, second, mean, hdi95 }: CorrelationCell): string {
  return `${members[first]} and ${members[second]}: ${twoDecimals(mean)} (${intervalText(hdi95)})`;
}

function altOf({ title, groups }: CorrelationsData): string {
  const all = groups.flatMap(({ members, cells }) => cells.map((each) => describe(members, each)));
  return `${title}: ${all.join('; ')}.`;
}

/** A correlation in a manifest: of latents, or of the values of a dimension of one latent. */
const NAMED = /^correlation(?:_(?<of>[^.]+))?\.(?<members>.+)$/;

/** A correlation, by what its parameter is called. */
export interface NamedCorrelation {
  /** The latent of whose values it is; empty for a correlation of latents. */
  readonly of: string;
  readonly pair: readonly [string, string];
}

/** Null for a parameter that is no correlation. */
export function correlationOf({ latent, level }: Parameter): NamedCorrelation | null {
  const named = level === null ? NAMED.exec(latent.name)?.groups : undefined;
  const parts = named?.members?.split('.') ?? [];
  if (named === undefined || parts.length < 2 || parts.length % 2 > 0) return null;
  const half = parts.length / 2;
  return { of: named.of ?? '', pair: [parts.slice(0, half).join(', '), parts.slice(half).join(', ')] };
}

/** Whether a parameter only serves to compute correlations (Lewandowski, Kurowicka & Joe 2009), and tells a reader nothing. */
export function isPartOfCorrelations({ latent }: Parameter): boolean {
  return /^partial_correlation[_.]/.test(latent.name);
}

/** @throws FigureError when the layout has no correlated latents, or draws are not finite numbers */
export function correlationsData(fit: NamedPosterior): CorrelationsData {
  const groups = new Map<string, { members: string[]; cells: CorrelationCell[] }>();
  const found = fit.parameters.flatMap((parameter) => {
    const named = correlationOf(parameter);
    return named === null ? [] : [{ parameter, ...named }];
  });
  // Latents that are correlated with a common one are of one group.
  for (const { parameter, of, pair } of found) {
    const estimate = estimateOf(chainsOf(fit, parameter));
    if (estimate === null) throw notFinite(fit, parameter);
    const key = [...groups.keys()].find(
      (each) => each.startsWith(`${of}:`) && pair.some((name) => groups.get(each)!.members.includes(name)),
    );
    const group = groups.get(key ?? '') ?? { members: [], cells: [] };
    if (key === undefined) groups.set(`${of}:${pair[0]}`, group);
    for (const name of pair) if (!group.members.includes(name)) group.members.push(name);
    const [first, second] = pair.map((name) => group.members.indexOf(name)).sort((a, b) => a - b);
    group.cells.push({ first: first!, second: second!, mean: estimate.mean, hdi95: estimate.hdi95 });
  }
  if (groups.size === 0) {
    throw new FigureError(
      `The layout of ${fit.name} has no correlated latents.`,
      'Declare some together, with `correlated lkj(2)` behind their prior; `plot pairs` shows how the draws of any two go together.',
    );
  }
  return {
    title: `Correlations in ${fit.name}`,
    caption: [
      'How far latents go together from level to level: the mean of each correlation and the interval that contains 95 % of its draws. The darker a cell, the further its correlation is from 0.',
      ...failedNote([fit]),
    ].join(' '),
    groups: [...groups].map(([key, { members, cells }]) => ({
      title: titleOf(key.split(':')[0]!, members),
      members,
      cells,
    })),
  };
}

function titleOf(of: string, members: readonly string[]): string {
  return of === '' ? `${members.slice(0, -1).join(', ')} and ${members.at(-1)}` : of;
}
