/** Text in a figure: left-aligned lines as drawings. */
import { type Drawing, element } from './drawing.ts';
import type { Frame } from './frame.ts';
import { shortened, textWidth, wrapped } from './text.ts';
import { FONT } from './theme.ts';

export interface WordsStyle {
  /** In pixels. Defaults to {@link FONT} `size`. */
  readonly size?: number;
  readonly weight?: 'normal' | 'bold';
  /** Defaults to the theme's ink. */
  readonly color?: string;
  /** Maximum width. Defaults to the width of the frame. */
  readonly room?: number;
}

const LINE_HEIGHT = 1.35;

/** One line. Text that does not fit is cut; the whole text is its tooltip. */
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
