/** Words in a figure: lines of text that begin at the left, as drawings of their own. */
import { type Drawing, element } from './drawing.ts';
import type { Frame } from './frame.ts';
import { shortened, textWidth, wrapped } from './text.ts';
import { FONT } from './theme.ts';

export interface WordsStyle {
  /** In pixels; {@link FONT} `size` when absent. */
  readonly size?: number;
  readonly weight?: 'normal' | 'bold';
  /** A colour; the theme's ink when absent. */
  readonly color?: string;
  /** How wide they may be; the frame's width when absent. */
  readonly room?: number;
}

const LINE_HEIGHT = 1.35;

/** One line; text that does not fit is cut, and shown whole on pointing at it. */
export function line(frame: Frame, text: string, style: WordsStyle = {}): Drawing {
  const { size = FONT.size, room = frame.width } = style;
  const bold = style.weight === 'bold' ? 1.07 : 1;
  const shown = shortened(text, room / bold, size);
  return lines(frame, [shown], style, shown === text ? null : text);
}

/** Text broken into lines. */
export function paragraph(frame: Frame, text: string, style: WordsStyle = {}): Drawing {
  const { size = FONT.size, room = frame.width } = style;
  return lines(frame, wrapped(text, room, size), style, null);
}

function lines(
  { document, theme }: Frame,
  texts: readonly string[],
  { size = FONT.size, weight = 'normal', color = theme.ink }: WordsStyle,
  whole: string | null,
): Drawing {
  const height = size * LINE_HEIGHT;
  return {
    content: element(
      document,
      'g',
      { 'font-size': size, fill: color, ...(weight === 'bold' ? { 'font-weight': 600 } : {}) },
      texts.map((text, index) =>
        element(document, 'text', { x: 0, y: index * height + size }, [
          text,
          ...(whole === null ? [] : [element(document, 'title', {}, [whole])]),
        ]),
      ),
    ),
    width: Math.max(0, ...texts.map((text) => textWidth(text, size))),
    height: texts.length * height,
  };
}
