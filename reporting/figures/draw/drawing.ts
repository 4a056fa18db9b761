/** Drawings: SVG elements with a known size, and how to place several beside or below each other. */
import type { Frame } from './frame.ts';

/** A group of elements and its size, in pixels from its upper left corner. */
export interface Drawing {
  readonly content: SVGElement;
  readonly width: number;
  readonly height: number;
}

/** A drawing and the position of its upper left corner. */
export interface PlacedDrawing {
  readonly drawing: Drawing;
  readonly x: number;
  readonly y: number;
}

/** Combines several placed drawings into one. */
export function placed({ document }: Frame, parts: readonly PlacedDrawing[]): Drawing {
  return {
    content: element(
      document,
      'g',
      {},
      parts.map(({ drawing: { content }, x, y }) =>
        x === 0 && y === 0
          ? content
          : element(document, 'g', { transform: `translate(${x},${y})` }, [content]),
      ),
    ),
    width: Math.max(0, ...parts.map(({ drawing, x }) => x + drawing.width)),
    height: Math.max(0, ...parts.map(({ drawing, y }) => y + drawing.height)),
  };
}

/** Stacks drawings vertically, `gap` pixels apart. */
export function stacked(frame: Frame, drawings: readonly Drawing[], gap = 0): Drawing {
  let y = 0;
  return placed(
    frame,
    drawings.map((drawing) => {
      const part = { drawing, x: 0, y };
      y += drawing.height + gap;
      return part;
    }),
  );
}

/**
 * Arranges drawings in rows, as many as fit into the frame's width. Every cell is as large as the largest drawing;
 * cells are `gap` pixels apart.
 */
export function tiled(frame: Frame, drawings: readonly Drawing[], gap = 0): Drawing {
  const width = Math.max(0, ...drawings.map((drawing) => drawing.width));
  const height = Math.max(0, ...drawings.map((drawing) => drawing.height));
  const across = Math.max(1, Math.floor((frame.width + gap) / (width + gap)));
  return placed(
    frame,
    drawings.map((drawing, index) => ({
      drawing,
      x: (index % across) * (width + gap),
      y: Math.floor(index / across) * (height + gap),
    })),
  );
}

const SVG = 'http://www.w3.org/2000/svg';

/** Attributes of an element; null ones are left out. */
export type Attributes = Readonly<Record<string, string | number | null>>;

export function element(
  document: Document,
  name: string,
  attributes: Attributes = {},
  content: readonly (Element | string)[] = [],
): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(key, String(value));
  }
  for (const each of content) {
    made.appendChild(typeof each === 'string' ? document.createTextNode(each) : each);
  }
  return made;
}
