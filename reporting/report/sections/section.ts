/** The frame of every section of a report, and parts that several sections use. */

import type { FigureSvg } from '../../figures/index.ts';
import { type Content, type Html, html, trusted } from '../html.ts';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Content;
  /** Whether it can do nothing without the script, and is hidden then. */
  readonly needsScript?: true;
}

export function renderSection({ id, title, content, needsScript }: Section): Html {
  return html`<section aria-labelledby="${id}"${needsScript === true && html` class="needs-script" hidden`}>
<h2 id="${id}">${title}</h2>
${content}
</section>
`;
}

/** A table that may be wider than the page: it scrolls on its own, also with the keyboard. */
export function scrolling(label: string, table: Content): Html {
  return html`<div class="scroll" role="group" aria-label="${label}" tabindex="0">${table}</div>`;
}

/** A figure with its caption: as wide as the page at most (`fitting`), or in natural size with scrolling. */
export function renderFigure(figure: FigureSvg, size: 'fitting' | 'natural' = 'fitting'): Html {
  return renderPieces([figure], figure, size);
}

/** A figure in pieces, one below another. Each SVG contains its own text alternative. */
export function renderPieces(
  pieces: readonly FigureSvg[],
  { title, caption }: Pick<FigureSvg, 'title' | 'caption'>,
  size: 'fitting' | 'natural' = 'fitting',
): Html {
  // Plot gives its marks an aria-label, which elements without a role must not have; the SVG as a whole is labelled.
  const named = pieces.map(({ svg }) => svg.replace(/(<g\b[^>]*?) aria-label="[^"]*"/g, '$1'));
  return html`<figure${size === 'natural' && html` class="natural"`}>${scrolling(title, trusted(named.join('')))}<figcaption><strong>${title}.</strong> ${caption}</figcaption></figure>`;
}

export function note(kind: 'care' | 'bad', content: Content): Html {
  return html`<div class="note ${kind}">${content}</div>`;
}

/** Text without line breaks between a number and its per cent sign. */
export function typeset(text: string): string {
  return text.replaceAll(/(\d) %/g, '$1\u00a0%');
}
