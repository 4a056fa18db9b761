/** Gives each `///` line to the statement under it. */
import type { IToken } from 'chevrotain';
import type { DiagnosticLog } from './diagnostic-log.ts';
import { visible } from './quote.ts';
import { type Statement, spanOf } from './statements.ts';

/** Control characters, and those that turn the direction of a text: a terminal or a page would obey them where documentation is shown. */
const COMMANDS = /(?!\t)[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;

/**
 * The documentation of each statement: the `///` lines between the end of the statement above and its start, joined
 * by line ends. What a terminal would obey is written as an escape. A `///` line inside a statement, behind one, or under the last documents nothing, which is a warning.
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
    if (under === undefined || isBehind || under.span.start < start) {
      log.warning(
        'stray-documentation',
        spanOf(line),
        'This `///` line documents nothing.',
        'Put it on a line above a declaration, or write `//` for a comment.',
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
