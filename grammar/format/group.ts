/** Groups consecutive declarations of one kind, whose keywords and signs are aligned in columns. */
import { tokenMatcher } from 'chevrotain';
import * as t from '../tokens.ts';
import type { CommentedStatement, Item } from './comments.ts';
import { render } from './render.ts';
import { type ColumnWidths, type Head, headOf, partsOf, statementDocument } from './statement-document.ts';

/** Items not separated by an empty line, whose statements are of one kind. */
export function groupsOf(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  let kind: string | null = null;
  for (const item of items) {
    const itsKind = item.kind === 'statement' ? kindOf(item) : null;
    const isOther = kind !== null && itsKind !== null && itsKind !== kind;
    const group = groups.at(-1);
    if (group === undefined || item.afterEmptyLine || isOther) {
      groups.push([item]);
      kind = itsKind;
    } else {
      group.push(item);
      kind ??= itsKind;
    }
  }
  return groups;
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
export function printGroup(items: readonly Item[]): string {
  const statements = new Map(
    items.flatMap((item) => (item.kind === 'statement' ? [[item, partsOf(item)] as const] : [])),
  );
  const columns: ColumnWidths = {
    keyword: widest([...statements.values()].map(({ keyword }) => keyword.token.image.length)),
    head: widestOf([...statements.values()].map(headOf).filter((head) => head !== null)),
  };
  const printed = items.map((item) => {
    const parts = item.kind === 'statement' ? statements.get(item) : undefined;
    if (item.kind === 'comment') return { item, text: item.comment.text };
    return { item, text: render(statementDocument(parts!, columns)) };
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
