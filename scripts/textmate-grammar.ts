/**
 * The TextMate grammar of layouts, made from the tokens of the language: what editors and pages colour text with before,
 * or without, a language server.
 */
import type { IToken, TokenType } from 'chevrotain';
import { type PieceKind, pieceKind } from '../grammar/highlight.ts';
import * as t from '../grammar/tokens.ts';

export const SCOPE = 'source.theodolite';

/** The scope of each class of text, behind which the name of the language stands. */
export const SCOPES: Readonly<Record<Exclude<PieceKind, 'plain'>, string>> = {
  keyword: 'keyword.declaration',
  word: 'keyword.other',
  call: 'entity.name.function',
  name: 'variable.other',
  number: 'constant.numeric',
  sign: 'keyword.operator',
  documentation: 'comment.line.documentation',
  comment: 'comment',
};

export interface TextMateRule {
  readonly name: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
}

export interface TextMateGrammar {
  readonly name: string;
  readonly scopeName: string;
  readonly patterns: readonly TextMateRule[];
  readonly repository: Readonly<Record<string, never>>;
}

/** The grammar as data; as JSON it is the file that editors read. */
export function textMateGrammar(): TextMateGrammar {
  return {
    name: 'Theodolite layout',
    scopeName: SCOPE,
    patterns: [
      rule('documentation', sourceOf(t.DocLine)),
      { name: scopeOf('comment'), begin: '/\\*', end: '\\*/' },
      rule('comment', '//.*'),
      rule('comment', sourceOf(t.HashComment)),
      rule('name', sourceOf(t.QuotedText)),
      rule('number', sourceOf(t.NumberLiteral)),
      rule('keyword', whole(wordsOfKind('keyword'))),
      rule('word', whole(wordsOfKind('word'))),
      rule('word', `${whole(clauseWords())}(?=\\s+${operand()})`),
      rule('word', `${whole([sourceOf(t.MixtureWord)])}(?=\\s*\\{)`),
      rule('call', `${NAME}(?=\\s*\\()`),
      rule('name', NAME),
      rule(
        'sign',
        `[${signs()
          .map((sign) => `\\${sign}`)
          .join('')}]`,
      ),
    ],
    repository: {},
  };
}

const NAME = sourceOf(t.Identifier);

function sourceOf({ PATTERN }: TokenType): string {
  if (!(PATTERN instanceof RegExp)) throw new Error('the token has no pattern of its own');
  return PATTERN.source;
}

function scopeOf(kind: Exclude<PieceKind, 'plain'>): string {
  return `${SCOPES[kind]}.theodolite`;
}

function rule(kind: Exclude<PieceKind, 'plain'>, match: string): TextMateRule {
  return { name: scopeOf(kind), match };
}

/** Tokens that are words: a longer name is not one of them. */
const WORD_TOKENS = t.allTokens.filter(
  ({ PATTERN, LONGER_ALT }) => PATTERN instanceof RegExp && LONGER_ALT !== undefined,
);

/** The class of a word where nothing follows it that would decide. */
function kindOfWord(tokenType: TokenType): PieceKind {
  const token = { tokenType, tokenTypeIdx: tokenType.tokenTypeIdx!, image: sourceOf(tokenType) };
  return pieceKind(token as IToken, undefined);
}

function wordsOfKind(kind: PieceKind): string[] {
  return WORD_TOKENS.filter((each) => kindOfWord(each) === kind).map(sourceOf);
}

/** The words that may be names too, and are words of the language only in front of an operand. */
function clauseWords(): string[] {
  return wordsOfKind('name');
}

/** The beginning of an operand: a name, a number or `not`. */
function operand(): string {
  const others = [...wordsOfKind('keyword'), ...wordsOfKind('word')].filter(
    (word) => word !== sourceOf(t.Not),
  );
  return `(?!${whole(others)})(?:[A-Za-z_]|\\.?\\d)`;
}

function whole(words: readonly string[]): string {
  return `(?:${words.join('|')})(?![A-Za-z0-9_])`;
}

/** The signs of one character. */
function signs(): string[] {
  return t.allTokens.flatMap(({ PATTERN }) => (typeof PATTERN === 'string' ? [PATTERN] : []));
}
