/** HTML that is escaped by construction: text put into a template becomes text, and only HTML made here stays HTML. */
import { visibleText } from '../figures/draw/text.ts';

/** Guards a piece of HTML: nothing but this file makes one. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }

  /** Use `html` and `trusted`. */
  static of(markup: string): Html {
    return new Html(markup);
  }
}

/** What may stand in a template: nothing at all for null, undefined and false. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** A template of HTML. Attributes must be quoted: what is put between the quotes stays there. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return Html.of(
    parts.reduce((markup, part, index) => {
      return `${markup}${render(contents[index - 1])}${part}`;
    }),
  );
}

/** Markup of our own that is no template: a style, a script, a figure that a DOM has written. */
export function trusted(markup: string): Html {
  return Html.of(markup);
}

/** Pieces one after another, between each two of them a separator. */
export function joined(pieces: readonly Content[], separator: Content): Html {
  return html`${pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece]))}`;
}

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.toString();
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content));
  return content.map(render).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML has it, in elements and in quoted attributes. What HTML cannot have, or nobody would see, is replaced. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A value as JSON in a `script` of data, which no `<` can end. */
export function jsonScript(id: string, value: unknown): Html {
  const json = visibleText(JSON.stringify(value)).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="${id}">${trusted(json)}</script>`;
}
