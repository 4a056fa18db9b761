/** Checks demands and their domains. */

import type { DiagnosticLog, Note } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { DemandDeclaration, DomainSyntax } from '../../grammar/syntax.ts';
import { isWithinProbabilities } from './annotations.ts';
import { type Checked, inUnit } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { declaredIndex, hasSeveralColumns } from './indices.ts';
import { knownNumber } from './parameters.ts';
import type { Scope } from './scope.ts';
import type { AllowedValues, Demand, Type } from './typed-layout.ts';
import { inUnitOf } from './unify.ts';
import { dimensionless } from './units.ts';

/** The demands of a declaration, one per name; none after a mistake, which is reported. */
export function checkDemand(declaration: DemandDeclaration, scope: Scope): Demand[] {
  const { annotation, names, doc } = declaration;
  const domain = checkDomain(declaration, scope.log);
  const declared = scope.types.get(names[0]?.text ?? '') ?? null;
  const missing = checkMissing(declaration, declared, domain, scope);
  const index = declaredIndex(declaration, scope);
  if (domain === null || missing === 'unsound' || index === undefined) return [];
  if (index !== null && isOfSeveral(declaration, index, scope)) return [];
  return names.flatMap(({ text, span }): Demand[] => {
    const type = scope.types.get(text) ?? null;
    return type === null
      ? []
      : [{ name: text, index, type, isCount: annotation?.kind === 'count', domain, missing, doc, span }];
  });
}

/** Reports a demand of levels whose names are in several columns. True if it is one. */
function isOfSeveral({ indices }: DemandDeclaration, index: string, scope: Scope): boolean {
  const { span } = indices.find((each) => each !== null)!;
  const reading = { name: index, span, declared: span };
  return hasSeveralColumns(reading, 'a row does not say whose demand this is', scope);
}

function checkDomain({ annotation, domain }: DemandDeclaration, log: DiagnosticLog): AllowedValues | null {
  if (annotation?.kind === 'flag') {
    if (domain === null) return { kind: 'set', values: [0, 1] };
    log.error(
      'domain-of-flag',
      domain.span,
      'A flag is always 0 or 1 and has no domain of its own.',
      'Leave out the domain, or the `: flag`.',
      [{ span: annotation.span, message: 'it is declared a flag here' }],
    );
    return null;
  }
  const isCount = annotation?.kind === 'count';
  const isProbability = annotation?.kind === 'probability';
  if (domain === null) {
    if (isProbability) return { kind: 'range', lo: 0, hi: 1 };
    return isCount ? { kind: 'range', lo: 0, hi: Number.POSITIVE_INFINITY } : { kind: 'any' };
  }
  if (isProbability && !isWithinProbabilities(domain)) {
    log.error(
      'domain-of-probability',
      domain.span,
      'A probability lies between 0 and 1, and this allows other values.',
      'Write a range within `[0, 1]`, or leave it out.',
    );
    return null;
  }
  const sound = domain.kind === 'range' ? isOrdered(domain, log) : isDistinct(domain, log);
  if (!sound || (isCount && !holdsCounts(domain, log))) return null;
  return domain.kind === 'range'
    ? { kind: 'range', lo: domain.lo, hi: domain.hi }
    : { kind: 'set', values: domain.values };
}

function isOrdered({ lo, hi, span }: DomainSyntax & { kind: 'range' }, log: DiagnosticLog): boolean {
  if (lo < hi || (lo === hi && Number.isFinite(lo))) return true;
  log.error(
    'bounds-out-of-order',
    span,
    `This range is empty: no number is at least ${bound(lo)} and at most ${bound(hi)}.`,
    'Give the lower bound first.',
  );
  return false;
}

function bound(value: number): string {
  return Number.isFinite(value) ? `${value}` : value > 0 ? 'inf' : '-inf';
}

function isDistinct({ values, span }: DomainSyntax & { kind: 'set' }, log: DiagnosticLog): boolean {
  const seen = new Set<number>();
  const repeated = values.find((value) => seen.size === seen.add(value).size);
  if (repeated === undefined) return true;
  log.error('repeated-value', span, `This set holds ${repeated} twice.`, 'Write each value once.');
  return false;
}

function holdsCounts(domain: DomainSyntax, log: DiagnosticLog): boolean {
  const numbers = domain.kind === 'range' ? [domain.lo, domain.hi] : domain.values;
  const wrong = numbers.find((value) => value < 0 || (Number.isFinite(value) && !Number.isInteger(value)));
  if (wrong === undefined) return true;
  log.error(
    'domain-of-count',
    domain.span,
    `A count is a whole number from 0 on, and ${bound(wrong)} is not.`,
    'Write whole numbers from 0 on, or leave out `: count`.',
  );
  return false;
}

/**
 * The value of an empty cell: a constant in the demand's unit and domain, or null if none is declared.
 * `unsound` after a mistake, which is reported here; mistakes in the type or domain (null) were reported before.
 */
export function checkMissing(
  declaration: DemandDeclaration,
  type: Type | null,
  domain: AllowedValues | null,
  scope: Scope,
): number | null | 'unsound' {
  const { missing, annotation, names } = declaration;
  if (missing === null) return null;
  const checked = checkExpression(missing, scope);
  if (checked === null || type === null || domain === null) return 'unsound';
  if (knownNumber(checked) === null) {
    reportNotConstant(checked, scope);
    return 'unsound';
  }
  const unit = type.kind === 'real' ? type.unit : dimensionless;
  const declared = annotation?.span ?? names[0]?.span ?? declaration.span;
  const notes = [{ span: declared, message: `the demand is ${inUnit(unit)}` }];
  const value = inUnitOf(unit, 'The value for empty cells', checked, notes, scope);
  const constant = value && knownNumber(value);
  if (constant === null) return 'unsound';
  if (!isCountWhereWanted(constant, declaration) || !isIn(constant, domain)) {
    reportOutside(constant, checked, declaration, scope);
    return 'unsound';
  }
  // Avoid negative zero, as in domains.
  return constant === 0 ? 0 : constant;
}

function isCountWhereWanted(value: number, { annotation }: DemandDeclaration): boolean {
  return annotation?.kind !== 'count' || Number.isInteger(value);
}

function isIn(value: number, domain: AllowedValues): boolean {
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
    `The value for empty cells must be a constant, but this reads ${reads}.`,
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
    declared === undefined ? [] : [{ span: declared, message: 'its values are declared here' }];
  log.error(
    'missing-outside-domain',
    expression.span,
    `Empty cells would have the value ${value}, which is not a value of ${quote(names[0]?.text ?? '')}.`,
    'Write a value that the declaration allows, or allow this one.',
    notes,
  );
}
