/**
 * Finds where each comment belongs: inside a statement before one of its tokens, after a statement, or between
 * statements.
 */
import type { IToken } from 'chevrotain';
import type { Statement } from '../statements.ts';

/**
 * A comment to be printed again, and whether the source has a line break before and after it. A line break between two
 * comments counts as before the second.
 */
export interface Comment {
  /** The text as `commentText` gives it. */
  readonly text: string;
  readonly beginsLine: boolean;
  readonly endsLine: boolean;
}

/** A statement with the comments inside it, keyed by the token they precede, and those after it on its last line. */
export interface CommentedStatement {
  readonly kind: 'statement';
  readonly statement: Statement;
  readonly inside: ReadonlyMap<IToken, readonly Comment[]>;
  readonly behind: readonly Comment[];
}

/** A statement or a comment at the top level of a text, and whether an empty line precedes it. */
export type Item = (CommentedStatement | { readonly kind: 'comment'; readonly comment: Comment }) & {
  readonly afterEmptyLine: boolean;
};

/** A statement, or a comment outside of statements. */
type Place =
  | { readonly statement: Statement; readonly inside: ReadonlyMap<IToken, readonly Comment[]> }
  | { readonly comment: IToken };

/** The top-level statements and comments in source order. Both arguments must be in source order too. */
export function placeComments(statements: readonly Statement[], comments: readonly IToken[]): Item[] {
  const items: Item[] = [];
  let lastLine = 0;
  let behind: Comment[] = [];
  let isBehindStatement = false;
  for (const place of placesOf(statements, comments)) {
    if ('statement' in place) {
      const { statement, inside } = place;
      const { startLine, endLine } = linesOf(statement.first, statement.tokens.at(-1) ?? statement.first);
      behind = [];
      items.push({
        kind: 'statement',
        statement,
        inside,
        behind,
        afterEmptyLine: lastLine > 0 && startLine > lastLine + 1,
      });
      lastLine = endLine;
      isBehindStatement = true;
      continue;
    }
    const { startLine, endLine } = linesOf(place.comment, place.comment);
    const afterEmptyLine = lastLine > 0 && startLine > lastLine + 1;
    const comment = { text: commentText(place.comment), beginsLine: true, endsLine: true };
    if (isBehindStatement && startLine === lastLine) behind.push({ ...comment, beginsLine: false });
    else items.push({ kind: 'comment', comment, afterEmptyLine });
    // What follows a comment of several lines is on another line than the statement.
    isBehindStatement &&= endLine === lastLine;
    lastLine = endLine;
  }
  return items;
}

/** Assigns each comment to the statement that contains it, or to a place of its own. */
function placesOf(statements: readonly Statement[], comments: readonly IToken[]): Place[] {
  const places: Place[] = [];
  let next = 0;
  const before = (end: number): IToken[] => {
    const found: IToken[] = [];
    for (let comment = comments[next]; comment !== undefined && comment.startOffset < end; ) {
      found.push(comment);
      next += 1;
      comment = comments[next];
    }
    return found;
  };
  const alone = (found: readonly IToken[]) => found.map((comment): Place => ({ comment }));
  for (const statement of statements) {
    places.push(...alone(before(statement.span.start)));
    const inside = new Map<IToken, Comment[]>();
    let previous = statement.first;
    for (const token of statement.tokens) {
      const found = before(token.startOffset);
      if (found.length > 0) inside.set(token, commentsBetween(previous, found, token));
      previous = token;
    }
    places.push({ statement, inside });
  }
  places.push(...alone(before(Number.POSITIVE_INFINITY)));
  return places;
}

function commentsBetween(previous: IToken, comments: readonly IToken[], next: IToken): Comment[] {
  return comments.map((comment, i) => {
    const { startLine, endLine } = linesOf(comment, comment);
    const above = comments[i - 1] ?? previous;
    return {
      text: commentText(comment),
      beginsLine: startLine > linesOf(above, above).endLine,
      endsLine: i === comments.length - 1 && linesOf(next, next).startLine > endLine,
    };
  });
}

function linesOf(first: IToken, last: IToken): { startLine: number; endLine: number } {
  return { startLine: first.startLine ?? 0, endLine: last.endLine ?? 0 };
}

/** A comment without trailing spaces, its line breaks as `\n`. */
export function commentText({ image }: IToken): string {
  return image
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join('\n');
}

/** All comments of a text, documentation included, in source order. */
export function inOrder(...groups: readonly (readonly IToken[])[]): IToken[] {
  return groups.flat().sort((a, b) => a.startOffset - b.startOffset);
}
