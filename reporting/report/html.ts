/** HTML templates that escape by construction: strings become text, and only `Html` values stay markup. */
import { visibleText } from '../figures/draw/text.ts';

/** A piece of safe HTML. Only this file can create one. */
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

/** What a template may contain; null, undefined and false are rendered as nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** A template of HTML. Attributes must be quoted, so that inserted values cannot end them. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return Html.of(
    parts.reduce((markup, part, index) => {
      return `${markup}${render(contents[index - 1])}${part}`;
    }),
  );
}

/** Trusted markup that is not a template: a style, a script, a serialised figure. */
export function trusted(markup: string): Html {
  return Html.of(markup);
}

/** Joins pieces with a separator. */
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

/** Escapes text for elements and quoted attributes, and replaces invisible characters. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** A value as JSON in a `script` element; `<` is escaped, so that the value cannot end the element. */
export function jsonScript(id: string, value: unknown): Html {
  const json = visibleText(JSON.stringify(value)).replaceAll('<', '\\u003c');
  return html`<script type="application/json" id="${id}">${trusted(json)}</script>`;
}
