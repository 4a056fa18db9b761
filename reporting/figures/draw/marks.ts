/**
 * Marks and charts that several kinds of figures draw: intervals as lines, marks with their subject, and charts per
 * chain.
 */
import { type Link, link, type Markish, type RenderFunction } from '@observablehq/plot';
import { type ChartOptions, chart } from './chart.ts';
import { type Drawing, stacked } from './drawing.ts';
import type { Frame } from './frame.ts';
import type { Theme } from './theme.ts';
import { line } from './words.ts';

/** A row of a figure, by its position on the y axis. */
interface IntervalRow {
  readonly place: number;
  readonly failed: boolean;
}

export interface IntervalStyle<Row> {
  readonly theme: Theme;
  readonly strokeWidth: number;
  /** How to render the lines of some rows. Defaults to Plot's own rendering. */
  readonly render?: (rows: readonly Row[]) => RenderFunction;
}

/** Draws the intervals of rows as lines; rows with null have none. */
export function intervalLines<Row extends IntervalRow>(
  rows: readonly Row[],
  intervalOf: (row: Row) => readonly [from: number, to: number] | null,
  { theme, strokeWidth, render }: IntervalStyle<Row>,
): Link[] {
  return [false, true].map((failed) => {
    const some = rows.filter((row) => row.failed === failed && intervalOf(row) !== null);
    return link(some, {
      ...(render === undefined ? {} : { render: render(some) }),
      x1: (row: Row) => intervalOf(row)![0],
      x2: (row: Row) => intervalOf(row)![1],
      y1: 'place',
      y2: 'place',
      stroke: theme.accent,
      strokeWidth,
      strokeLinecap: 'butt',
      // A thick line with gaps would not look like a line.
      ...(failed ? (strokeWidth > 2 ? { strokeOpacity: 0.45 } : { strokeDasharray: '2 2' }) : {}),
    });
  });
}

/** The attribute that links marks to a subject of the page. */
const ATTRIBUTE = 'data-subject';

/** A `render` option for a mark of Plot that draws all data as one element, such as a line: marks it with a subject, unless that is null. */
export function ofSubject(subject: string | null): RenderFunction {
  return (index, scales, values, dimensions, context, next) => {
    const group = next?.(index, scales, values, dimensions, context) ?? null;
    if (subject !== null) for (const child of group?.children ?? []) child.setAttribute(ATTRIBUTE, subject);
    return group;
  };
}

/**
 * A `render` option for marks of Plot with one element per datum: marks each element with its subject, unless that is
 * null.
 */
export function ofSubjects<T>(data: readonly T[], subjectOf: (datum: T) => string | null): RenderFunction {
  return (index, scales, values, dimensions, context, next) => {
    const group = next?.(index, scales, values, dimensions, context) ?? null;
    const children = [...(group?.children ?? [])];
    if (children.length !== index.length) {
      throw new Error(`${children.length} elements were drawn for ${index.length} data`);
    }
    for (const [place, datum] of index.entries()) {
      const subject = subjectOf(data[datum]!);
      if (subject !== null) children[place]!.setAttribute(ATTRIBUTE, subject);
    }
    return group;
  };
}

/** The attribute of an element that belongs to a subject; null leaves it out. */
export function subjectAttribute(subject: string | null | undefined) {
  return { [ATTRIBUTE]: subject ?? null };
}

interface ByChainOptions extends Pick<ChartOptions, 'x' | 'y' | 'marginLeft' | 'marginBottom'> {
  readonly title: string;
  readonly height: number;
  /** `chain`, or `run` for particles. */
  readonly noun: string;
  readonly chains: number;
  /** Whether the names of chains are shown above. */
  readonly isHeaded: boolean;
  /** Marks whose data have `chain`, from 1, as the channel `fx`. */
  readonly marks: readonly Markish[];
}

export function byChain(frame: Frame, options: ByChainOptions): Drawing {
  const { title, height, noun, chains, isHeaded, marks, marginLeft, marginBottom, x, y } = options;
  const room = (frame.width - (marginLeft ?? 40)) / chains;
  return stacked(
    frame,
    [
      line(frame, title, { weight: 'bold' }),
      chart(frame, {
        width: frame.width,
        height: height + (isHeaded ? 16 : 0),
        marginTop: isHeaded ? 22 : 6,
        marginLeft: marginLeft ?? 40,
        marginRight: 4,
        marginBottom: marginBottom ?? 20,
        fx: {
          domain: Array.from({ length: chains }, (_, chain) => chain + 1),
          padding: 0.06,
          axis: isHeaded ? 'top' : null,
          label: null,
          tickSize: 0,
          tickFormat: (chain: number) => (room < 62 ? String(chain) : `${noun} ${chain}`),
        },
        x: x ?? {},
        y: y ?? {},
        marks: [...marks],
      }),
    ],
    2,
  );
}
