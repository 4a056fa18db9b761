/** The frame of a figure: its width, its theme, and the document that creates its elements. */
import { THEMES, type Theme, type ThemeName } from './theme.ts';

export interface Frame {
  /** Available width in pixels, without the margins. The height follows from the content. */
  readonly width: number;
  readonly theme: Theme;
  /** Prefix of the ids in the drawing, so that several figures can be in one page. */
  readonly prefix: string;
  readonly document: Document;
}

export interface FrameOptions {
  /** In pixels, with margins. Defaults to {@link WIDTHS} `normal`. */
  readonly width?: number;
  /** Defaults to `light`. */
  readonly theme?: ThemeName;
  /** Defaults to `figure`. */
  readonly prefix?: string;
  /** Defaults to the page's document in a browser, and to a light implementation in Node. */
  readonly document?: Document;
}

/** The margin on every side, in pixels. */
export const EDGE = 12;

/** Widths in pixels: `narrow` is for a telephone or a column of a paper, `normal` for a page. */
export const WIDTHS = { least: 280, narrow: 360, normal: 720, most: 4000 } as const;

/**
 * @throws RangeError for a width outside of {@link WIDTHS} `least` to `most`, or a prefix with which no id can begin
 */
export async function openFrame(options: FrameOptions = {}): Promise<Frame> {
  const { width = WIDTHS.normal, theme = 'light', prefix = 'figure' } = options;
  if (!(width >= WIDTHS.least && width <= WIDTHS.most)) {
    throw new RangeError(`a figure is ${WIDTHS.least} to ${WIDTHS.most} pixels wide, not ${width}`);
  }
  if (!/^[a-z][\w-]*$/i.test(prefix)) {
    throw new RangeError(`ids begin with a letter and hold letters, digits, _ and -, unlike \`${prefix}\``);
  }
  return {
    width: width - 2 * EDGE,
    theme: THEMES[theme],
    prefix,
    document: options.document ?? (await openDocument()),
  };
}

/** The document of the page; in Node a light one. */
export async function openDocument(): Promise<Document> {
  const { ownDocument } =
    typeof document === 'undefined'
      ? await import('../node/document.ts')
      : await import('../web/document.ts');
  return ownDocument();
}
