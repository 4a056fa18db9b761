/** Checks categories: the levels that they list, their order, their columns, and the categories that they lie within. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { CategoryDeclaration, Name } from '../../grammar/syntax.ts';
import { categoryIn, isLevelKnown } from './indices.ts';
import { repeatedName } from './names.ts';
import type { Scope } from './scope.ts';
import type { Category } from './typed-layout.ts';

/** The categories of a declaration, one per name. */
export function checkCategory(declaration: CategoryDeclaration, scope: Scope): Category[] {
  const { names, levels, pairOf, doc } = declaration;
  reportRepeatedLevel(declaration, scope.log);
  const within = categoryIn(declaration.within, scope);
  const isSound = !reportsSeveral(declaration, scope.log) && !reportsOrder(declaration, scope);
  if (!isSound || within === undefined || reportsCircle(declaration, within, scope)) return [];
  const columns = declaration.columns?.map((column) => column.text);
  return names.map(({ text, span }) => ({
    name: text,
    columns: columns ?? [text],
    levels: levels === null ? null : levels.map((level) => level.text),
    within,
    orderedBy: declaration.orderedBy?.text ?? null,
    pairOf: pairOf === undefined ? null : [pairOf[0].text, pairOf[1].text],
    doc,
    span,
  }));
}

/** Reports columns of several categories at once, a single column with another name, and columns of a category within another. */
function reportsSeveral({ names, columns, within }: CategoryDeclaration, log: DiagnosticLog): boolean {
  if (columns === null) return false;
  const [name, other] = names;
  if (other !== undefined) {
    log.error(
      'columns-of-category',
      other.span,
      `The columns ${columns.map(({ text }) => quote(text)).join(', ')} cannot be those of several categories.`,
      'Declare each category by itself.',
    );
  } else if (columns.length === 1) {
    log.error(
      'columns-of-category',
      columns[0]!.span,
      `The category ${quote(name!.text)} has a single column of another name.`,
      `Call the category as its column is called: ${quote(`category ${columns[0]!.text}`)}.`,
    );
  } else if (within !== null) {
    log.error(
      'columns-of-category',
      within.span,
      `The levels of ${quote(name!.text)} are in several columns, and cannot belong to levels of ${quote(within.text)}.`,
      'Leave out the `in`: a row has several of these levels, and would need a column for the group of each.',
    );
  }
  return other !== undefined || columns.length === 1 || within !== null;
}

/** Reports an order of levels by something that gives none. True if there is such a mistake. */
function reportsOrder(
  { names, levels, orderedBy }: CategoryDeclaration,
  { names: declared, log }: Scope,
): boolean {
  if (orderedBy === null) return false;
  const [first] = names as [Name];
  const { text, span } = orderedBy;
  if (levels !== null) {
    log.error(
      'order-of-levels',
      span,
      `The list of the levels of ${quote(first.text)} is their order already.`,
      'Leave out the list, or the `ordered by`.',
    );
    return true;
  }
  const meaning = declared.get(text);
  if (meaning?.kind === 'broken') return true;
  const index = meaning?.kind === 'demand' ? meaning.index?.text : undefined;
  const other = names.find((name) => name.text !== index);
  if (other === undefined) return false;
  log.error(
    'order-of-levels',
    span,
    index === first.text
      ? `${quote(text)} has a value for each level of ${quote(index)}, and cannot order those of ${quote(other.text)}.`
      : meaning === undefined
        ? `There is no demand ${quote(text)} to order the levels of ${quote(other.text)} by.`
        : `${quote(text)} is no demand of the levels of ${quote(other.text)}, and so cannot order them.`,
    index === first.text
      ? 'Declare each category by itself.'
      : `Declare the column that orders them as ${quote(`demand ${meaning === undefined || meaning.kind === 'demand' ? text : 'rank'}[${other.text}]`)}: each level has one number.`,
    meaning === undefined ? [] : [{ span: meaning.name.span, message: `${quote(text)} is declared here` }],
  );
  return true;
}

/** Reports a category that lies within itself, directly or through others. True if there is one. */
function reportsCircle(
  { names, within: written }: CategoryDeclaration,
  within: string | null,
  scope: Scope,
): boolean {
  const inside = names.find(({ text }) => within !== null && isLevelKnown(text, within, scope.names));
  if (inside === undefined) return false;
  scope.log.error(
    'circular',
    written!.span,
    `${quote(inside.text)} lies within ${quote(within!)}, which lies within ${quote(inside.text)}.`,
    'Let the smaller groups lie within the larger ones, such as `category task in family`.',
  );
  return true;
}

function reportRepeatedLevel({ levels }: CategoryDeclaration, log: DiagnosticLog): void {
  const repeated = repeatedName(levels ?? []);
  if (repeated === undefined) return;
  log.error(
    'repeated-value',
    repeated.span,
    `The level ${quote(repeated.text)} is listed twice.`,
    'List each level once, in its place in the order.',
  );
}
