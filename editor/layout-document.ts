/** A layout's text as the services of an editor read it: its words, its statements, and what the compiler says of it. */
import type { IToken } from 'chevrotain';
import { type Analysis, analyseSource } from '../compiler/analyse.ts';
import { DiagnosticLog } from '../grammar/diagnostic.ts';
import type { Span } from '../grammar/source.ts';
import { divideStatements, type Statement, spanOf } from '../grammar/statements.ts';
import { lexer } from '../grammar/tokens.ts';

/** All places in it are offsets of UTF-16 units. */
export interface LayoutDocument {
  readonly text: string;
  readonly analysis: Analysis;
  /** Without comments, in source order. */
  readonly tokens: readonly IToken[];
  readonly statements: readonly Statement[];
  /** The comments and the lines of documentation, in source order. */
  readonly comments: readonly (Span & { readonly isDocumentation: boolean })[];
}

/**
 * Reads a layout, whatever mistakes it has. The services take the result, so that one analysis serves them all.
 *
 * @param name the name of the file in messages
 */
export function readDocument(text: string, name = 'layout.ml'): LayoutDocument {
  const { tokens, groups } = lexer.tokenize(text);
  const { docs = [], comments = [], hashComments = [], openComments = [] } = groups;
  const placed = [...docs.map((token) => ({ ...spanOf(token), isDocumentation: true }))];
  for (const token of [...comments, ...hashComments, ...openComments])
    placed.push({ ...spanOf(token), isDocumentation: false });
  return {
    text,
    analysis: analyseSource({ name, text }),
    tokens,
    statements: divideStatements(tokens, new DiagnosticLog()),
    comments: placed.sort((a, b) => a.start - b.start),
  };
}

/** The token that the offset is in or at the end of; a name is preferred to a sign beside it. */
export function tokenAt({ tokens }: LayoutDocument, offset: number): IToken | null {
  let lo = 0;
  let hi = tokens.length;
  while (lo < hi) {
    const middle = (lo + hi) >> 1;
    if (tokens[middle]!.startOffset <= offset) lo = middle + 1;
    else hi = middle;
  }
  const touches = (token: IToken | undefined) => token !== undefined && offset <= spanOf(token).end;
  const [before, at] = [tokens[lo - 2], tokens[lo - 1]];
  if (!touches(at)) return null;
  const isWord = /^\w/.test(at!.image);
  return !isWord && touches(before) && /^\w/.test(before!.image) ? before! : at!;
}

export function isInComment({ comments, text }: LayoutDocument, offset: number): boolean {
  // A comment to the end of the line goes on at its end; a closed one does not.
  return comments.some(
    ({ start, end }) =>
      start < offset && (offset < end || (offset === end && !text.slice(start, end).endsWith('*/'))),
  );
}

/** The last offset of the line that an offset is in, before its line break. */
export function endOfLine(text: string, offset: number): number {
  const found = /\r\n|\n|\r/.exec(text.slice(offset));
  return found === null ? text.length : offset + found.index;
}

/** The first offset of the line that an offset is in. */
export function startOfLine(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}
