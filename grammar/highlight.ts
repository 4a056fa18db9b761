/** Divides a layout's text into classified pieces for syntax highlighting. */
import { type IToken, tokenMatcher } from 'chevrotain';
import * as t from './tokens.ts';

/** The class of a piece of text. `plain` is the text between words, and anything the language does not know. */
export type PieceKind =
  | 'keyword'
  | 'word'
  | 'call'
  | 'name'
  | 'number'
  | 'sign'
  | 'documentation'
  | 'comment'
  | 'plain';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** The whole text as pieces; joined, they give the text again. Never throws, whatever the text. */
export function highlight(text: string): Piece[] {
  const { tokens, groups } = t.lexer.tokenize(text);
  const found = [
    ...tokens.map((token, index) => ({ token, kind: pieceKind(token, tokens[index + 1]) })),
    ...ofKind(groups.docs, 'documentation'),
    ...ofKind(groups.comments, 'comment'),
    ...ofKind(groups.hashComments, 'comment'),
    ...ofKind(groups.openComments, 'comment'),
  ].sort((a, b) => a.token.startOffset - b.token.startOffset);
  const pieces: Piece[] = [];
  let end = 0;
  const plainUpTo = (offset: number) => {
    if (offset > end) pieces.push({ kind: 'plain', text: text.slice(end, offset) });
  };
  for (const { token, kind } of found) {
    plainUpTo(token.startOffset);
    pieces.push({ kind, text: token.image });
    end = token.startOffset + token.image.length;
  }
  plainUpTo(text.length);
  return pieces;
}

function ofKind(tokens: readonly IToken[] | undefined, kind: PieceKind) {
  return (tokens ?? []).map((token) => ({ token, kind }));
}

/** Words of the language that stand inside a statement. */
const WORDS: ReadonlySet<IToken['tokenType']> = new Set([
  t.And,
  t.Or,
  t.Not,
  t.In,
  t.Missing,
  t.Choose,
  t.Correlated,
  t.Centred,
  t.NonCentred,
]);

/** Words of a clause, which may be names elsewhere: no name is followed by another one or by a number. */
const CLAUSE_WORDS: ReadonlySet<IToken['tokenType']> = new Set([
  t.Weight,
  t.Count,
  t.Censored,
  t.Where,
  t.Below,
  t.Above,
  t.To,
  t.OrderedWord,
  t.By,
  t.SumWord,
]);

/** The class of a token, which the one behind it may decide. */
export function pieceKind(token: IToken, next: IToken | undefined): PieceKind {
  if (tokenMatcher(token, t.Keyword)) return 'keyword';
  if (CLAUSE_WORDS.has(token.tokenType) && next !== undefined && beginsOperand(next)) return 'word';
  if (WORDS.has(token.tokenType)) return 'word';
  if (token.tokenType === t.MixtureWord && next?.tokenType === t.LBrace) return 'word';
  if (token.tokenType === t.NumberLiteral) return 'number';
  if (token.tokenType === t.QuotedText) return 'name';
  if (!t.isName(token)) return 'sign';
  return next?.tokenType === t.LParen ? 'call' : 'name';
}

function beginsOperand(token: IToken): boolean {
  return t.isName(token) || [t.NumberLiteral, t.Not].includes(token.tokenType);
}
