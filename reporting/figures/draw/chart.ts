/** The one place that calls Observable Plot. */
import { type PlotOptions, plot } from '@observablehq/plot';
import { type Drawing, element } from './drawing.ts';
import type { Frame } from './frame.ts';
import { FONT } from './theme.ts';

/** Options of Observable Plot, without those that all figures share; the size is that of the whole chart with its margins. */
export interface ChartOptions
  extends Omit<PlotOptions, 'document' | 'style' | 'className' | 'title' | 'caption'> {
  readonly width: number;
  readonly height: number;
}

/**
 * A chart as a group of elements: axes in the muted colour, marks in ink where they say nothing else.
 *
 * @throws Error when Plot finds something odd about the options or the data, of which it would only put a sign in the picture
 */
export function chart({ document, theme }: Frame, options: ChartOptions): Drawing {
  const made = plot({ ...options, document });
  if (made.localName !== 'svg') throw new Error('a figure draws its own title and legend');
  const children = [...made.children].filter(({ localName }) => localName !== 'style');
  const warning = children.find(({ textContent }) => textContent?.includes('\u26a0\ufe0f'));
  if (warning !== undefined) throw new Error(`Plot warns: ${warning.textContent}`);
  return {
    content: element(
      document,
      'g',
      { 'font-size': FONT.small, 'text-anchor': 'middle', color: theme.muted, fill: theme.ink },
      children,
    ),
    width: options.width,
    height: options.height,
  };
}
