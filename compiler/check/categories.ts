/** Checks categories: the levels that they list. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { CategoryDeclaration } from '../../grammar/syntax.ts';
import type { Scope } from './scope.ts';
import type { Category } from './typed-layout.ts';

/** The categories of a declaration, one per name. */
export function checkCategory(declaration: CategoryDeclaration, { log }: Scope): Category[] {
  const { names, levels, doc } = declaration;
  reportRepeatedLevel(declaration, log);
  return names.map(({ text, span }) => ({
    name: text,
    levels: levels === null ? null : levels.map((level) => level.text),
    doc,
    span,
  }));
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
