/** A name as a terminal, or a line of a file, may show it: none of its characters commands the terminal, ends the line or turns the text around it. */

/**
 * Characters that have no picture of their own: controls (C0, DEL and C1), formatting ones, among which those that turn the direction of
 * a text, halves of pairs, and the separators of lines and paragraphs.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** The escape of one character: `\u{1b}`. */
export function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/**
 * One name, path or sentence, on one line: every character without a picture is written as an escape. `runtime/wasi/printable.ts` and
 * `examples/python/host.py` have the same rule.
 */
export function printable(text: string): string {
  return text.replace(UNSEEN, escaped);
}
