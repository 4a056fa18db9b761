/** The tokens of a statement with the space before each, and whether a line may break there. */
import { type IToken, tokenMatcher } from 'chevrotain';
import { beginsStatementBelow, closers, mayEnd, openers } from '../statements.ts';
import * as t from '../tokens.ts';
import type { Comment, CommentedStatement } from './comments.ts';

export interface Word {
  readonly token: IToken;
  /** The number of brackets open around it. A bracket itself has the depth of what is outside its pair. */
  readonly depth: number;
  /** Whether it is an operator between two operands. */
  readonly isInfix: boolean;
  /** Whether it is the colon of `all skill: …`. */
  readonly isJoin: boolean;
  /** Whether it begins a clause behind the distribution of an outcome. */
  readonly isClause: boolean;
  readonly space: '' | ' ';
  /** Whether it may start a line without starting a new statement. */
  readonly mayBeginLine: boolean;
  /** The comments before it. */
  readonly comments: readonly Comment[];
}

/** Begin the parts of a declaration: its unit, its domain, its prior or value. */
const signs: ReadonlySet<IToken['tokenType']> = new Set([t.Colon, t.Tilde, t.Equals, t.In, t.Missing]);

export function isSign({ token, depth, isJoin }: Word): boolean {
  return depth === 0 && signs.has(token.tokenType) && !isJoin;
}

export function wordsOf({ statement: { tokens }, inside }: CommentedStatement): Word[] {
  const words: Word[] = [];
  let depth = 0;
  let isUnit = false;
  let isValue = false;
  tokens.forEach((token, i) => {
    const previous = words.at(-1);
    const isClosing = closers.has(token.tokenType);
    if (isClosing) depth -= 1;
    const isJoin = depth === 0 && isValue && token.tokenType === t.Colon;
    if (depth === 0 && signs.has(token.tokenType) && !isJoin) isUnit = token.tokenType === t.Colon;
    if (depth === 0 && [t.Tilde, t.Equals].includes(token.tokenType)) isValue = true;
    const isInfix =
      previous !== undefined && tokenMatcher(token, t.BinaryOperatorToken) && mayEnd(previous.token);
    const isClause =
      tokenMatcher(token, t.ClauseWord) &&
      tokens[0]?.tokenType === t.Observe &&
      previous !== undefined &&
      mayEnd(previous.token) &&
      !t.beginsColumn(previous.token);
    const space =
      previous === undefined ? '' : spaceBefore(token, previous, { depth, isClosing, isUnit, isJoin });
    words.push({
      token,
      depth,
      isInfix,
      isJoin,
      isClause,
      space,
      mayBeginLine:
        previous !== undefined && !beginsStatementBelow(previous.token, token, tokens[i + 1], depth > 0),
      comments: inside.get(token) ?? [],
    });
    if (openers.has(token.tokenType)) depth += 1;
  });
  return words;
}

interface Surroundings {
  readonly depth: number;
  readonly isClosing: boolean;
  /** Whether it is in a unit after a colon, where powers are written without spaces: `m / s^2`. */
  readonly isUnit: boolean;
  readonly isJoin: boolean;
}

function spaceBefore(
  { tokenType }: IToken,
  previous: Word,
  { depth, isClosing, isUnit, isJoin }: Surroundings,
): '' | ' ' {
  const before = previous.token.tokenType;
  if (tokenType === t.Comma || (tokenType === t.Colon && (depth > 0 || isJoin))) return '';
  if (isClosing || openers.has(before)) return '';
  if (isUnit && (tokenType === t.Caret || before === t.Caret)) return '';
  if (before === t.Minus && !previous.isInfix) return '';
  const isCallOrIndex = tokenType === t.LParen || tokenType === t.LBracket;
  if (isCallOrIndex && !previous.isInfix && tokenMatcher(previous.token, t.Callee)) return '';
  return ' ';
}
