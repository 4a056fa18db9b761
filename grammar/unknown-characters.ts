/** Reports characters that are not part of the language. */
import type { ILexingError, IToken } from 'chevrotain';
import type { DiagnosticLog } from './diagnostic.ts';
import { quote, visible } from './quote.ts';
import { inWords, type Remedy, writeInstead } from './remedy.ts';
import type { Source, Span } from './source.ts';
import { type Statement, spanOf } from './statements.ts';
import { CategoryKeyword, NumberLiteral, Observe, QuotedText, Tilde } from './tokens.ts';

/** What stands for a condition. */
export const IF =
  'With a flag `f` write `mix(f, p, q)` for probabilities, which is `p` where it is 0 and `q` where it is 1, and `(1 - f) * x + f * y` for numbers.';

/** Signs of other languages, and the same in this one. */
const substitutes: ReadonlyMap<string, string> = new Map([
  ['−', '-'],
  ['–', '-'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['&', 'and'],
  ['&&', 'and'],
  ['|', 'or'],
  ['||', 'or'],
  ['!', 'not'],
  ['∞', 'inf'],
]);

const remedies: ReadonlyMap<string, string> = new Map([
  ['.', 'Write a range as `in [0, 10]`, and a digit after the point of a number.'],
  ['?', IF],
  ['%', 'Write a percentage as a number, such as 0.25.'],
  [
    '"',
    'Close the quotes on the same line: only the levels that a `category` lists, and the values of an outcome, are in quotes.',
  ],
  ["'", 'There is no quoted text in a layout; write names as they are.'],
]);

const comparisons = new Set(['<', '>', '≤', '≥', '≠']);

/** Reports each run of characters that the lexer could not read, and returns their spans. */
export function reportUnknownCharacters(
  source: Source,
  errors: readonly ILexingError[],
  log: DiagnosticLog,
): Span[] {
  return errors.map(({ offset, length }) => {
    const span = { start: offset, end: offset + length };
    const text = source.text.slice(span.start, span.end);
    const first = [...text.slice(0, 2)][0] ?? '';
    if (comparisons.has(first)) {
      reportComparison(span, log);
    } else if (/^\p{L}/u.test(text)) {
      log.error(
        'unknown-character',
        span,
        `A name cannot contain ${quote(text)}.`,
        'Names are made of the letters a to z and A to Z, digits and `_`.',
      );
    } else {
      log.error(
        'unknown-character',
        span,
        `The language has no ${[...text].length === 1 ? 'character' : 'characters'} ${quote(text)}.`,
        remedyOf(text, first, span),
      );
    }
    return span;
  });
}

/** What to do about characters that the lexer could not read, the first of which is given. */
function remedyOf(text: string, first: string, span: Span): Remedy | string {
  const substitute = substitutes.get(text) ?? substitutes.get(first);
  if (substitute !== undefined) {
    const isWhole = substitutes.has(text);
    const words = `Write ${quote(substitute)}.`;
    // A word needs a space before what follows it, such as the name in `!flag`.
    return isWhole ? inWords(words, span, /[a-z]$/.test(substitute) ? `${substitute} ` : substitute) : words;
  }
  if (first === ';') return inWords('Leave it out: a statement ends at the end of its line.', span);
  const known = remedies.get(text) ?? remedies.get(first);
  if (known !== undefined) return known;
  return inWords(
    `Remove ${visible(first) === first ? 'it' : 'it: it is invisible, and may come from copied text'}.`,
    span,
  );
}

/**
 * Reports quoted text, except among the levels of a category and the values of an outcome. True if there was some: the
 * statement then cannot be read.
 */
export function reportQuotedText({ first, tokens }: Statement, log: DiagnosticLog): boolean {
  const tilde = tokens.findIndex(({ tokenType }) => tokenType === Tilde);
  const listed = first.tokenType === Observe ? (tilde < 0 ? tokens.length : tilde) : 0;
  const quoted =
    first.tokenType === CategoryKeyword
      ? []
      : tokens.slice(listed).filter((each) => each.tokenType === QuotedText);
  for (const token of quoted) {
    log.error(
      'unknown-character',
      spanOf(token),
      'There is no quoted text here.',
      'Write names as they are: only the levels that a `category` lists, and the values of an outcome, may be in quotes.',
    );
  }
  return quoted.length > 0;
}

/** Reports a number in which `_` separates thousands: the lexer reads what follows the first `_` as a unit. */
export function reportSeparator(number: IToken, next: IToken | undefined, log: DiagnosticLog): void {
  const end = number.startOffset + number.image.length;
  if (number.tokenType !== NumberLiteral || next?.startOffset !== end || !/^_[\d_]+$/.test(next.image))
    return;
  log.error(
    'separator',
    { start: number.startOffset, end: end + next.image.length },
    'A number has no `_` in it.',
    writeInstead(
      { start: number.startOffset, end: end + next.image.length },
      `${number.image}${next.image.replaceAll('_', '')}`,
    ),
  );
}

/** Reports `<`, `==` and other comparisons. */
export function reportComparison(span: Span, log: DiagnosticLog): void {
  log.error(
    'not-in-this-version',
    span,
    'This version does not have comparisons yet.',
    'Make a column of the data that says whether it holds, and declare it `: flag`.',
  );
}
