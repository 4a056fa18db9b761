/** Intervals as lines along the x axis, one per row; those of fits that failed are pale, or have gaps. */
import { type Link, link, type RenderFunction } from '@observablehq/plot';
import type { Theme } from './theme.ts';

/** A row of a figure, by its place on the y axis. */
interface IntervalRow {
  readonly place: number;
  readonly failed: boolean;
}

export interface IntervalStyle<Row> {
  readonly theme: Theme;
  readonly strokeWidth: number;
  /** How the lines of some rows are drawn, where not as Plot does by itself. */
  readonly render?: (rows: readonly Row[]) => RenderFunction;
}

/** The lines of the rows that have an interval: null is none. */
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
      // A thick line is no longer one with gaps in it.
      ...(failed ? (strokeWidth > 2 ? { strokeOpacity: 0.45 } : { strokeDasharray: '2 2' }) : {}),
    });
  });
}
