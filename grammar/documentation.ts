/** Attaches each `///` line to the statement below it. */
import type { IToken } from 'chevrotain';
import type { DiagnosticLog } from './diagnostic.ts';
import { visible } from './quote.ts';
import { inWords } from './remedy.ts';
import { endsTable, type Statement, spanOf } from './statements.ts';

/**
 * Control characters and characters that change text direction. A terminal or a page would obey them wherever
 * documentation is shown.
 */
const COMMANDS = /(?!\t)[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;

/**
 * The documentation of each statement: the `///` lines between the end of the previous statement and its own start,
 * joined by line breaks, with control characters escaped. A `///` line inside a statement, at the end of its line, or
 * after the last statement documents nothing and gets a warning.
 */
export function attachDocumentation(
  docLines: readonly IToken[],
  statements: readonly Statement[],
  log: DiagnosticLog,
): ReadonlyMap<Statement, string> {
  const lines = new Map<Statement, string[]>();
  let next = 0;
  for (const line of docLines) {
    const { start } = spanOf(line);
    while ((statements[next]?.span.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const above = statements[next - 1]?.tokens.at(-1);
    const under = statements[next];
    const isBehind = above !== undefined && above.endLine === line.startLine;
    if (under === undefined || isBehind || under.span.start < start || endsTable(under)) {
      log.warning(
        'stray-documentation',
        spanOf(line),
        'This `///` line documents nothing.',
        inWords(
          'Put it on a line above a declaration, or write `//` for a comment.',
          { start: spanOf(line).start, end: spanOf(line).start + 3 },
          '//',
        ),
      );
      continue;
    }
    const text = line.image.slice(3).trim().replace(COMMANDS, visible);
    const known = lines.get(under);
    if (known === undefined) lines.set(under, [text]);
    else known.push(text);
  }
  return new Map([...lines].map(([statement, texts]) => [statement, texts.join('\n')]));
}
