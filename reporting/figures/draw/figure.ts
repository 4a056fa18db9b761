/** A figure: a drawing with the words that belong to it. */

import { type Drawing, element } from './drawing.ts';
import { EDGE, type Frame } from './frame.ts';
import { visibleText } from './text.ts';
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

/** Attributes of numbers that are places and lengths, which two decimals of a pixel are enough for. */
const GEOMETRIC = new Set([
  ...['d', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'dx', 'dy', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height'],
  ...['points', 'transform', 'viewBox', 'stroke-width', 'font-size', 'stroke-dasharray', 'offset'],
  ...['fill-opacity', 'stroke-opacity', 'opacity'],
]);

const REFERENCE = /url\(#([^)]+)\)/g;

/**
 * The text of an element and all within. Attributes are in the order of their names, numbers have two decimals, and ids
 * become the prefix with a number, in the order in which they appear.
 */
export function serialise(root: Element, prefix: string): string {
  return textOf(root, renamedIds(root, prefix));
}

function renamedIds(root: Element, prefix: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const visit = (element: Element) => {
    const id = element.getAttribute('id');
    if (id !== null) ids.set(id, `${prefix}-${ids.size + 1}`);
    for (const child of element.children) visit(child);
  };
  visit(root);
  return ids;
}

function textOf(element: Element, ids: ReadonlyMap<string, string>): string {
  const name = element.localName;
  const attributes = [...element.attributes]
    .map(({ name: key, value }): [string, string] => [key, attributeOf(key, value, ids)])
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => ` ${key}="${escaped(value).replace(/"/g, '&quot;')}"`)
    .join('');
  const content = [...element.childNodes].map((child) => contentOf(child, ids)).join('');
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

function contentOf(node: ChildNode, ids: ReadonlyMap<string, string>): string {
  if (node.nodeType === node.ELEMENT_NODE) return textOf(node as Element, ids);
  return node.nodeType === node.TEXT_NODE ? escaped(node.nodeValue ?? '') : '';
}

function attributeOf(name: string, value: string, ids: ReadonlyMap<string, string>): string {
  if (GEOMETRIC.has(name)) return value.replace(/-?\d*\.\d+(?:e-?\d+)?|-?\d+e-?\d+/gi, rounded);
  if (name === 'id') return ids.get(value)!;
  if (name === 'aria-labelledby' || name === 'aria-describedby') {
    return value
      .split(' ')
      .map((id) => ids.get(id) ?? id)
      .join(' ');
  }
  if (name === 'href') return value.startsWith('#') ? `#${ids.get(value.slice(1)) ?? value.slice(1)}` : value;
  return value.replace(REFERENCE, (_, id: string) => `url(#${ids.get(id) ?? id})`);
}

function rounded(number: string): string {
  const value = Math.round(Number(number) * 100) / 100;
  return String(value === 0 ? 0 : value);
}

/** What XML cannot hold, and what cannot be seen, becomes the sign for what cannot be shown. */
function escaped(text: string): string {
  return visibleText(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
