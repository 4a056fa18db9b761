/** Checks categories: the levels that they list, and the categories that they lie within. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { CategoryDeclaration } from '../../grammar/syntax.ts';
import { categoryIn, isLevelKnown } from './indices.ts';
import type { Scope } from './scope.ts';
import type { Category } from './typed-layout.ts';

/** The categories of a declaration, one per name. */
export function checkCategory(declaration: CategoryDeclaration, scope: Scope): Category[] {
  const { names, levels, doc } = declaration;
  reportRepeatedLevel(declaration, scope.log);
  const within = categoryIn(declaration.within, scope);
  if (within === undefined || reportsCircle(declaration, within, scope)) return [];
  return names.map(({ text, span }) => ({
    name: text,
    levels: levels === null ? null : levels.map((level) => level.text),
    within,
    doc,
    span,
  }));
}

/** Whether a category lies within itself, directly or by way of others, which is reported. */
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
    `${quote(inside.text)} lies within ${quote(within!)}, and that within ${quote(inside.text)}.`,
    'Let the smaller groups lie within the larger ones, such as `category task in family`.',
  );
  return true;
}

function reportRepeatedLevel({ levels }: CategoryDeclaration, log: DiagnosticLog): void {
  const repeated = (levels ?? []).find(
    ({ text }, place, all) => all.findIndex((each) => each.text === text) < place,
  );
  if (repeated === undefined) return;
  log.error(
    'repeated-value',
    repeated.span,
    `The level ${quote(repeated.text)} is listed twice.`,
    'List each level once, where it stands in their order.',
  );
}
