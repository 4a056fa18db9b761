/** A legend: a sample of each mark with its meaning, in as many lines as needed. */

import { type Drawing, element, placed } from './drawing.ts';
import type { Frame } from './frame.ts';
import { textWidth } from './text.ts';
import { FONT } from './theme.ts';
import { line } from './words.ts';

export interface LegendEntry {
  readonly label: string;
  /** Drawn in a box of {@link SAMPLE} around the origin. */
  readonly sample: SVGElement;
}

/** The box of a sample, in pixels. */
export const SAMPLE = { width: 22, height: 12 } as const;

const GAP = { inside: 6, between: 18 } as const;
const LINE = 18;

export function legend(frame: Frame, entries: readonly LegendEntry[]): Drawing {
  const size = FONT.small;
  let x = 0;
  let y = 0;
  const parts = entries.flatMap(({ label, sample }) => {
    const width = SAMPLE.width + GAP.inside + textWidth(label, size);
    if (x > 0 && x + width > frame.width) {
      x = 0;
      y += LINE;
    }
    const at = { x: x + SAMPLE.width / 2, y: y + LINE / 2 };
    const words = line(frame, label, {
      size,
      color: frame.theme.muted,
      room: frame.width - SAMPLE.width - GAP.inside,
    });
    const both = [
      { drawing: { content: sample, width: 0, height: 0 }, ...at },
      { drawing: words, x: x + SAMPLE.width + GAP.inside, y: y + (LINE - words.height) / 2 },
    ];
    x += width + GAP.between;
    return both;
  });
  const drawing = placed(frame, parts);
  return { ...drawing, height: entries.length === 0 ? 0 : y + LINE };
}

/** A sample of a line. */
export function lineSample(
  { document }: Frame,
  stroke: string,
  { width = 1.5, dash = 'none' }: { readonly width?: number; readonly dash?: string } = {},
): SVGElement {
  return element(document, 'line', {
    x1: -SAMPLE.width / 2,
    x2: SAMPLE.width / 2,
    stroke,
    'stroke-width': width,
    'stroke-dasharray': dash === 'none' ? null : dash,
  });
}

/** A sample of a filled area, such as a band. */
export function boxSample({ document }: Frame, fill: string, opacity = 1): SVGElement {
  const { width, height } = SAMPLE;
  return element(document, 'rect', {
    x: -width / 2,
    y: -height / 2,
    width,
    height,
    fill,
    'fill-opacity': opacity === 1 ? null : opacity,
  });
}

const BOX = { most: 26, height: 12 } as const;

/** A legend of the sequential colours. @param ends labels below the first, the middle and the last step */
export function stepsLegend(
  { document, theme, width }: Frame,
  label: string,
  ends: readonly [least: string, middle: string, greatest: string],
): Drawing {
  const box = Math.min(BOX.most, width / theme.sequential.length);
  const whole = box * theme.sequential.length;
  const line = FONT.small * 1.35;
  const words = (text: string, x: number, y: number, anchor: string) =>
    element(document, 'text', { x, y, 'text-anchor': anchor }, [text]);
  const content = element(document, 'g', { 'font-size': FONT.small, fill: theme.muted }, [
    words(label, 0, FONT.small, 'start'),
    ...theme.sequential.map((color, step) =>
      element(document, 'rect', { x: step * box, y: line, width: box, height: BOX.height, fill: color }),
    ),
    // An outline, since the lightest step is hardly darker than the paper.
    element(document, 'rect', {
      x: 0,
      y: line,
      width: whole,
      height: BOX.height,
      fill: 'none',
      stroke: theme.grid,
    }),
    ...ends.map((text, place) =>
      words(
        text,
        (whole * place) / 2,
        line + BOX.height + FONT.small + 2,
        ['start', 'middle', 'end'][place]!,
      ),
    ),
  ]);
  return { content, width: whole, height: line + BOX.height + FONT.small + 6 };
}
