/** Text of tables and layouts as pictures and pages may show it: what cannot be seen, and changes what is, has a sign in its place. */

/**
 * Control characters, halves of characters, ends of lines and paragraphs of Unicode, and the marks that turn the direction of what follows
 * (Unicode Standard Annex 9, 2): with these a name could show as another, or a number as its digits in another order. Letters of
 * scripts from right to left need none of them, nor do the joiners that stay. Tabs and ends of lines stay too.
 */
const UNSEEN =
  /(?![\t\n\r])[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** The text with U+FFFD for each of them. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, '\ufffd');
}
