/** Text from a file or the command line as a terminal may show it. */

/** Control and formatting characters are written as escapes, so that a table's cell cannot command the terminal. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}
