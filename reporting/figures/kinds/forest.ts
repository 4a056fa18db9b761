/** Forest plot: the median and the highest-density intervals of each parameter. */
import { axisX, dot, ruleY, text, tickX } from '@observablehq/plot';
import type { PosteriorInterval } from '../data/named-fit.ts';
import type { ShownScale } from '../data/scale.ts';
import { chart } from '../draw/chart.ts';
import { type Attributes, type Drawing, element, placed, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, lineSample } from '../draw/legend.ts';
import { logarithmicAxis } from '../draw/logarithmic-axis.ts';
import { intervalLines, ofSubjects } from '../draw/marks.ts';
import {
  alignedAtPoint,
  filled,
  numbersAlike,
  numberText,
  shortened,
  textWidth,
  unitSuffix,
  withUnit,
} from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

/** The estimate of a row; an interval may be null. */
export interface ForestEstimate {
  /** The posterior median, or a point estimate. */
  readonly center: number;
  readonly hdi50: PosteriorInterval['hdi50'] | null;
  readonly hdi95: PosteriorInterval['hdi95'] | null;
}

/** The names of the marks of a row. */
export interface ForestMarks {
  readonly center: string;
  /** The thick interval; null if no row has one. */
  readonly narrow: string | null;
  readonly wide: string;
}

const OF_DRAWS: ForestMarks = { center: 'median', narrow: '50 % HDI', wide: '95 % HDI' };

/** One parameter, in the unit of its scale. */
export interface ForestRow extends ForestEstimate {
  readonly label: string;
  /** Whether the fit did not converge, so that its estimates must not be used. */
  readonly failed: boolean;
  readonly scale: ShownScale;
  /** The decimals of its numbers. Defaults to those that the interval makes meaningful. */
  readonly decimals?: number;
  /** The id of its subject in a page; absent if there is none. */
  readonly subject?: string;
}

export interface ForestGroup {
  readonly title: string;
  /** A sentence below the title, such as a doc comment; null if there is none. */
  readonly note: string | null;
  readonly rows: readonly ForestRow[];
  /** The common scale of the group, with an axis; null if each row has its own scale over the width of the plot. */
  readonly scale: ShownScale | null;
}

export interface ForestData {
  readonly title: string;
  readonly caption: string;
  readonly groups: readonly ForestGroup[];
  /** Defaults to medians of draws with highest-density intervals. */
  readonly marks?: ForestMarks;
}

const ROW = 22;
/** The bar that shows which part of the range of values an axis covers. */
const INSET = { bar: 90, height: 16 } as const;
const AXIS = { above: 6, below: 38, onTop: 24 } as const;
/** With more rows than this, there is an axis above them too. */
const ROWS_IN_SIGHT = 25;
/** Maximum share of the width for names. */
const MAX_LABEL = 0.34;
/** From this width on, numbers are shown beside the marks. */
const WITH_NUMBERS = 560;
/** With more rows than this, the description does not list them one by one. */
const MAX_DESCRIBED = 40;

