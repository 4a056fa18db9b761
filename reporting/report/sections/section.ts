/** The frame that every section of a report has, and the parts that several use. */

import type { FigureSvg } from '../../figures/index.ts';
import { type Content, type Html, html, trusted } from '../html.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Content;
}

export function renderSection({ id, title, content }: Section): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>
`;
}

/** A table that may be wider than the page: it scrolls by itself, with the keyboard too. */
export function scrolling(label: string, table: Content): Html {
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0">${table}</div>`;
}

/** A figure with its words below it, on a screen no wider than the page, or about as large as it is and to be scrolled. */
export function renderFigure(figure: FigureSvg, size: 'fitting' | 'natural' = 'fitting'): Html {
  return renderPieces([figure], figure, size);
}

/** A figure in pieces one below another; what is to be seen in each stands in its SVG, for who cannot see it. */
export function renderPieces(
  pieces: readonly FigureSvg[],
  { title, caption }: Pick<FigureSvg, 'title' | 'caption'>,
  size: 'fitting' | 'natural' = 'fitting',
): Html {
  // Plot names its marks, which without a role of their own may have no name; the picture as a whole has one.
  const named = pieces.map(({ svg }) => svg.replace(/(<g\b[^>]*?) aria-label="[^"]*"/g, '$1'));
  return html`<figure${size === 'natural' && html` class="natural"`}>${scrolling(title, trusted(named.join('')))}<figcaption><strong>${title}.</strong> ${caption}</figcaption></figure>`;
}

export function note(kind: 'care' | 'bad', content: Content): Html {
  return html`<div class="note ${kind}">${content}</div>`;
}

/** Running text in which no line ends between a number and its per cent. */
export function typeset(text: string): string {
  return text.replaceAll(/(\d) %/g, '$1\u00a0%');
}
