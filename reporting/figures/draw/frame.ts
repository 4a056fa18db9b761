/** The frame of a figure: its width, its theme, and the document that creates its elements. */
import { THEMES, type Theme, type ThemeName } from './theme.ts';

export interface Frame {
  /** Pixels that there are to draw in, between the edges. What follows from the content is the height. */
  readonly width: number;
  readonly theme: Theme;
  /** Begins the ids in the drawing, so that several figures can stand in one page. */
  readonly prefix: string;
  readonly document: Document;
}

export interface FrameOptions {
  /** Pixels, with the edges; {@link WIDTHS} `normal` when absent. */
  readonly width?: number;
  /** `light` when absent. */
  readonly theme?: ThemeName;
  /** `figure` when absent. */
  readonly prefix?: string;
  /** The page's own in a browser, a light one in Node, when absent. */
  readonly document?: Document;
}

/** Pixels that are left free on every side. */
export const EDGE = 12;

/** Pixels: of a telephone or a column of a paper, and of a page. */
export const WIDTHS = { least: 280, narrow: 360, normal: 720, most: 4000 } as const;

/**
 * @throws RangeError for a width outside {@link WIDTHS} `least` to `most`, or a prefix that no id can begin with
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

/** The page's own; in Node a light one, with no page. */
export async function openDocument(): Promise<Document> {
  const { ownDocument } =
    typeof document === 'undefined'
      ? await import('../node/document.ts')
      : await import('../web/document.ts');
  return ownDocument();
}
