/** Box plots of a sweep: how much a score or an estimate moves with each alternative, over all that varies besides. */
import { link, rect, ruleX, text } from '@observablehq/plot';
import type { Distribution } from '../../../analysis/sweep/sum-up.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { type LegendEntry, legend, lineSample } from '../draw/legend.ts';
import { numbersAlike, unitSuffix } from '../draw/numbers.ts';
import { shortened, textWidth } from '../draw/text-width.ts';
import { DASHES, FONT, seriesOf } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

export interface SweepRow {
  /** The choice, `subject` or `seed`; null of all fits. */
  readonly axis: string | null;
  readonly label: string;
  readonly distribution: Distribution;
}

export interface SweepPanel {
  readonly title: string;
  readonly note: string | null;
  readonly unit: string;
  readonly rows: readonly SweepRow[];
  /** What others come to, who know no layout: least and greatest. */
  readonly references: readonly {
    readonly label: string;
    readonly least: number;
    readonly greatest: number;
  }[];
}

export interface SweepBoxData {
  readonly title: string;
  readonly caption: string;
  readonly panels: readonly SweepPanel[];
}

const ROW = 20;
/** Between the alternatives of one choice and those of the next. */
const BREAK = 0.9;
const MARGIN = { top: 4, bottom: 36, right: 14 } as const;
const MAX_LABEL = 0.4;

