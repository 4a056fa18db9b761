/** Lays out one statement, its parts aligned with the columns of its group. */
import * as t from '../tokens.ts';
import type { CommentedStatement } from './comments.ts';
import { type Document, hang, indented, sequence, textDocument, valueDocument } from './document.ts';
import { chainDocument, gapBefore, listDocument } from './expression-document.ts';
import { isSign, type Word, wordsOf } from './words.ts';

/** A statement's words: its keyword, what it declares, and the rest, from its first sign (`:`, `~`, `=`, …) on. */
export interface StatementParts {
  readonly keyword: Word;
  readonly head: readonly Word[];
  readonly rest: readonly Word[];
}

/** The widths to which keywords and heads are padded. */
export interface ColumnWidths {
  readonly keyword: number;
  readonly head: number;
}

export function partsOf(statement: CommentedStatement): StatementParts {
  const [keyword, ...others] = wordsOf(statement) as [Word, ...Word[]];
  const sign = others.findIndex(isSign);
  if (sign < 0) return { keyword, head: others, rest: [] };
  return { keyword, head: others.slice(0, sign), rest: others.slice(sign) };
}

/** The width that a head needs in its group's column, and whether it is a list of names. */
export interface Head {
  readonly width: number;
  readonly isList: boolean;
}

/** The head's width; null if no sign follows or a comment is in between. */
export function headOf({ head, rest }: StatementParts): Head | null {
  if (!canBePadded(head, rest)) return null;
  const isList = head.some(({ token }) => token.tokenType === t.Comma || token.tokenType === t.LParen);
  return { width: listDocument(head).width, isList };
}

/** A statement laid out in columns. After a head that is wider than its column, the sign follows without padding. */
export function statementDocument({ keyword, head, rest }: StatementParts, columns: ColumnWidths): Document {
  const parts: Document[] = [];
  if (keyword.token.tokenType === t.TableKeyword) {
    const words = [keyword, ...head];
    return sequence(
      words.flatMap((word, i) => [
        ...(i === 0 ? [] : [gapBefore(word, words[i - 1])]),
        textDocument(word.token.image),
      ]),
    );
  }
  const [firstName] = head;
  const [firstSign] = rest;
  if (firstName === undefined) parts.push(textDocument(keyword.token.image));
  else {
    const isPadded = firstName.comments.length === 0;
    parts.push(textDocument(keyword.token.image.padEnd(isPadded ? columns.keyword : 0)));
    const names = listDocument(head);
    parts.push(hang(sequence([gapBefore(firstName, keyword), hang(names)])));
    if (firstSign !== undefined && canBePadded(head, rest)) {
      parts.push(textDocument(' '.repeat(Math.max(0, columns.head - names.width))));
    }
  }
  if (firstSign !== undefined) {
    parts.push(gapBefore(firstSign, head.at(-1) ?? keyword), restDocument(rest));
  }
  return sequence(parts);
}

function canBePadded(head: readonly Word[], [firstSign]: readonly Word[]): boolean {
  return head.every(({ comments }) => comments.length === 0) && firstSign?.comments.length === 0;
}

/** The part from the first sign on. What follows `~` or `=` may start a line of its own. */
function restDocument(rest: readonly Word[]): Document {
  const giving = rest.findIndex((word) => isSign(word) && word.token.tokenType !== t.Colon);
  const sign = rest[giving];
  const first = rest[giving + 1];
  const gives = sign !== undefined && (sign.token.tokenType === t.Tilde || sign.token.tokenType === t.Equals);
  if (!gives || first === undefined) return hang(listDocument(rest));
  const before = listDocument(rest.slice(0, giving + 1));
  const content = chainDocument(rest.slice(giving + 1));
  if (first.comments.length > 0 || !first.mayBeginLine) {
    return sequence([before, indented(sequence([gapBefore(first, sign), hang(content)]))]);
  }
  return sequence([before, valueDocument(hang(content))]);
}
