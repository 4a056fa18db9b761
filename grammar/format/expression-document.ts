/**
 * Turns the words of an expression into a document: lines may break before infix operators and after commas, and
 * continue at the column where the expression starts.
 */
import { binaryPrecedence } from '../build-expression.ts';
import { closers, openers } from '../statements.ts';
import type { BinaryOperator } from '../syntax.ts';
import * as t from '../tokens.ts';
import {
  block,
  type Document,
  type FillPart,
  fill,
  hang,
  lineEnd,
  sequence,
  textDocument,
} from './document.ts';
import type { Word } from './words.ts';

/** The words between two commas or brackets, as a document without the space or comments before the first. */
interface Piece {
  readonly first: Word;
  readonly content: Document;
}

/** A comma-separated list as a fill. */
export function listDocument(words: readonly Word[]): Document {
  return fillOf(commaPieces(words));
}

/** What is printed before a word: its comments, or else a space or nothing. */
export function gapBefore(word: Word, previous: Word | undefined): Document {
  const { comments, space, token } = word;
  if (comments.length === 0) return textDocument(space);
  const isTight = closers.has(token.tokenType) || token.tokenType === t.Comma;
  const end = comments.at(-1)?.endsLine ? lineEnd : textDocument(isTight ? '' : ' ');
  return sequence([...commentsBefore(word, previous), end]);
}

/** The comments before a word, up to the end of the last one. */
function commentsBefore({ comments }: Word, previous: Word | undefined): Document[] {
  const isInside = previous !== undefined && openers.has(previous.token.tokenType);
  return comments.flatMap(({ text: content, beginsLine }, i) => {
    const space = i === 0 && isInside ? '' : ' ';
    return [beginsLine ? lineEnd : textDocument(space), textDocument(content)];
  });
}

/** Whether a comment forces a line break before the word. */
function endsLineBefore({ comments }: Word): boolean {
  return comments.some(({ beginsLine, endsLine }) => beginsLine || endsLine);
}

function commaPieces(words: readonly Word[]): Piece[] {
  const depth = words[0]?.depth ?? 0;
  return divide(words, (_, previous) => previous.token.tokenType === t.Comma && previous.depth === depth).map(
    (part) => ({ first: part[0]!, content: chainDocument(part) }),
  );
}

/** An expression, broken at its operators of the lowest precedence, if it has any. */
export function chainDocument(words: readonly Word[]): Document {
  const depth = words[0]?.depth ?? 0;
  const isClause = (word: Word, i: number) => i > 0 && word.isClause && word.depth === depth;
  if (words.some(isClause)) {
    const clauses = new Set(words.filter(isClause));
    return fillOf(
      divide(words, (word) => clauses.has(word)).map((part) => ({
        first: part[0]!,
        content: chainDocument(part),
      })),
    );
  }
  const operators = words.filter((word, i) => i > 0 && word.isInfix && word.depth === depth);
  if (operators.length === 0) return run(words);
  const lowest = Math.min(...operators.map(precedence));
  const chain = new Set(operators.filter((operator) => precedence(operator) === lowest));
  const pieces = divide(words, (word) => chain.has(word)).map((part): Piece => {
    const [first, ...rest] = part as [Word, ...Word[]];
    if (!chain.has(first) || rest.length === 0) return { first, content: chainDocument(part) };
    const operand = hang(chainDocument(rest));
    return {
      first,
      content: sequence([textDocument(first.token.image), gapBefore(rest[0]!, first), operand]),
    };
  });
  return fillOf(pieces);
}

function precedence({ token }: Word): number {
  return binaryPrecedence[token.image as BinaryOperator];
}

/** Words without operators outside of brackets. */
function run(words: readonly Word[]): Document {
  const parts: Document[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (i > 0) parts.push(gapBefore(word, words[i - 1]));
    if (!openers.has(word.token.tokenType)) {
      parts.push(textDocument(word.token.image));
      continue;
    }
    const close = closing(words, i);
    const before = words[i - 1]?.token;
    const isChoice = word.token.tokenType === t.LBrace && before !== undefined && t.isName(before);
    const inside = words.slice(i + 1, close);
    parts.push(isChoice ? choice(inside, words[close]!) : bracketed(word, inside, words[close]!));
    i = close;
  }
  return sequence(parts);
}

/** The index of the bracket that closes the one at `open`. */
function closing(words: readonly Word[], open: number): number {
  let place = open + 1;
  while (words[place]!.depth !== words[open]!.depth) place += 1;
  return place;
}

function bracketed(open: Word, inside: readonly Word[], close: Word): Document {
  const [first] = inside;
  const content = first === undefined ? [] : [gapBefore(first, open), listDocument(inside)];
  const end = [gapBefore(close, inside.at(-1) ?? open), textDocument(close.token.image)];
  return sequence([textDocument(open.token.image), hang(sequence([...content, ...end]))]);
}

function choice(inside: readonly Word[], close: Word): Document {
  const items = commaPieces(inside).map(({ first, content }): FillPart => {
    if (endsLineBefore(first)) return { separator: gapBefore(first, undefined), content };
    const gap = first.comments.length === 0 ? [] : [textDocument(`${inlineText(first)} `)];
    return { separator: null, content: sequence([...gap, content]) };
  });
  const end = endsLineBefore(close) ? sequence(commentsBefore(close, undefined)) : null;
  if (end === null && close.comments.length > 0) {
    const last = items.pop()!;
    items.push({ ...last, content: sequence([last.content, textDocument(` ${inlineText(close)}`)]) });
  }
  return block({ open: '{', items, end, close: close.token.image });
}

function inlineText({ comments }: Word): string {
  return comments.map((comment) => comment.text).join(' ');
}

/** Pieces as a fill. Two pieces between which no line may break are merged; a comment may force a break. */
function fillOf(pieces: readonly Piece[]): Document {
  const parts: FillPart[] = [];
  let previous: Word | undefined;
  for (const { first, content } of pieces) {
    const before = parts.at(-1);
    const isFree = first.comments.length === 0 && first.mayBeginLine && first.space !== '';
    if (before === undefined || isFree) parts.push({ separator: null, content });
    else if (endsLineBefore(first)) parts.push({ separator: gapBefore(first, previous), content });
    else {
      parts.pop();
      parts.push({ ...before, content: sequence([before.content, gapBefore(first, previous), content]) });
    }
    previous = first;
  }
  const [first, ...rest] = parts;
  return first === undefined ? textDocument('') : fill(first.content, rest);
}

/** Divides words before each word for which `isFirst` holds. */
function divide(words: readonly Word[], isFirst: (word: Word, previous: Word) => boolean): Word[][] {
  const parts: Word[][] = [];
  words.forEach((word, i) => {
    const previous = words[i - 1];
    if (previous === undefined || isFirst(word, previous)) parts.push([word]);
    else parts.at(-1)!.push(word);
  });
  return parts;
}
