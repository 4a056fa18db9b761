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

/** A figure with its caption, in natural size: it scrolls where it is wider than the page. A telephone has one that is drawn for it. */
export function renderNatural(figure: FigureSvg, narrow: FigureSvg): Html {
  return html`<figure class="natural"><div class="for-wide">${scrolling(figure.title, svgOf([figure]))}</div><div class="for-narrow">${svgOf([narrow])}</div>${captionOf(figure)}</figure>`;
}

/**
 * A figure in pieces, one below another, as it is drawn for a page and for a telephone: the style shows one of the two. Each
 * SVG contains its own text alternative.
 */
export function renderDrawn(
  { wide, narrow }: { readonly wide: readonly FigureSvg[]; readonly narrow: readonly FigureSvg[] },
  described: Described,
): Html {
  return html`<figure><div class="for-wide">${svgOf(wide)}</div><div class="for-narrow">${svgOf(narrow)}</div>${captionOf(described)}</figure>`;
}

/** A figure in narrow pieces: side by side on a page, one below another on a telephone. */
export function renderBeside(pieces: readonly FigureSvg[], described: Described): Html {
  return html`<figure><div class="beside">${svgOf(pieces)}</div>${captionOf(described)}</figure>`;
}

type Described = Pick<FigureSvg, 'title' | 'caption'>;

function captionOf({ title, caption }: Described): Html {
  return html`<figcaption><strong>${title}.</strong> ${caption}</figcaption>`;
}

function svgOf(pieces: readonly FigureSvg[]): Html {
  // Plot gives its marks an aria-label, which elements without a role must not have; the SVG as a whole is labelled.
  return trusted(pieces.map(({ svg }) => svg.replace(/(<g\b[^>]*?) aria-label="[^"]*"/g, '$1')).join(''));
}

/** What a cell is sorted by. A table of a hundred subjects has thousands of cells: seven digits are enough. */
export function sortKey(value: number | null | undefined): string {
  return value == null ? '' : `${Number(value.toPrecision(7))}`;
}

export function note(kind: 'care' | 'bad', content: Content): Html {
  return html`<div class="note ${kind}">${content}</div>`;
}

/** Text without line breaks between a number and its per cent sign. */
export function typeset(text: string): string {
  return text.replaceAll(/(\d) %/g, '$1\u00a0%');
}
