/**
 * Makes text from a file, a module or the command line safe for a terminal: no character controls the terminal or
 * reverses the surrounding text.
 */

import { escaped, printable, UNSEEN } from '../host/printable.ts';

export { printable };

/** The styles that we write ourselves: bold, dim, text colours, and their ends. None conceals, blinks or moves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const STYLED = /(\u001b\[(?:1|2|22|3[1-69])m)|[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * A whole output. It keeps its line breaks and tabs, and our own styles if the stream shows them. Names in it must have
 * gone through `printable` first, because a line break in a name would look like one of ours.
 */
export function shownText(text: string, hasStyles: boolean): string {
  return text.replace(STYLED, (found, style: string | undefined) => {
    if (found === '\n' || found === '\t') return found;
    if (style === undefined) return escaped(found);
    return hasStyles ? style : printable(style);
  });
}

/** JSON of the same value, in which characters that are unsafe for a terminal are escaped. */
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
