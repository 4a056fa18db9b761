/** Elements of the page. What people wrote becomes text, never HTML. */

type Child = Node | string | null;

/** An element with attributes and children; an attribute that is null or false is left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number | boolean | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The element of the page with this id. */
export const at = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;

export function button(
  text: string,
  act: () => void,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

/** Paragraphs in which words between backticks are code. */
export function withCode(text: string): (HTMLElement | string)[] {
  return text.split('`').map((part, place) => (place % 2 === 1 ? element('code', {}, part) : part));
}

/** Offers bytes as a file to keep. */
export function download(name: string, content: BlobPart, type: string): void {
  const href = URL.createObjectURL(new Blob([content], { type }));
  element('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
