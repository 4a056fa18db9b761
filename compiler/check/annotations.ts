/** The types that annotations declare. */
import type { DiagnosticLog } from '../../grammar/diagnostic.ts';
import { expressionsOfDistribution } from '../../grammar/distributions.ts';
import { MAX_EXPONENT } from '../../grammar/limits.ts';
import { quote } from '../../grammar/quote.ts';
import { declareFirst, nameMeant } from '../../grammar/remedy.ts';
import type {
  DemandDeclaration,
  DomainSyntax,
  LatentDeclaration,
  ObserveDeclaration,
  ReportDeclaration,
  UnitSyntax,
} from '../../grammar/syntax.ts';
import { nearest } from '../../module/names.ts';
import type { OutcomeValues } from '../families/outcome.ts';
import { outcomes } from '../families/outcomes.ts';
import { realType } from './checked.ts';
import { isOutcome } from './functions.ts';
import type { Names } from './names.ts';
import type { Type, Unit } from './typed-layout.ts';
import { dimensionless, largestExponent, multiplyUnits } from './units.ts';

/** The type of a demand; null after a mistake, which is reported. */
export function demandType({ annotation }: DemandDeclaration, names: Names, log: DiagnosticLog): Type | null {
  switch (annotation?.kind) {
    case 'count':
      return annotation.unit === null ? realType(dimensionless) : unitType(annotation.unit, names, log);
    case undefined:
    // Its column holds numbers; what reads it takes them for probabilities.
    case 'probability':
      return realType(dimensionless);
    case 'flag':
      return { kind: 'flag' };
    case 'unit':
      return unitType(annotation.unit, names, log);
  }
}

/** The type of a latent; null after a mistake, which is reported. */
export function latentType(
  { annotation, role }: LatentDeclaration,
  names: Names,
  log: DiagnosticLog,
): Type | null {
  switch (annotation?.kind) {
    case undefined:
      return realType(dimensionless);
    case 'probability':
      return { kind: 'probability' };
    case 'unit':
      return unitType(annotation.unit, names, log);
    case 'flag':
    case 'count':
      log.error(
        'annotation',
        annotation.span,
        `A ${role} cannot be a ${annotation.kind}: latents are continuous.`,
        'Write `: probability`, or a unit.',
      );
      return null;
  }
}

/** The declared type of a report; null if none is declared, undefined after a mistake, which is reported. */
export function reportedType(
  { annotation }: ReportDeclaration,
  names: Names,
  log: DiagnosticLog,
): Type | null | undefined {
  switch (annotation?.kind) {
    case undefined:
      return null;
    case 'probability':
      return { kind: 'probability' };
    case 'unit':
      return unitType(annotation.unit, names, log) ?? undefined;
    case 'flag':
    case 'count':
      log.error(
        'annotation',
        annotation.span,
        `A report cannot be a ${annotation.kind}: what follows from latents is continuous.`,
        'Write `: probability`, a unit, or nothing.',
      );
      return undefined;
  }
}

/** The type of an outcome; null after a mistake, which is reported here or, for an unknown distribution, later. */
export function outcomeType(
  { annotation, distribution }: ObserveDeclaration,
  names: Names,
  log: DiagnosticLog,
): Type | null {
  const [family] = expressionsOfDistribution(distribution).flatMap((part) =>
    part.kind === 'call' && isOutcome(part.callee.text) ? [part.callee.text] : [],
  );
  if (family === undefined) return null;
  const { values } = outcomes[family];
  const hasUnit = values === 'line' || values === 'positive';
  if (annotation === null) return valueType(values);
  if (annotation.kind === 'unit' && hasUnit) return unitType(annotation.unit, names, log);
  log.error(
    'annotation',
    annotation.span,
    hasUnit
      ? `An outcome of ${quote(family)} is a number, not a ${annotation.kind}.`
      : `${quote(family)} determines the type of its outcome, which has no unit.`,
    hasUnit ? 'Write a unit, such as `: s`, or nothing.' : 'Leave out the colon and what follows it.',
  );
  return null;
}

/** The type of an outcome without an annotation. Shares are probabilities, and so are their means. */
function valueType(values: OutcomeValues): Type {
  if (values === 'flag') return { kind: 'flag' };
  return values === 'share' || values === 'closedShare' ? { kind: 'probability' } : realType(dimensionless);
}

function unitType(syntax: UnitSyntax, names: Names, log: DiagnosticLog): Type | null {
  const unit = writtenUnit(syntax, ['flag', 'count', 'probability'], names, log);
  return unit && realType(unit);
}

/**
 * The unit that is written; null after a mistake, which is reported.
 *
 * @param words that may stand in place of a unit
 */
export function writtenUnit(
  syntax: UnitSyntax,
  words: readonly string[],
  names: Names,
  log: DiagnosticLog,
): Unit | null {
  let unit: Unit = dimensionless;
  let sound = true;
  for (const { base, exponent } of syntax.factors) {
    const meaning = names.get(base.text);
    if (meaning?.kind === 'unit') {
      unit = multiplyUnits(unit, { [base.text]: exponent });
      continue;
    }
    sound = false;
    if (meaning?.kind === 'broken' || log.full) continue;
    const units = [...names.values()].filter(({ kind }) => kind === 'unit').map(({ name }) => name.text);
    const meant = nearest(base.text, [...units, ...words]);
    const declared = declareFirst(`unit ${base.text}`);
    log.error(
      'unknown-unit',
      base.span,
      `There is no unit ${quote(base.text)}.`,
      meant !== null ? nameMeant(base.span, meant) : meaning === undefined ? declared : declared.words,
      meaning === undefined
        ? []
        : [{ span: meaning.name.span, message: `${quote(base.text)} is a ${meaning.kind}` }],
    );
  }
  if (sound && largestExponent(unit) > MAX_EXPONENT) {
    sound = false;
    log.error(
      'unit-exponent',
      syntax.span,
      `A unit's exponents go up to ${MAX_EXPONENT}.`,
      'Write a simpler unit.',
    );
  }
  return sound ? unit : null;
}

/** Whether all values of a domain lie between 0 and 1, of which each is this factor: 0.01 for a percentage. */
export function isWithinProbabilities(domain: DomainSyntax, factor = 1): boolean {
  const numbers = domain.kind === 'range' ? [domain.lo, domain.hi] : domain.values;
  return numbers.every((value) => value >= 0 && value * factor <= 1);
}
