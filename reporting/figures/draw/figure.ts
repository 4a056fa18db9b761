/** A figure: a drawing with its title, caption and text alternative. */

import { type Drawing, element } from './drawing.ts';
import { EDGE, type Frame } from './frame.ts';
import { visibleText } from './text.ts';
import { FONT } from './theme.ts';

export interface FigureWords {
  /** What the figure shows, in one line without a full stop. */
  readonly title: string;
  /** What a reader must know to understand it, in sentences. */
  readonly caption: string;
  /** The text alternative: what can be seen, with the numbers, in sentences. */
  readonly alt: string;
}

export interface FigureSvg extends FigureWords {
  /** An `svg` element as text, for a page or a file. */
  readonly svg: string;
}

/**
 * The drawing with a margin, as SVG with accessible name and description. It has a background unless the page defines
 * the colours.
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

/** Attributes with positions and lengths, which are rounded to two decimals of a pixel. */
const GEOMETRIC = new Set([
  ...['d', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'dx', 'dy', 'cx', 'cy', 'r', 'rx', 'ry', 'width', 'height'],
  ...['points', 'transform', 'viewBox', 'stroke-width', 'font-size', 'stroke-dasharray', 'offset'],
  ...['fill-opacity', 'stroke-opacity', 'opacity'],
]);

const REFERENCE = /url\(#([^)]+)\)/g;

/**
 * The text of an element and its content. Attributes are sorted by name, numbers have two decimals, and ids become the
 * prefix with a number, in order of appearance.
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

/** Escapes text for XML; invisible and forbidden characters become U+FFFD. */
function escaped(text: string): string {
  return visibleText(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