export function forest(data: ForestData, frame: Frame): FigureSvg {
  const columns = columnsOf(data, frame);
  const called = data.marks ?? OF_DRAWS;
  const groups = data.groups.map((group) => drawGroup(group, columns, called, frame));
  const drawing = stacked(frame, [key(called, frame), ...groups], 12);
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

/** The widths of the text left and right of the marks, the same in all groups. */
interface Columns {
  readonly label: number;
  /** For the ends of the rows' own scales; 0 if there are none. */
  readonly from: number;
  readonly to: number;
  /** For the numbers; 0 if there is no room for them. */
  readonly numbers: number;
}

function columnsOf({ groups }: ForestData, { width }: Frame): Columns {
  const rows = groups.flatMap((group) => group.rows);
  const own = groups.flatMap((group) => (group.scale === null ? group.rows : []));
  const widest = (texts: readonly string[], size: number) =>
    texts.length === 0 ? 0 : Math.max(...texts.map((each) => textWidth(each, size))) + 10;
  return {
    label: Math.min(widest(rows.map(labelOf), FONT.size), width * MAX_LABEL),
    from: Math.max(
      8,
      widest(
        own.map(({ scale }) => numberText(scale.from)),
        FONT.small,
      ),
    ),
    to: Math.min(
      Math.max(
        12,
        widest(
          own.map(({ scale }) => endText(scale)),
          FONT.small,
        ),
      ),
      width * 0.22,
    ),
    numbers:
      width < WITH_NUMBERS
        ? 0
        : widest(
            groups.flatMap((group) => numbersOf(group.rows)),
            FONT.small,
          ) + 4,
  };
}

function endText({ to, unit }: ShownScale): string {
  return `${numberText(to)}${unitSuffix(unit)}`;
}

/**
 * The numbers of each row; right-aligned, their decimal points and brackets are one below the other. A fit that failed
 * has none: they would look like those of any other.
 */
function numbersOf(rows: readonly ForestRow[]): string[] {
  const texts = rows.map((row) => (row.failed ? [''] : alike(row)));
  const centers = alignedAtPoint(texts.map(([center]) => center!));
  const intervals = filled(
    texts.map(([, lower, upper]) => (lower === undefined ? '' : ` [${lower}, ${upper}]`)),
  );
  return centers.map((center, place) =>
    rows[place]!.failed ? 'must not be used' : `${center}${intervals[place]}`,
  );
}

/** The estimate and the ends of the wider interval, with meaningful decimals; only the estimate without an interval. */
function alike({ center, hdi95, decimals }: ForestRow): string[] {
  if (decimals !== undefined) return [center, ...(hdi95 ?? [])].map((value) => value.toFixed(decimals));
  return hdi95 === null ? [numberText(center)] : numbersAlike([center, ...hdi95], hdi95[1] - hdi95[0]);
}

function key({ center, narrow, wide }: ForestMarks, frame: Frame): Drawing {
  const { document, theme } = frame;
  return legend(frame, [
    { label: center, sample: centerMark(document, theme.accent, theme.paper) },
    ...(narrow === null ? [] : [{ label: narrow, sample: lineSample(frame, theme.accent, { width: 6 }) }]),
    { label: wide, sample: lineSample(frame, theme.accent, { width: 1.5 }) },
  ]);
}

function centerMark(document: Document, stroke: string, fill: string): SVGElement {
  return element(document, 'circle', { r: 3, fill, stroke, 'stroke-width': 2 });
}

function drawGroup(group: ForestGroup, columns: Columns, called: ForestMarks, frame: Frame): Drawing {
  const heading = headingOf(group, frame);
  const note =
    group.note === null ? [] : [line(frame, group.note, { size: FONT.small, color: frame.theme.muted })];
  return stacked(frame, [heading, ...note, marks(group, columns, called, frame)], 2);
}

/** The title, and beside it which part of the range of values the axis shows. */
function headingOf({ title, scale }: ForestGroup, frame: Frame): Drawing {
  if (scale?.bounds === undefined) return line(frame, title, { weight: 'bold' });
  const inset = insetOf(scale, scale.bounds, frame);
  const heading = line(frame, title, { weight: 'bold', room: frame.width - inset.width - 12 });
  return placed(frame, [
    { drawing: heading, x: 0, y: 0 },
    { drawing: inset, x: frame.width - inset.width, y: 0 },
  ]);
}

/** The range between the bounds as a bar with its ends, of which the thick part is shown. */
function insetOf(
  { from, to, unit }: ShownScale,
  [lower, upper]: readonly [number, number],
  frame: Frame,
): Drawing {
  const { document, theme } = frame;
  const ends = [numberText(lower), `${numberText(upper)}${unitSuffix(unit)}`];
  const [left, right] = ends.map((text) => textWidth(text, FONT.small) + 6) as [number, number];
  const at = (value: number) => left + ((value - lower) / (upper - lower)) * INSET.bar;
  // A part that is hardly visible would look like none.
  const part = Math.max(3, at(to) - at(from));
  const start = Math.min(at(from), left + INSET.bar - part);
  const middle = INSET.height / 2;
  const text = (content: string, x: number, anchor: string) =>
    element(
      document,
      'text',
      { x, y: middle + FONT.small * 0.36, 'text-anchor': anchor, 'font-size': FONT.small, fill: theme.muted },
      [content],
    );
  const stroke = (attributes: Attributes) =>
    element(document, 'line', { y1: middle, y2: middle, ...attributes });
  return {
    content: element(document, 'g', {}, [
      text(ends[0]!, left - 6, 'end'),
      stroke({ x1: left, x2: left + INSET.bar, stroke: theme.muted, 'stroke-width': 1 }),
      ...[left, left + INSET.bar].map((x) =>
        stroke({ x1: x, x2: x, y1: middle - 4, y2: middle + 4, stroke: theme.muted, 'stroke-width': 1 }),
      ),
      stroke({ x1: start, x2: start + part, stroke: theme.accent, 'stroke-width': 5 }),
      text(ends[1]!, left + INSET.bar + 6, 'start'),
    ]),
    width: left + INSET.bar + right,
    height: INSET.height,
  };
}

/** A row with its position, since names may be equal. */
interface PlacedRow extends ForestRow {
  readonly place: number;
}

function marks({ rows, scale }: ForestGroup, columns: Columns, called: ForestMarks, frame: Frame): Drawing {
  const { theme, width } = frame;
  const all = rows.map((row, place): PlacedRow => ({ ...row, place }));
  const toX = (row: ForestRow, value: number) =>
    scale === null ? (value - row.scale.from) / (row.scale.to - row.scale.from) : value;
  const marginBottom = scale === null ? AXIS.above : AXIS.below;
  const isLong = scale !== null && rows.length > ROWS_IN_SIGHT;
  const marginTop = isLong ? AXIS.onTop : AXIS.above;
  const left = columns.label + columns.from;
  const right = columns.to + columns.numbers;
  const axis = axisOf(scale, rows, Math.max(2, Math.floor((width - left - right) / 70)));
  const interval = (of: (row: PlacedRow) => readonly [number, number] | null, strokeWidth: number) => {
    const onAxis = (row: PlacedRow) => {
      const found = of(row);
      return found === null ? null : ([toX(row, found[0]), toX(row, found[1])] as const);
    };
    return intervalLines(all, onAxis, { theme, strokeWidth, render: ofRows });
  };
  return chart(frame, {
    width,
    height: rows.length * ROW + marginTop + marginBottom,
    marginLeft: left,
    marginRight: right,
    marginTop,
    marginBottom,
    x: {
      ...axis,
      axis: scale === null ? null : 'bottom',
      label: scale === null || scale.unit === '' ? null : scale.unit,
      labelAnchor: 'center',
      labelArrow: 'none',
    },
    y: { type: 'band', domain: all.map(({ place }) => place), axis: null, padding: 0 },
    marks: [
      ruleY(all, { y: 'place', stroke: theme.grid }),
      ...(isLong
        ? [
            axisX({
              ...{ anchor: 'top', ticks: axis.ticks, label: null },
              ...('tickFormat' in axis ? { tickFormat: axis.tickFormat } : {}),
            }),
          ]
        : []),
      ...ends(all, scale, frame, toX),
      ...interval(({ hdi95 }) => hdi95, 1.5),
      ...interval(({ hdi50 }) => hdi50, 6),
      dot(all, {
        x: (row: PlacedRow) => toX(row, row.center),
        y: 'place',
        r: 3,
        fill: theme.paper,
        stroke: theme.accent,
        strokeWidth: 1.75,
        render: ofRows(all),
        title: (row: PlacedRow) => toldRow(row, called),
      }),
      ...words(all, columns, scale, frame),
    ],
  });
}

function axisOf(scale: ShownScale | null, rows: readonly ForestRow[], ticks: number) {
  if (scale === null) return { domain: [0, 1], ticks, nice: false };
  const { from, to, isLogarithmic } = scale;
  if (isLogarithmic === true) return logarithmicAxis(from, to, ticks);
  const areWhole = rows.every(({ decimals }) => decimals === 0);
  return { domain: [from, to], ticks: areWhole ? Math.min(ticks, to - from) : ticks, nice: false };
}

/** The attribute that links rows to a subject of the page. */
function ofRows(rows: readonly ForestRow[]) {
  return ofSubjects(rows, ({ subject }) => subject ?? null);
}

/** Strokes across a row at the bounds of its values. */
function ends(
  rows: readonly PlacedRow[],
  shared: ShownScale | null,
  { theme }: Frame,
  toX: (row: ForestRow, value: number) => number,
) {
  const inset = shared === null ? 6 : 0;
  const at = (ending: (row: PlacedRow) => number | null) =>
    tickX(
      rows.filter((row) => ending(row) !== null),
      {
        x: (row: PlacedRow) => toX(row, ending(row)!),
        y: 'place',
        insetTop: inset,
        insetBottom: inset,
        stroke: theme.muted,
      },
    );
  return [
    at(({ scale }) => (scale.endsAtFrom ? scale.from : null)),
    at(({ scale }) => (scale.endsAtTo ? scale.to : null)),
  ];
}

/** Names on the left, next to them the ends of the rows' own scales, and numbers on the right. */
function words(rows: readonly PlacedRow[], columns: Columns, shared: ShownScale | null, { theme }: Frame) {
  const common = { y: 'place', fill: theme.ink, fontSize: FONT.small, render: ofRows(rows) } as const;
  const numbers = columns.numbers === 0 ? [] : numbersOf(rows);
  const short = (row: PlacedRow) => shortened(labelOf(row), columns.label - 8);
  return [
    text(rows, {
      ...common,
      text: short,
      frameAnchor: 'left',
      textAnchor: 'start',
      dx: -(columns.label + columns.from),
      fontSize: FONT.size,
      title: (row: PlacedRow) => (short(row) === labelOf(row) ? null : row.label),
    }),
    ...(shared === null
      ? [
          text(rows, {
            ...common,
            text: ({ scale }: PlacedRow) => numberText(scale.from),
            fill: theme.muted,
            frameAnchor: 'left',
            textAnchor: 'end',
            dx: -6,
          }),
          text(rows, {
            ...common,
            text: ({ scale }: PlacedRow) => shortened(endText(scale), columns.to - 4, FONT.small),
            fill: theme.muted,
            frameAnchor: 'right',
            textAnchor: 'start',
            dx: 6,
          }),
        ]
      : []),
    ...(columns.numbers === 0
      ? []
      : [
          text(rows, {
            ...common,
            text: (row: PlacedRow) => numbers[row.place]!,
            frameAnchor: 'right',
            textAnchor: 'end',
            dx: columns.to + columns.numbers,
            fontVariant: 'tabular-nums',
          }),
        ]),
  ];
}

/** The label, marked as in tables if the fit did not converge. */
function labelOf({ label, failed }: ForestRow): string {
  return failed ? `! ${label}` : label;
}

function toldRow(row: ForestRow, marks: ForestMarks): string {
  const { wide } = marks;
  const [center, lower, upper] = alike(row);
  const interval = lower === undefined ? '' : `, ${wide} ${lower} to ${upper}`;
  return `${row.label}${row.failed ? (marks === OF_DRAWS ? ' (not converged)' : ' (no estimate)') : ''} ${center}${interval}${unitSuffix(row.scale.unit)}`;
}

function altOf({ groups, marks: called = OF_DRAWS }: ForestData): string {
  const count = groups.reduce((total, { rows }) => total + rows.length, 0);
  const sentences = groups.map((group) => {
    const { title, rows, scale } = group;
    const about = withUnit(title, scale?.unit ?? '');
    if (count <= MAX_DESCRIBED || rows.length <= 2 || scale === null) {
      return `${about}: ${rows
        .slice(0, MAX_DESCRIBED)
        .map((row) => toldRow(row, called))
        .join('; ')}${rows.length > MAX_DESCRIBED ? `; and ${rows.length - MAX_DESCRIBED} more` : ''}.`;
    }
    const ordered = [...rows].sort((one, other) => one.center - other.center);
    return `${about}, ${rows.length} of them: the lowest is ${toldRow(ordered[0]!, called)}; the highest ${toldRow(ordered.at(-1)!, called)}.`;
  });
  return `Forest plot of ${called.center}s and intervals. ${sentences.join(' ')}`;
}
