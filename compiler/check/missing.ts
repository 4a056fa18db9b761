/** Checks what a demand's missing values are taken for, `missing = value`. */
import type { Note } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { DemandDeclaration } from '../../grammar/syntax.ts';
import { type Checked, inUnit } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { constantOf } from './parameters.ts';
import type { Scope } from './scope.ts';
import type { Domain, Type } from './typed-layout.ts';
import { inUnitOf } from './unify.ts';
import { dimensionless } from './units.ts';

/**
 * The value, a constant of the demand's unit and in its domain; null where none is declared. `unsound` after a mistake,
 * which is reported or was before, as it was where the type or the domain is null.
 */
export function checkMissing(
  declaration: DemandDeclaration,
  type: Type | null,
  domain: Domain | null,
  scope: Scope,
): number | null | 'unsound' {
  const { missing, annotation, names } = declaration;
  if (missing === null) return null;
  const checked = checkExpression(missing, scope);
  if (checked === null || type === null || domain === null) return 'unsound';
  if (constantOf(checked) === null) {
    reportNotConstant(checked, scope);
    return 'unsound';
  }
  const unit = type.kind === 'real' ? type.unit : dimensionless;
  const declared = annotation?.span ?? names[0]?.span ?? declaration.span;
  const notes = [{ span: declared, message: `the demand is ${inUnit(unit)}` }];
  const value = inUnitOf(unit, 'What a missing value is taken for', checked, notes, scope.log);
  const constant = value && constantOf(value);
  if (constant === null) return 'unsound';
  if (!isCountWhereWanted(constant, declaration) || !isIn(constant, domain)) {
    reportOutside(constant, checked, declaration, scope);
    return 'unsound';
  }
  // No negative zero, as in domains.
  return constant === 0 ? 0 : constant;
}

function isCountWhereWanted(value: number, { annotation }: DemandDeclaration): boolean {
  return annotation?.kind !== 'count' || Number.isInteger(value);
}

function isIn(value: number, domain: Domain): boolean {
  switch (domain.kind) {
    case 'any':
      return true;
    case 'range':
      return value >= domain.lo && value <= domain.hi;
    case 'set':
      return domain.values.includes(value);
  }
}

function reportNotConstant({ expression, latent, row }: Checked, { log }: Scope): void {
  const reading = latent ?? row;
  const notes: Note[] =
    reading === null ? [] : [{ span: reading.declared, message: `${quote(reading.name)} is declared here` }];
  const reads = reading === null ? 'a statistic of the data' : quote(reading.name);
  log.error(
    'missing-not-constant',
    expression.span,
    `What a missing value is taken for must be known from the text, but this reads ${reads}.`,
    'Write a number, such as `missing = 0`.',
    notes,
  );
}

function reportOutside(
  value: number,
  { expression }: Checked,
  { annotation, domain, names }: DemandDeclaration,
  { log }: Scope,
): void {
  const declared = domain?.span ?? annotation?.span;
  const notes: Note[] =
    declared === undefined ? [] : [{ span: declared, message: 'what it may be is declared here' }];
  log.error(
    'missing-outside-domain',
    expression.span,
    `A missing value would be taken for ${value}, which ${quote(names[0]?.text ?? '')} cannot be.`,
    'Write a value that the declaration allows, or widen what it allows.',
    notes,
  );
}
