/** The formatter: gives a layout's text its canonical form, with the same words and comments in the same order. */
import type { IToken } from 'chevrotain';
import type { Diagnostic } from '../diagnostic.ts';
import { DiagnosticLog } from '../diagnostic-log.ts';
import { parse } from '../parse.ts';
import type { Source } from '../source.ts';
import { divideStatements, type Statement } from '../statements.ts';
import { lexer } from '../tokens.ts';
import { commentText, inOrder, placeComments } from './comments.ts';
import { groupsOf, printGroup } from './group.ts';

/**
 * Formats a layout. Never throws for a mistake in the text: if it cannot be parsed, the text is null and the
 * diagnostics say why. Names and types are not checked.
 *
 * The result has the same syntax tree as the source except for spans, and formatting it again changes nothing.
 */
export function formatText(source: Source): { text: string | null; diagnostics: Diagnostic[] } {
  const { diagnostics } = parse(source);
  if (diagnostics.some(({ severity }) => severity === 'error')) return { text: null, diagnostics };
  const { statements, comments } = read(source.text);
  const items = placeComments(statements, comments);
  const text = groupsOf(items)
    .map((group) => printGroup(group))
    .join('');
  expectSameWords(source.text, text);
  return { text, diagnostics };
}

function read(text: string): { statements: Statement[]; comments: IToken[] } {
  const { tokens, groups } = lexer.tokenize(text);
  return {
    statements: divideStatements(tokens, new DiagnosticLog()),
    comments: inOrder(groups.comments ?? [], groups.docs ?? []),
  };
}

/**
 * Throws unless both texts have the same words. This guards the author's file, which is about to be replaced, against
 * mistakes of the formatter.
 */
function expectSameWords(before: string, after: string): void {
  if (wordsOf(before) !== wordsOf(after)) throw new Error('formatting would change what the layout says');
}

function wordsOf(text: string): string {
  const { statements, comments } = read(text);
  const words = statements.map(({ tokens }) => tokens.map(({ image }) => image));
  return JSON.stringify([words, comments.map(commentText)]);
}
