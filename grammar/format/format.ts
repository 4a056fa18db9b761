/** The formatter: gives a layout's text its canonical form, with the same words and comments in the same order. */
import { type IToken, tokenMatcher } from 'chevrotain';
import { type Diagnostic, DiagnosticLog } from '../diagnostic.ts';
import { parse } from '../parse.ts';
import type { Source } from '../source.ts';
import { divideStatements, endsTable, type Statement } from '../statements.ts';
import * as t from '../tokens.ts';
import { lexer } from '../tokens.ts';
import { type CommentedStatement, commentText, type Item, inOrder, placeComments } from './comments.ts';
import { render } from './render.ts';
import { type ColumnWidths, type Head, headOf, partsOf, statementDocument } from './statement-document.ts';

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
  let begin = 0;
  const text = groupsOf(items)
    .map((group) => {
      if (group.some(isEnd)) begin = 0;
      const printed = printGroup(group, begin);
      if (group.some(isHead)) begin = INDENT;
      return printed;
    })
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

/** Items not separated by an empty line, whose statements are of one kind. */
function groupsOf(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  let kind: string | null = null;
  for (const item of items) {
    const itsKind = item.kind === 'statement' ? kindOf(item) : null;
    const group = groups.at(-1);
    const isOther = (kind !== null && itsKind !== null && itsKind !== kind) || isEnd(item) || isHead(item);
    if (group === undefined || item.afterEmptyLine || isOther || isHead(group[0]!) || isEnd(group[0]!)) {
      groups.push([item]);
      kind = itsKind;
    } else {
      group.push(item);
      kind ??= itsKind;
    }
  }
  return groups;
}

/** The indentation of the statements in a table. */
const INDENT = 2;

/** Whether an item is the first line of a table, or the brace that closes one. Each is a group by itself. */
function isHead(item: Item): boolean {
  return item.kind === 'statement' && item.statement.first.tokenType === t.TableKeyword;
}

function isEnd(item: Item): boolean {
  return item.kind === 'statement' && endsTable(item.statement);
}

/** All latents are one kind, whatever their role. */
function kindOf({ statement: { first } }: CommentedStatement): string {
  return tokenMatcher(first, t.LatentKeyword) ? t.LatentKeyword.name : first.image;
}

/** How much a list of names may exceed the widest single name of its group and still set the column's width. */
const MAX_EXCESS = 8;

/**
 * The width of the column of heads: the widest head, except for lists so wide that all others would be followed by a
 * wide gap.
 */
function widestOf(heads: readonly Head[]): number {
  const widths = heads.map(({ width }) => width);
  const singles = heads.filter(({ isList }) => !isList).map(({ width }) => width);
  const usual = singles.length > 0 ? widest(singles) : widths.reduce((a, b) => Math.min(a, b), Infinity);
  return widest(widths.filter((width) => width <= usual + MAX_EXCESS));
}

/** Not `Math.max(...widths)`: a group may have more members than a call may have arguments. */
function widest(widths: readonly number[]): number {
  return widths.reduce((a, b) => Math.max(a, b), 0);
}

/** The text of a group, with a line break after each line. */
function printGroup(items: readonly Item[], begin: number): string {
  const statements = new Map(
    items.flatMap((item) => (item.kind === 'statement' ? [[item, partsOf(item)] as const] : [])),
  );
  const columns: ColumnWidths = {
    keyword: widest([...statements.values()].map(({ keyword }) => keyword.token.image.length)),
    head: widestOf([...statements.values()].map(headOf).filter((head) => head !== null)),
  };
  const printed = items.map((item) => {
    const parts = item.kind === 'statement' ? statements.get(item) : undefined;
    if (item.kind === 'comment') return { item, text: `${' '.repeat(begin)}${item.comment.text}` };
    return { item, text: render(statementDocument(parts!, columns), begin) };
  });
  const commented = printed.filter(({ item, text }) => isCommented(item) && !text.includes('\n'));
  const column = widest(commented.map(({ text }) => text.length));
  return printed
    .map(({ item, text }) => {
      const emptyLine = item.afterEmptyLine ? '\n' : '';
      if (item.kind === 'comment' || !isCommented(item)) return `${emptyLine}${text}\n`;
      const behind = item.behind.map((comment) => comment.text).join(' ');
      return `${emptyLine}${text.includes('\n') ? text : text.padEnd(column)} ${behind}\n`;
    })
    .join('');
}

function isCommented(item: Item): boolean {
  return item.kind === 'statement' && item.behind.length > 0;
}
