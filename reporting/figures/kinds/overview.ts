/** An overview of profiles: a row per subject and a column per ability, with what is at an end of its scale or open. */
import { type Drawing, element, placed, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { type LegendEntry, legend, lineSample } from '../draw/legend.ts';
import { subjectAttribute } from '../draw/marks.ts';
import {
  numbersAlike,
  numberText,
  shortened,
  textWidth,
  unitSuffix,
  withUnit,
  wrapped,
} from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';

/**
 * What the data tell of an ability: `value` a value; `ceiling` and `floor` that it is at an end of its scale; `open`
 * hardly anything.
 */
export type Standing = 'value' | 'ceiling' | 'floor' | 'open';

export interface OverviewCell {
  /** In the unit of the column; null if the data do not determine it. */
  readonly center: number | null;
  /** The interval of a subject, or the range of the medians of several; null if none is known. */
  readonly interval: readonly [lower: number, upper: number] | null;
  readonly standing: Standing;
}

export interface OverviewRow {
  readonly label: string;
  /** How many subjects the row stands for. */
  readonly subjects: number;
  /** How many of them the layout does not describe. */
  readonly misfits: number;
  /** The id of its subject in a page; null for a row of several. */
  readonly subject: string | null;
  /** One per column. */
  readonly cells: readonly OverviewCell[];
}

export interface OverviewColumn {
  readonly title: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

export interface OverviewData {
  readonly title: string;
  readonly caption: string;
  readonly columns: readonly OverviewColumn[];
  readonly rows: readonly OverviewRow[];
  /** What the marks are called. Defaults to medians with 95 % intervals. */
  readonly marks?: { readonly center: string; readonly interval: string };
}

const OF_DRAWS = { center: 'median', interval: '95 % interval' } as const;

const ROW = 24;
/** A second line in a row, where there is no room beside the name. */
const SECOND_LINE = 13;
/** Bold letters are so much wider. */
const BOLD = 1.1;
const GAP = 14;
const RADIUS = 3.5;
/** Maximum share of the width for names, where columns need the rest. */
const MAX_LABEL = 0.3;
/** Columns of this width need no more. */
const ENOUGH = 100;
/** Columns that are narrower have slanted titles and no numbers. */
const NARROW = 64;
/** The slant of titles, in degrees. */
const SLANT = 38;

export function overview(data: OverviewData, frame: Frame): FigureSvg {
  const drawing = stacked(frame, [key(data, frame), table(data, frame)], 10);
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function key({ rows, marks: { center, interval } = OF_DRAWS }: OverviewData, frame: Frame): Drawing {
  const { theme } = frame;
  const cells = rows.flatMap((row) => row.cells);
  const standings = new Set(cells.filter(({ center }) => center !== null).map(({ standing }) => standing));
  const ofSeveral = rows.some(({ subjects }) => subjects > 1);
  const entries: readonly (LegendEntry & { readonly of: Standing })[] = [
    { of: 'value', label: center, sample: mark('value', frame) },
    { of: 'ceiling', label: 'at the upper end', sample: mark('ceiling', frame) },
    { of: 'floor', label: 'at the lower end', sample: mark('floor', frame) },
    { of: 'open', label: 'hardly told by the data', sample: mark('open', frame) },
  ];
  return legend(frame, [
    ...entries.filter(({ of }) => standings.has(of)),
    {
      label: ofSeveral ? `${interval}; of several subjects, the range of their ${center}s` : interval,
      sample: lineSample(frame, theme.accent, { width: 2 }),
    },
    ...(cells.some(({ center, interval: own }) => center !== null && own === null)
      ? [{ label: 'without a bar: no interval is known', sample: mark('value', frame) }]
      : []),
    ...(cells.some(({ center }) => center === null)
      ? [{ label: 'the data do not determine it', sample: lineSample(frame, theme.muted, UNTOLD) }]
      : []),
  ]);
}

const UNTOLD = { width: 2, dash: '2 2' } as const;

/** A mark around the origin. */
function mark(standing: Standing, { document, theme }: Frame): SVGElement {
  const r = RADIUS;
  switch (standing) {
    case 'value':
      return element(document, 'circle', { r, fill: theme.accent });
    case 'open':
      return element(document, 'circle', {
        r: r - 0.75,
        fill: theme.paper,
        stroke: theme.muted,
        'stroke-width': 1.5,
      });
    case 'ceiling':
      return element(document, 'path', {
        d: `M${-r},${-r - 0.5} L${r + 1.5},0 L${-r},${r + 0.5} Z`,
        fill: theme.accent,
      });
    case 'floor':
      return element(document, 'path', {
        d: `M${r},${-r - 0.5} L${-r - 1.5},0 L${r},${r + 0.5} Z`,
        fill: theme.warning,
      });
  }
}

function table({ columns, rows }: OverviewData, frame: Frame): Drawing {
  const most = Math.max(frame.width * MAX_LABEL, frame.width - columns.length * (ENOUGH + GAP));
  const besideEachOther = Math.max(...rows.map((row) => textWidth(`${row.label}${misfitText(row)}`))) + GAP;
  // On a phone a name would be cut for the sake of what follows it.
  const isBelow = besideEachOther > most;
  const belowEachOther =
    Math.max(...rows.flatMap((row) => [textWidth(row.label), textWidth(misfitWords(row))])) + GAP;
  const label = isBelow ? Math.min(most, belowEachOther) : besideEachOther;
  const divided = (room: number) => (room - label - GAP * (columns.length - 1)) / columns.length;
  const isNarrow = divided(frame.width) < NARROW;
  // A slanted title goes beyond its column.
  const width = divided(frame.width - (isNarrow ? overhang(columns.at(-1)!) : 0));
  const heads = columns.map((column) => head(column, width, isNarrow, frame));
  const top = Math.max(...heads.map(({ height }) => height)) + 4;
  const { document, theme } = frame;
  const parts = columns.map((_, place) => ({
    drawing: heads[place]!,
    x: label + place * (width + GAP),
    y: top - 4 - heads[place]!.height,
  }));
  let below = top;
  const lines = rows.map((row) => {
    const height = isBelow && row.misfits > 0 ? ROW + SECOND_LINE : ROW;
    const y = below;
    below += height;
    return { drawing: drawRow(row, height), x: 0, y };
  });
  return placed(frame, [...parts, ...lines]);

  function drawRow(row: OverviewRow, height: number): Drawing {
    return {
      content: element(document, 'g', { 'font-size': FONT.size, ...subjectAttribute(row.subject) }, [
        element(document, 'line', {
          ...{ x1: 0, x2: frame.width, y1: height, y2: height },
          stroke: theme.grid,
        }),
        element(document, 'text', { x: 0, y: ROW / 2 + 4, fill: theme.ink }, [
          shortLabel(row.label, label - GAP - (isBelow ? 0 : textWidth(misfitText(row)))),
          ...(row.misfits === 0
            ? []
            : [
                element(
                  document,
                  'tspan',
                  { fill: theme.warning, ...(isBelow ? { x: 0, dy: SECOND_LINE } : {}) },
                  [isBelow ? misfitWords(row) : misfitText(row)],
                ),
              ]),
          element(document, 'title', {}, [`${row.label}${misfitText(row)}`]),
        ]),
        ...row.cells.map((cell, column) =>
          element(
            document,
            'g',
            { transform: `translate(${label + column * (width + GAP)},${height / 2})` },
            [
              ...drawCell(cell, columns[column]!, width, frame),
              element(document, 'title', {}, [
                `${row.label}: ${toldCell(cell, columns[column]!, row.subjects)}`,
              ]),
            ],
          ),
        ),
      ]),
      width: frame.width,
      height,
    };
  }
}

/** A label for little room: of several subjects, how many they are is kept longest. */
function shortLabel(label: string, room: number): string {
  if (textWidth(label) <= room) return label;
  const [, first, others] = /^(.*) and (\d+) others$/.exec(label) ?? [];
  if (first === undefined) return shortened(label, room);
  const count = ` + ${others}`;
  return `${shortened(first, room - textWidth(count))}${count}`;
}

/** What follows the name of a row, if the layout does not describe its data. */
function misfitText(row: OverviewRow): string {
  return row.misfits === 0 ? '' : ` · ${misfitWords(row)}`;
}

function misfitWords({ subjects, misfits }: OverviewRow): string {
  if (misfits === 0) return '';
  return misfits === subjects ? 'misfit' : `${misfits} ${misfits === 1 ? 'misfit' : 'misfits'}`;
}

const TURN = (SLANT * Math.PI) / 180;
const MAX_SLANTED = 150;

function overhang({ title }: OverviewColumn): number {
  return textWidth(shortened(title, MAX_SLANTED, FONT.small), FONT.small) * Math.cos(TURN) - NARROW / 3;
}

/** The title of a column, with the ends of its scale below it where there is room. */
function head(
  { title, unit, from, to }: OverviewColumn,
  width: number,
  isNarrow: boolean,
  frame: Frame,
): Drawing {
  const { document, theme } = frame;
  const size = FONT.small;
  const line = size * 1.35;
  if (isNarrow) {
    const shown = shortened(title, MAX_SLANTED, size);
    const height = textWidth(shown, size) * Math.sin(TURN) + line;
    const text = element(
      document,
      'text',
      {
        'font-size': size,
        fill: theme.ink,
        transform: `translate(${width / 2},${height - 4}) rotate(${-SLANT})`,
      },
      [shown, element(document, 'title', {}, [withUnit(title, unit)])],
    );
    return { content: element(document, 'g', {}, [text]), width, height };
  }
  const titles = wrapped(withUnit(title, unitSuffix(unit).trim()), width / BOLD, size)
    .slice(0, 3)
    .map((each) => shortened(each, width, size));
  const height = line * (titles.length + 1) + 2;
  const end = (value: number, x: number, anchor: string) =>
    element(document, 'text', { x, y: height - 4, 'text-anchor': anchor, fill: theme.muted }, [
      numberText(value, 2),
    ]);
  const content = element(document, 'g', { 'font-size': size }, [
    ...titles.map((each, place) =>
      element(document, 'text', { x: 0, y: line * (place + 1) - 4, fill: theme.ink, 'font-weight': 600 }, [
        each,
      ]),
    ),
    end(from, 0, 'start'),
    end(to, width, 'end'),
  ]);
  return { content, width, height };
}

function drawCell(
  { center, interval, standing }: OverviewCell,
  { from, to }: OverviewColumn,
  width: number,
  frame: Frame,
): SVGElement[] {
  const { document, theme } = frame;
  if (center === null) {
    const dashed = { stroke: theme.muted, 'stroke-width': UNTOLD.width, 'stroke-dasharray': UNTOLD.dash };
    return [element(document, 'line', { x1: 0, x2: width, ...dashed })];
  }
  const x = (value: number) => (Math.min(Math.max((value - from) / (to - from), 0), 1) * width).toFixed(2);
  const stroke = standing === 'open' ? theme.muted : standing === 'floor' ? theme.warning : theme.accent;
  const at = standing === 'ceiling' ? width : standing === 'floor' ? 0 : Number(x(center));
  return [
    element(document, 'line', { x1: 0, x2: width, stroke: theme.grid }),
    ...(interval === null
      ? []
      : [
          element(document, 'line', {
            ...{ x1: x(interval[0]), x2: x(interval[1]), stroke, 'stroke-width': 2 },
            'stroke-dasharray': standing === 'open' ? '2 2' : null,
          }),
        ]),
    element(document, 'g', { transform: `translate(${at},0)` }, [mark(standing, frame)]),
  ];
}

const STANDINGS: Readonly<Record<Standing, string>> = {
  value: '',
  ceiling: ', at the upper end',
  floor: ', at the lower end',
  open: ', hardly told by the data',
};

function toldCell(
  { center, interval, standing }: OverviewCell,
  column: OverviewColumn,
  subjects: number,
): string {
  if (center === null) return `${column.title} not determined by the data`;
  if (interval === null)
    return `${column.title} ${numberText(center)}${unitSuffix(column.unit)} (no interval)${STANDINGS[standing]}`;
  const [middle, lower, upper] = numbersAlike([center, ...interval], interval[1] - interval[0]);
  const of = subjects > 1 ? `medians of ${subjects} from ${lower} to ${upper}` : `${lower} to ${upper}`;
  return `${column.title} ${middle}${unitSuffix(column.unit)} (${of})${STANDINGS[standing]}`;
}

/** With more rows than this, the description does not list them one by one. */
const MAX_DESCRIBED = 12;

function altOf({ caption, columns, rows }: OverviewData): string {
  const told = rows
    .slice(0, MAX_DESCRIBED)
    .map(
      (row) =>
        `${row.label}${misfitText(row)}: ${row.cells.map((cell, column) => toldCell(cell, columns[column]!, row.subjects)).join('; ')}.`,
    );
  const left = rows.length - told.length;
  return [caption, ...told, ...(left > 0 ? [`${left} more rows.`] : [])].join(' ');
}
