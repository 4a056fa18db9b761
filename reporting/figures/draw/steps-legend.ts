/** What the steps of the sequential colours mean: boxes side by side from least to most, with numbers at the ends and in the middle. */
import type { Drawing } from './drawing.ts';
import { element } from './element.ts';
import type { Frame } from './frame.ts';
import { FONT } from './theme.ts';

const BOX = { most: 26, height: 12 } as const;

/** @param ends numbers below the least, the middle and the greatest step, as words */
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
    // The lightest step is hardly darker than the paper.
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
