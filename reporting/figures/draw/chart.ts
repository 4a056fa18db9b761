/** Charts by Observable Plot. Only this file calls it. */
import { type PlotOptions, plot } from '@observablehq/plot';
import { type Drawing, element } from './drawing.ts';
import type { Frame } from './frame.ts';
import { FONT } from './theme.ts';

/** Options of Observable Plot, without those that all figures share. The size includes the margins. */
export interface ChartOptions
  extends Omit<PlotOptions, 'document' | 'style' | 'className' | 'title' | 'caption'> {
  readonly width: number;
  readonly height: number;
}

/**
 * A chart as a group of elements. Axes have the muted colour; marks are in ink by default.
 *
 * @throws Error when Plot warns about the options or the data: it would only draw a warning sign
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
