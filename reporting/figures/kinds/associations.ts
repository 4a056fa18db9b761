/** A heat map of how columns of a table go together, like beside like, before any layout. */

import { cell, text } from '@observablehq/plot';
import type { AssociationMatrix, Exploration } from '../../../analysis/explore/explore-table.ts';
import { expectFew, FigureError } from '../data/named-fit.ts';
import { chart } from '../draw/chart.ts';
import { stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { boxSample, legend } from '../draw/legend.ts';
import { shortened, textWidth } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';

/** Two columns and their coefficient, which is null where one of them does not vary. */
export interface AssociationCell {
  /** Places in the order of {@link AssociationsData.names}. */
  readonly row: number;
  readonly column: number;
  readonly coefficient: number | null;
}

export interface AssociationsData {
  readonly title: string;
  readonly caption: string;
  /** From top to bottom and from left to right. */
  readonly names: readonly string[];
  readonly cells: readonly AssociationCell[];
}

const MAX_NAMES = 60;
const CELL = { most: 46, height: 24 } as const;
/** Words stay legible on the strongest colour. */
const STRONGEST = 0.5;
/** Narrower cells have no room for a number. */
const LEAST_FOR_NUMBER = 25;
const MAX_LABEL = 0.34;

const SUBTITLES = {
  columns: 'Which columns of the table go together',
  groups: 'Which groups rank subjects alike',
  subjects: 'Which subjects do well in the same groups',
} as const;

export function associationsFigure(data: AssociationsData, frame: Frame): FigureSvg {
  const { theme } = frame;
  const { names, cells } = data;
  const widest = Math.max(...names.map((name) => textWidth(name, FONT.small)));
  const marginLeft = Math.min(frame.width * MAX_LABEL, widest + 14);
  const cellWidth = Math.min(CELL.most, (frame.width - marginLeft - 6) / names.length);
  const room = Math.min(110, widest + 10);
  const hasNumbers = cellWidth >= LEAST_FOR_NUMBER;
  const colour = ({ coefficient }: AssociationCell) =>
    coefficient === null ? theme.grid : coefficient < 0 ? theme.warning : theme.accent;
  const strength = ({ coefficient }: AssociationCell) =>
    coefficient === null ? 0.35 : STRONGEST * Math.abs(coefficient);
  const place = { x: 'column', y: 'row' } as const;
  const band = { type: 'band', domain: names.map((_, index) => index), padding: 0.03, label: null } as const;
  const drawn = chart(frame, {
    ...{ width: marginLeft + names.length * cellWidth + 6, height: names.length * CELL.height + room + 8 },
    ...{ marginLeft, marginRight: 6, marginTop: 4, marginBottom: room + 4 },
    x: {
      ...band,
      tickFormat: (index: number) => shortened(names[index]!, room * 1.2, FONT.small),
      ...{ tickSize: 0, tickRotate: -60 },
    },
    y: {
      ...band,
      tickFormat: (index: number) => shortened(names[index]!, marginLeft - 12, FONT.small),
      tickSize: 0,
    },
    marks: [
      cell(cells, {
        ...{ ...place, fill: colour, fillOpacity: strength, stroke: theme.grid },
        title: (each: AssociationCell) => toldOf(names, each),
      }),
      ...(hasNumbers
        ? [
            text(cells, {
              ...{ ...place, text: (each: AssociationCell) => numberOf(each.coefficient) },
              ...{ fontSize: FONT.small * 0.95, fill: theme.ink },
            }),
          ]
        : []),
    ],
  });
  const key = legend(frame, [
    { label: 'positive', sample: boxSample(frame, theme.accent, STRONGEST) },
    { label: 'negative', sample: boxSample(frame, theme.warning, STRONGEST) },
    ...(cells.some(({ coefficient }) => coefficient === null)
      ? [{ label: 'one of the two does not vary', sample: boxSample(frame, theme.grid, 0.35) }]
      : []),
  ]);
  return figure(frame, stacked(frame, [key, drawn], 8), {
    title: data.title,
    caption: data.caption,
    alt: altOf(data),
  });
}

/** Two decimals without the zero before the point, with a true minus sign. */
function numberOf(coefficient: number | null): string {
  if (coefficient === null) return '–';
  const digits = Math.abs(coefficient).toFixed(2);
  if (Number(digits) === 0) return '0';
  return `${coefficient < 0 ? '−' : ''}${digits === '1.00' ? '1' : digits.slice(1)}`;
}

function toldOf(names: readonly string[], { row, column, coefficient }: AssociationCell): string {
  const said = coefficient === null ? 'none' : numberOf(coefficient).replace('.', '0.');
  return `${names[row]} and ${names[column]}: ${said}`;
}

/** The strongest pairs; a reader who wants all has the table. */
const DESCRIBED = 12;

function altOf({ title, names, cells }: AssociationsData): string {
  const pairs = cells
    .filter(({ row, column, coefficient }) => column < row && coefficient !== null)
    .sort((a, b) => Math.abs(b.coefficient!) - Math.abs(a.coefficient!));
  const shown = pairs.slice(0, DESCRIBED).map((each) => toldOf(names, each));
  return `${title}: heat map of ${names.length} by ${names.length}. Strongest: ${shown.join('; ')}.`;
}

const COEFFICIENT_TEXT = {
  spearman: 'Spearman’s rank correlation',
  kendall: 'Kendall’s τ-b',
  matthews: 'Matthews’s correlation',
} as const;

/** @throws FigureError when there are no such associations, or too many names */
export function associationsData(found: Exploration, what: keyof typeof SUBTITLES): AssociationsData {
  const matrix: AssociationMatrix | null = {
    columns: found.columns,
    groups: found.betweenGroups,
    subjects: found.betweenSubjects,
  }[what];
  if (matrix === null)
    throw new FigureError('There are too few subjects and groups to rank.', 'Give a table with more.');
  expectFew('columns', matrix.names.length, MAX_NAMES, 'Name fewer.');
  const { order, names, coefficients } = matrix;
  // Ranks have no Matthews's correlation, so Spearman's stands in for it.
  const used = what !== 'columns' && found.coefficient === 'matthews' ? 'spearman' : found.coefficient;
  return {
    title: SUBTITLES[what],
    caption: [
      `${COEFFICIENT_TEXT[used]} of each pair, from −1 to 1: the stronger the colour, the further from 0.`,
      ...(what === 'columns'
        ? [
            `\`success\` is the outcome${found.success.length > 1 ? ' of all subjects, and a subject’s name is 1 where the outcome is its own and 0 where it is another’s' : ''}.`,
          ]
        : ['Each is compared by its mean successes.']),
      'In the order of average linkage by 1 − |coefficient|, so that like stands beside like.',
    ].join(' '),
    names: order.map((member) => names[member]!),
    cells: order.flatMap((member, row) =>
      order.map((other, column) => ({ row, column, coefficient: coefficients[member]![other]! })),
    ),
  };
}
