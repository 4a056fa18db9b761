/** Checks demands and their domains. */
import type { DiagnosticLog } from '../../grammar/diagnostic-log.ts';
import type { DemandDeclaration, DomainSyntax } from '../../grammar/syntax.ts';
import { checkMissing } from './missing.ts';
import type { Scope } from './scope.ts';
import type { Demand, Domain } from './typed-layout.ts';

/** The demands of a declaration, one a name; none after a mistake, which is reported. */
export function checkDemand(declaration: DemandDeclaration, scope: Scope): Demand[] {
  const { annotation, names, doc } = declaration;
  const domain = checkDomain(declaration, scope.log);
  const declared = scope.types.get(names[0]?.text ?? '') ?? null;
  const missing = checkMissing(declaration, declared, domain, scope);
  if (domain === null || missing === 'unsound') return [];
  return names.flatMap(({ text, span }): Demand[] => {
    const type = scope.types.get(text) ?? null;
    return type === null
      ? []
      : [{ name: text, type, isCount: annotation?.kind === 'count', domain, missing, doc, span }];
  });
}

function checkDomain({ annotation, domain }: DemandDeclaration, log: DiagnosticLog): Domain | null {
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
  if (domain === null)
    return isCount ? { kind: 'range', lo: 0, hi: Number.POSITIVE_INFINITY } : { kind: 'any' };
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