export function sweepBoxes(data: SweepBoxData, frame: Frame): FigureSvg {
  const references = [...new Set(data.panels.flatMap((panel) => panel.references.map(({ label }) => label)))];
  const widths = data.panels.flatMap(({ rows }) => rows.map(({ label }) => textWidth(label, FONT.small)));
  const axes = data.panels.flatMap(({ rows }) =>
    rows.map(({ axis }) => textWidth(axis ?? '', FONT.small * 1.07)),
  );
  const left = Math.min(frame.width * MAX_LABEL, Math.max(...widths, ...axes, 40) + 16);
  const key = references.map(
    (label, index): LegendEntry => ({
      label,
      sample: lineSample(frame, seriesOf(frame.theme.series, index + 1), {
        width: 1.5,
        dash: seriesOf(DASHES, index + 1),
      }),
    }),
  );
  const panels = data.panels.map((panel) => drawPanel(panel, references, left, frame));
  const drawing = stacked(
    frame,
    [...(key.length === 0 ? [] : [legend(frame, key)]), stacked(frame, panels, 14)],
    10,
  );
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

/** A row with its height in the panel: headings stand between. */
interface PlacedRow extends SweepRow {
  readonly y: number;
}

function drawPanel(panel: SweepPanel, references: readonly string[], left: number, frame: Frame): Drawing {
  const { theme } = frame;
  const heading = line(frame, panel.title, { weight: 'bold' });
  const note = panel.note === null ? [] : [line(frame, panel.note, { size: FONT.small, color: theme.muted })];
  const { rows, headings, height } = placeRows(panel.rows);
  const ends = [
    ...rows.flatMap(({ distribution: { least, greatest } }) => [least, greatest]),
    ...panel.references.flatMap(({ least, greatest }) => [least, greatest]),
  ];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const beyond = (to - from) * 0.04 || Math.abs(to) * 0.04 || 1;
  const box = (half: number) => ({ y1: ({ y }: PlacedRow) => y - half, y2: ({ y }: PlacedRow) => y + half });
  const whisker = (one: keyof Distribution, other: keyof Distribution) =>
    link(rows, {
      x1: ({ distribution }: PlacedRow) => distribution[one],
      x2: ({ distribution }: PlacedRow) => distribution[other],
      y1: 'y',
      y2: 'y',
      stroke: theme.accent,
    });
  const marks = chart(frame, {
    width: frame.width,
    height: height * ROW + MARGIN.top + MARGIN.bottom,
    marginLeft: left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: {
      domain: [from - beyond, to + beyond],
      label: panel.unit === '' ? panel.title : panel.unit,
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: Math.max(2, Math.floor((frame.width - left) / 80)),
    },
    y: { domain: [height, 0], axis: null },
    marks: [
      ...panel.references.flatMap(({ label, least, greatest }) => [
        ruleX(least === greatest ? [least] : [least, greatest], {
          stroke: seriesOf(theme.series, references.indexOf(label) + 1),
          strokeWidth: 1.5,
          strokeDasharray: seriesOf(DASHES, references.indexOf(label) + 1),
        }),
      ]),
      whisker('least', 'lowerQuartile'),
      whisker('upperQuartile', 'greatest'),
      rect(rows, {
        x1: ({ distribution }: PlacedRow) => distribution.lowerQuartile,
        x2: ({ distribution }: PlacedRow) => distribution.upperQuartile,
        ...box(0.3),
        fill: theme.accent,
        fillOpacity: 0.25,
        stroke: theme.accent,
        title: (row: PlacedRow) => toldOf(row, panel.unit),
      }),
      link(rows, {
        x1: ({ distribution }: PlacedRow) => distribution.median,
        x2: ({ distribution }: PlacedRow) => distribution.median,
        ...box(0.3),
        stroke: theme.accent,
        strokeWidth: 2.5,
      }),
      text(rows, {
        y: 'y',
        text: ({ label }: PlacedRow) => shortened(label, left - 14, FONT.small),
        frameAnchor: 'left',
        textAnchor: 'end',
        dx: -8,
        fontSize: FONT.small,
        fill: theme.ink,
      }),
      text(headings, {
        y: 'y',
        text: ({ axis }: { axis: string }) => shortened(axis, left - 6, FONT.small * 1.07),
        frameAnchor: 'left',
        textAnchor: 'start',
        dx: -left,
        fontSize: FONT.small,
        fontWeight: 600,
        fill: theme.muted,
      }),
    ],
  });
  return stacked(frame, [heading, ...note, marks], 2);
}

function placeRows(rows: readonly SweepRow[]): {
  rows: PlacedRow[];
  headings: { axis: string; y: number }[];
  height: number;
} {
  const headings: { axis: string; y: number }[] = [];
  let y = 0;
  let last: string | null = null;
  const placed = rows.map((row): PlacedRow => {
    if (row.axis !== null && row.axis !== last) {
      headings.push({ axis: row.axis, y: y + BREAK / 2 });
      y += BREAK;
    }
    if (row.axis === null && last !== null) y += BREAK / 2;
    last = row.axis;
    y += 1;
    return { ...row, y: y - 0.5 };
  });
  return { rows: placed, headings, height: y };
}

function toldOf({ label, distribution }: SweepRow, unit: string): string {
  const { least, lowerQuartile, median, upperQuartile, greatest, count } = distribution;
  const [low, lower, middle, upper, high] = numbersAlike(
    [least, lowerQuartile, median, upperQuartile, greatest],
    greatest - least,
  );
  return `${label}, ${count} fits: median ${middle}, quartiles ${lower} and ${upper}, from ${low} to ${high}${unitSuffix(unit)}`;
}

function altOf({ panels }: SweepBoxData): string {
  const told = panels.map(({ title, unit, rows, references }) => {
    const beside = references.map(({ label, least, greatest }) => {
      const [low, high] = numbersAlike(
        [least, greatest],
        Math.max(greatest - least, Math.abs(greatest) / 10),
      );
      return `${label} ${low === high ? low : `${low} to ${high}`}`;
    });
    const each = rows.map((row) => `${row.axis === null ? '' : `${row.axis} `}${toldOf(row, unit)}`);
    return `${title}: ${each.join('; ')}${beside.length === 0 ? '' : `; beside ${beside.join(', ')}`}.`;
  });
  return `Box plots of a sweep. ${told.join(' ')}`;
}
