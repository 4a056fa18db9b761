/** A figure: a drawing with the words that belong to it. */
import type { Drawing } from './drawing.ts';
import { element } from './element.ts';
import { EDGE, type Frame } from './frame.ts';
import { serialise } from './serialise.ts';
import { FONT } from './theme.ts';

export interface FigureWords {
  /** One line that says what the figure shows, without a full stop. */
  readonly title: string;
  /** What a reader must know to read it, in sentences. */
  readonly caption: string;
  /** What is to be seen, in sentences with the numbers, for who cannot see it. */
  readonly alt: string;
}

export interface FigureSvg extends FigureWords {
  /** An `svg` element as text, which can stand in a page or be a file. */
  readonly svg: string;
}

/**
 * The drawing between edges, as high as it is, as SVG that is named and described by its words. It has the theme's paper behind it
 * where the theme has colours of its own.
 */
export function figure(frame: Frame, drawing: Drawing, { title, caption, alt }: FigureWords): FigureSvg {
  const { document, theme, prefix } = frame;
  const width = frame.width + 2 * EDGE;
  const height = Math.ceil(drawing.height) + 2 * EDGE;
  const svg = element(
    document,
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': 'title',
      'aria-describedby': 'description',
      'font-family': FONT.family,
      'font-size': FONT.size,
      fill: theme.ink,
      color: theme.ink,
    },
    [
      element(document, 'title', { id: 'title' }, [title]),
      element(document, 'desc', { id: 'description' }, [alt]),
      ...(theme.name === 'page' ? [] : [element(document, 'rect', { width, height, fill: theme.paper })]),
      element(document, 'g', { transform: `translate(${EDGE},${EDGE})` }, [drawing.content]),
    ],
  );
  return { svg: `${serialise(svg, prefix)}\n`, title, caption, alt };
}
