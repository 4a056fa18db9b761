/** Reports characters that are not part of the language. */
import type { ILexingError } from 'chevrotain';
import type { DiagnosticLog } from './diagnostic.ts';
import { quote, visible } from './quote.ts';
import type { Source, Span } from './source.ts';

const remedies: ReadonlyMap<string, string> = new Map([
  [';', 'Leave it out: a statement ends at the end of its line.'],
  ['−', 'Write `-`.'],
  ['–', 'Write `-`.'],
  ['×', 'Write `*`.'],
  ['·', 'Write `*`.'],
  ['÷', 'Write `/`.'],
  ['&', 'Write `and`.'],
  ['&&', 'Write `and`.'],
  ['|', 'Write `or`.'],
  ['||', 'Write `or`.'],
  ['!', 'Write `not`.'],
  ['.', 'Write a range as `in [0, 10]`, and a digit after the point of a number.'],
  ['%', 'Write a percentage as a number, such as 0.25.'],
  ['∞', 'Write `inf`.'],
  ['"', 'There is no quoted text in a layout; write names as they are.'],
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
        remedies.get(text) ??
          remedies.get(first) ??
          `Remove ${visible(first) === first ? 'it' : 'it: it is invisible, and may come from copied text'}.`,
      );
    }
    return span;
  });
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
