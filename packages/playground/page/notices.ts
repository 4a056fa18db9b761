/** What the page says: of what went wrong, and of what was done. */
import { element, withCode } from './element.ts';

type Tone = 'bad' | 'care' | 'plain';

/** Says something in one of the places for it, in place of what was said there. An empty text says nothing. */
export function tell(place: 'said' | 'table-said' | 'fit-said', content: unknown, tone: Tone = 'bad'): void {
  const shown = Array.isArray(content) ? (content as Node[]) : [notice(textOf(content), tone)];
  document.getElementById(place)!.replaceChildren(...(content === '' ? [] : shown));
}

const textOf = (content: unknown): string => (content instanceof Error ? content.message : String(content));

const notice = (text: string, tone: Tone): HTMLElement =>
  element('div', { class: `note notice ${tone}` }, element('p', {}, ...withCode(text)));

/** `error: what` with `= help: what to do` below it, in the command's words, as parts of the page. */
export function notices(text: string): HTMLElement[] {
  const parts = text.split(/^(?=(?:error|warning|note|hint)\b)/m).filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const [, kind = '', rest = part] =
      /^(error|warning|note|hint)(?:\[[\w-]+\])?: ([\s\S]*)$/.exec(part) ?? [];
    const tone = kind === 'error' ? 'bad' : kind === 'warning' ? 'care' : 'plain';
    // The text of a layout below a message keeps its columns.
    if (/^\s*(?:-->|\d+ [|│])/m.test(rest)) {
      return element('pre', { class: `notice ${tone}`, tabindex: 0 }, part.trimEnd());
    }
    const [message = '', ...helps] = rest.trim().split(/\n\s*= help: /);
    return element(
      'div',
      { class: `note notice ${tone}` },
      element('p', {}, ...(kind === '' ? [] : [element('strong', {}, `${kind}: `)]), ...withCode(message)),
      ...helps.map((help) => element('p', {}, ...withCode(help))),
    );
  });
}
