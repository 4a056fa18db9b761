/** Checks `factor` statements: terms of the log density that no prior and no outcome gives. */
import { quote } from '../../grammar/quote.ts';
import type { DeclarationSyntax, FactorDeclaration, LayoutSyntax } from '../../grammar/syntax.ts';
import type { Checked } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { categoryIn, isLevelKnown, lacksColumn, readsClass } from './indices.ts';
import type { Scope } from './scope.ts';
import type { FactorTerm } from './typed-layout.ts';
import { inUnitOf } from './unify.ts';
import { dimensionless } from './units.ts';

/** The factors of the layout, without those that have a mistake, which is reported. */
export function checkFactors({ declarations }: LayoutSyntax, scope: Scope): FactorTerm[] {
  return declarations.flatMap((each) => {
    if (each.kind !== 'factor') return [];
    const weighted = declarations.find(
      ({ table, ...other }) => other.kind === 'observe' && other.weight !== null && table === each.table,
    );
    const term = checkFactor(each, scope);
    if (term?.over !== 'rows' || weighted?.kind !== 'observe') return term ?? [];
    scope.log.error(
      'factor-of-weighted-rows',
      each.value.span,
      `This factor has a value for each row, and ${quote(weighted.outcome.text)} has a ${weighted.weight!.kind} that says how much a row counts.`,
      'Multiply the factor by that column yourself, and take the clause of the outcome out; or write the rows out.',
    );
    return [];
  });
}

function checkFactor(declaration: FactorDeclaration & DeclarationSyntax, scope: Scope): FactorTerm | null {
  const { value, span } = declaration;
  const index = categoryIn(declaration.index, scope);
  const checked = checkExpression(value, scope);
  if (index === undefined || checked === null || lacksColumn(checked, scope)) return null;
  if (!readsLatent(checked, scope) || !suitsItsPlace(checked, declaration, index, scope)) return null;
  if (checked.expression.type.kind === 'probability') {
    scope.log.error(
      'factor-of-probability',
      value.span,
      'A factor is added to the log density, and this is a probability.',
      'Write `log(…)` of it if it multiplies the density.',
    );
    return null;
  }
  const real = inUnitOf(dimensionless, 'A factor', checked, [], scope);
  if (real === null) return null;
  const isOfRows = index === null && (checked.row !== null || checked.levels.length > 0);
  return {
    over: index !== null ? { category: index } : isOfRows ? 'rows' : 'once',
    table: isOfRows ? (declaration.table ?? null) : null,
    value: real.expression,
    span,
  };
}

function readsLatent({ latent, expression }: Checked, { log }: Scope): boolean {
  if (latent !== null) return true;
  log.error(
    'factor-without-latent',
    expression.span,
    'This factor reads no latent, so it changes nothing that is learnt.',
    'Read a capability or another latent in it, or remove it.',
  );
  return false;
}

/** Whether a factor reads no class, and, as a factor of levels, no row and no level of another category. */
function suitsItsPlace(
  checked: Checked,
  { index: written }: FactorDeclaration,
  index: string | null,
  scope: Scope,
): boolean {
  const { row, levels } = checked;
  const { log, names } = scope;
  if (readsClass(checked, 'factor', 'Read it in an outcome, or leave the factor out.', scope)) return false;
  if (index === null) return true;
  if (row !== null) {
    log.error(
      'factor-of-levels',
      row.span,
      `This factor is added for each level of ${quote(index)}, and ${quote(row.name)} has a value for each row.`,
      `Leave out ${quote(`[${index}]`)} for a factor of each row, or use a statistic such as ${quote(`mean(${row.name}, by = ${index})`)}.`,
      [{ span: row.declared, message: `${quote(row.name)} is declared here` }],
    );
    return false;
  }
  const other = levels.find((level) => !isLevelKnown(level.name, index, names));
  if (other === undefined && levels.length > 0) return true;
  log.error(
    'factor-of-levels',
    other?.span ?? written!.span,
    other === undefined
      ? `This factor is added for each level of ${quote(index)}, but nothing in it has one.`
      : `This factor is added for each level of ${quote(index)}, and a level of ${quote(other.name)} is read here.`,
    other === undefined
      ? `Leave out ${quote(`[${index}]`)}, or read a latent that is indexed by it.`
      : `Read latents that are indexed by ${quote(index)} or by nothing, or leave out ${quote(`[${index}]`)} for a factor of each row.`,
  );
  return false;
}
