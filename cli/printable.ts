/** Text from a file, a module or the command line as a terminal may show it: none of its characters commands the terminal or turns the text around it. */

import { escaped, printable, UNSEEN } from '../host/printable.ts';

export { printable };

/** The styles that we write ourselves: bold and dim, the colours of the text, and the ends of these. Nothing conceals, blinks or moves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const STYLED = /(\u001b\[(?:1|2|22|3[1-69])m)|[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * A whole output, which keeps its lines and tabs, and our own styles where the stream shows them. What names are in it has gone
 * through `printable` before where a line break in a name would be taken for one of ours.
 */
export function shownText(text: string, hasStyles: boolean): string {
  return text.replace(STYLED, (found, style: string | undefined) => {
    if (found === '\n' || found === '\t') return found;
    if (style === undefined) return escaped(found);
    return hasStyles ? style : printable(style);
  });
}

/** JSON that is the same value, with escapes of its own for what JSON may hold as it is and a terminal must not see. */
export function shownJson(json: string): string {
  return json.replace(UNSEEN, (character) =>
    character === '\n'
      ? character
      : character
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  );
}
