/**
 * Makes a name safe for a terminal, or for a line of a file: no character controls the terminal, ends the line or
 * reverses the surrounding text.
 */

/**
 * Invisible characters: controls (C0, DEL and C1), formatting characters, including those that change text direction,
 * lone surrogates, and separators of lines and paragraphs.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** The escape of one character: `\u{1b}`. */
export function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/**
 * One name, path or sentence, on one line: every invisible character is written as an escape.
 * `runtime/wasi/printable.ts` and `examples/python/host.py` have the same rule.
 */
export function printable(text: string): string {
  return text.replace(UNSEEN, escaped);
}
