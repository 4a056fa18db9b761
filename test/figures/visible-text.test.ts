import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { serialise } from '../../reporting/figures/draw/figure.ts';
import { visibleText } from '../../reporting/figures/draw/text.ts';
import { graphDot, graphMermaid, type LayoutGraph } from '../../reporting/figures/graph/layout-graph.ts';
import { escapeHtml, jsonScript } from '../../reporting/report/html.ts';

const MARKS = [
  ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
  ...['\u2066', '\u2067', '\u2068', '\u2069', '\u0000', '\u001b', '\u007f', '\u009b', '\u2028', '\ud800'],
];
const hostile = (mark: string) => `agent${mark}7 <b>`;
/** Hebrew, Arabic with a joiner, and letters with an accent of their own. */
const NAMES = [
  '\u05d0\u05d1\u05d2 7',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  'e\u0301',
  '\u{1f469}\u200d\u{1f52c}',
];

const graphOf = (label: string): LayoutGraph =>
  ({
    name: label,
    plates: [{ id: 'plate', label }],
    nodes: [{ name: label, kind: 'demand', label, note: label, plate: 'plate' }],
    factors: [],
    edges: [],
  }) as unknown as LayoutGraph;
const STYLE = {
  ...{ graph: {}, node: ({ label }: { label: string }) => ({ label }), factor: () => ({}), edge: () => ({}) },
  ...{ plate: {} },
};

function svgOf(text: string): string {
  const { document } = parseHTML('<html></html>');
  const svg = document.createElement('svg');
  const title = document.createElement('title');
  title.textContent = text;
  svg.setAttribute('aria-label', text);
  svg.append(title);
  return serialise(svg as unknown as Element, 'a');
}

const WRITERS: Record<string, (text: string) => string> = {
  SVG: svgOf,
  HTML: escapeHtml,
  'JSON in HTML': (text) => String(jsonScript('data', { text })),
  DOT: (text) => graphDot(graphOf(text), STYLE as never),
  Mermaid: (text) => graphMermaid(graphOf(text)),
};

describe.each(Object.entries(WRITERS))('%s', (_, write) => {
  it('has no mark that turns text around, and no control character', () => {
    for (const mark of MARKS) {
      const written = write(hostile(mark));
      expect(written, mark.codePointAt(0)!.toString(16)).not.toContain(mark);
      expect(written).toMatch(/agent(?:\ufffd|\\u0000|\\u001b|\\ud800)7/);
    }
  });

  it('has names from right to left, joiners and accents as they are', () => {
    for (const name of NAMES) expect(write(name)).toContain(name);
  });
});

it('text keeps its tabs and line ends', () => {
  expect(visibleText('a\tb\r\nc')).toBe('a\tb\r\nc');
});
