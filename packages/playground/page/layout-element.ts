/**
 * `<theodolite-layout>`: a layout in another page, which is checked as it is changed, and fitted. With a compiled module it loads no
 * compiler.
 */
import { button, element, withCode } from './element.ts';
import type { Asked, FitView } from './fit-view.ts';

const asset = (name: string): string => new URL(name, import.meta.url).href;

/** Guards what is shown of one layout. Attributes are read when the element is put into a page. */
class TheodoliteLayout extends HTMLElement {
  connectedCallback(): void {
    if (this.shadowRoot !== null) return;
    const root = this.attachShadow({ mode: 'open' });
    const place = element('div', { class: 'embedded' });
    root.append(element('link', { rel: 'stylesheet', href: asset('theodolite-layout.css') }), place);
    this.#open(place).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      place.append(element('p', { class: 'note notice bad', role: 'alert' }, ...withCode(text)));
    });
  }

  /** @throws Error if a file cannot be fetched, or the attributes name no layout */
  async #open(place: HTMLElement): Promise<void> {
    const asked = await this.#asked();
    // Only what is shown is loaded: the compiler is not for a module.
    const { openView } =
      asked.module === null ? await import('./layout-view.ts') : await import('./module-view.ts');
    const view: FitView = openView(asked, place);
    if (asked.table === null) return;
    const fit = button('Fit', () => void run(), { class: 'primary' });
    const said = element('p', { role: 'status', class: 'muted' });
    const result = element('div');
    const run = async () => {
      if (fit.ariaDisabled === 'true') return;
      fit.ariaDisabled = 'true';
      try {
        result.replaceChildren(await view.fit((text) => said.replaceChildren(text)));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        result.replaceChildren(element('p', { class: 'note notice bad', role: 'alert' }, ...withCode(text)));
      } finally {
        fit.ariaDisabled = 'false';
        said.replaceChildren();
      }
    };
    place.append(element('div', { class: 'buttons run' }, fit, said), result);
    if (this.hasAttribute('fit')) await run();
  }

  async #asked(): Promise<Asked> {
    const [src, data, module] = ['src', 'data', 'module'].map((name) => this.getAttribute(name));
    if (src == null && module == null && (this.textContent ?? '').trim() === '') {
      throw new Error('`<theodolite-layout>` needs a layout: `src`, `module`, or its text between the tags.');
    }
    const [text, table, compiled] = await Promise.all(
      [src, data, module].map((path) => path && fetched(path)),
    );
    return {
      text: text ? new TextDecoder().decode(text) : module == null ? unindented(this.textContent ?? '') : '',
      name: src == null ? 'layout.ml' : nameOf(src),
      module: compiled || null,
      table: table ? { name: nameOf(data!), bytes: table } : null,
      outcome: this.getAttribute('outcome') ?? '',
      options: this.getAttribute('options') ?? '',
    };
  }
}

const nameOf = (path: string): string =>
  decodeURIComponent(new URL(path, document.baseURI).pathname.split('/').at(-1)!);

async function fetched(path: string): Promise<Uint8Array> {
  const response = await fetch(new URL(path, document.baseURI)).catch(() => null);
  if (response === null) throw new Error(`${path} cannot be fetched: its server is not reached.`);
  if (!response.ok) throw new Error(`${path} cannot be fetched: its server answers ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A text without the blanks that all of its lines begin with, as HTML is indented. */
function unindented(text: string): string {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length);
  return `${lines.map((line) => line.slice(Math.min(...indents))).join('\n')}\n`;
}

customElements.define('theodolite-layout', TheodoliteLayout);
