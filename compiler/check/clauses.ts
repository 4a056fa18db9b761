/** Checks the clauses after the distribution of an outcome: the weight of a row, truncation and censoring. */
import { quote } from '../../grammar/quote.ts';
import { nameMeant } from '../../grammar/remedy.ts';
import type { Span } from '../../grammar/source.ts';
import type {
  CensoringSyntax,
  DemandDeclaration,
  DomainSyntax,
  ExpressionSyntax,
  Name,
  ObserveDeclaration,
} from '../../grammar/syntax.ts';
import { nearest } from '../../module/names.ts';
import { type OutcomeForm, outcomeDefinition, outcomes } from '../families/outcomes.ts';
import type { Checked } from './checked.ts';
import { checkExpression } from './expressions.ts';
import { areOrdered, checkBound, knownNumber, type Owner } from './parameters.ts';
import type { Scope } from './scope.ts';
import type { Censoring, Observation, RowWeight } from './typed-layout.ts';
import { isDimensionless } from './units.ts';

/** The outcome whose clauses are checked. */
export interface OutcomeOwner extends Owner {
  readonly form: OutcomeForm;
}

/** The weight of the rows; null if there is none, undefined after a mistake, which is reported. */
export function checkWeight({ weight }: ObserveDeclaration, scope: Scope): RowWeight | null | undefined {
  if (weight === null) return null;
  const { kind, column } = weight;
  const demand = demandOf(column, kind === 'count' ? 'A count of rows' : 'A weight', scope);
  if (demand === null) return undefined;
  const { annotation, domain } = demand;
  const declared = [{ span: column.span, message: `${quote(column.text)} is the ${kind} here` }];
  if (kind === 'count' && annotation?.kind !== 'count') {
    scope.log.error(
      'count-of-rows',
      column.span,
      `${quote(column.text)} is the number of equal rows that each row stands for, but is not declared as a count.`,
      `Declare it as ${quote(`demand ${column.text} : count`)}, or write ${quote(`weight ${column.text}`)} for a weight that is not a whole number.`,
    );
    return undefined;
  }
  const type = scope.types.get(column.text);
  if (kind === 'weight' && type?.kind === 'real' && !isDimensionless(type.unit)) {
    scope.log.error(
      'weight-with-unit',
      column.span,
      `A weight has no unit, and ${quote(column.text)} has one.`,
      'Declare it without a unit.',
    );
    return undefined;
  }
  const isBounded = annotation !== null && annotation.kind !== 'unit';
  if (isBounded || (domain !== null && least(domain) >= 0)) return { kind, column: column.text };
  scope.log.error(
    'weight-below-zero',
    domain?.span ?? demand.span,
    `A weight is at least 0, and ${quote(column.text)} may be less.`,
    'Declare its range as `in [0, inf]`.',
    declared,
  );
  return undefined;
}

function least(domain: DomainSyntax): number {
  return domain.kind === 'range' ? domain.lo : Math.min(...domain.values);
}

/** How the outcome is censored; null if it is not, undefined after a mistake, which is reported. */
export function checkCensoring(
  { censoring }: ObserveDeclaration,
  owner: OutcomeOwner,
  scope: Scope,
): Censoring | null | undefined {
  if (censoring === null) return null;
  if (!hasMass(owner.form, 'censored', censoring.span, scope)) return undefined;
  switch (censoring.kind) {
    case 'where': {
      const { flag, isNegated } = censoring;
      const demand = demandOf(flag, 'What says that a value is censored', scope);
      if (demand === null) return undefined;
      if (demand.annotation?.kind === 'flag')
        return { kind: 'where', flag: flag.text, equals: isNegated ? 0 : 1 };
      scope.log.error(
        'censored-flag',
        flag.span,
        `${quote(flag.text)} says in which rows the value is censored, but is not declared as a flag.`,
        `Declare it as ${quote(`demand ${flag.text} : flag`)}, with 1 in those rows.`,
      );
      return undefined;
    }
    case 'to': {
      const to = checkLimit(censoring.to, { ...CENSORED, wanted: 'The end of the interval' }, owner, scope);
      return to === null ? undefined : { kind: 'to', to: to.expression };
    }
    case 'limits':
      return checkLimits(censoring, owner, scope);
  }
}

/** The range to which the outcome is truncated; null if there is none, undefined after a mistake, which is reported. */
export function checkRange(
  { truncation }: ObserveDeclaration,
  owner: OutcomeOwner,
  scope: Scope,
): Observation['truncation'] | undefined {
  if (truncation === null) return null;
  if (!hasMass(owner.form, 'truncated', truncation.span, scope)) return undefined;
  const [lo, hi] = [truncation.lo, truncation.hi].map(
    (end) => end && checkLimit(end, TRUNCATED, owner, scope),
  ) as [Checked | null, Checked | null];
  if ((truncation.lo !== null && lo === null) || (truncation.hi !== null && hi === null)) return undefined;
  if (!areOrdered(lo, hi, scope)) return undefined;
  return { lo: lo?.expression ?? null, hi: hi?.expression ?? null };
}

/** Whether the probability of a range is known, without which an outcome is neither censored nor truncated; reported where it is not. */
function hasMass(outcome: OutcomeForm, what: 'censored' | 'truncated', span: Span, { log }: Scope): boolean {
  if (outcomeDefinition(outcome).ranges !== undefined) return true;
  const families = outcome.family === 'mixture' ? outcome.components : [outcome];
  const unable = families.find((each) => outcomeDefinition(each).ranges === undefined)!;
  const able = Object.entries(outcomes).flatMap(([name, definition]) =>
    'ranges' in definition ? [quote(name)] : [],
  );
  const mixed = outcome.family === 'mixture' ? `, and so neither can a mixture with it` : '';
  log.error(
    `${what}-outcome`,
    span,
    `An outcome of ${quote(unable.family)} cannot be ${what}${mixed}.`,
    `Outcomes of ${able.slice(0, -1).join(', ')} and ${able.at(-1)} can be.`,
  );
  return false;
}

/** What a limit is of, in messages. */
interface LimitWords {
  readonly code: 'censoring-limit' | 'truncation-limit';
  readonly wanted: string;
  readonly outcome: 'censored' | 'truncated';
}

const TRUNCATED: LimitWords = {
  code: 'truncation-limit',
  wanted: 'The end of the range',
  outcome: 'truncated',
};
const CENSORED: LimitWords = { code: 'censoring-limit', wanted: 'The limit', outcome: 'censored' };

function checkLimits(
  { below, above }: CensoringSyntax & { readonly kind: 'limits' },
  owner: OutcomeOwner,
  scope: Scope,
): Censoring | undefined {
  const lower = below && checkLimit(below, CENSORED, owner, scope);
  const upper = above && checkLimit(above, CENSORED, owner, scope);
  if ((below !== null && lower === null) || (above !== null && upper === null)) return undefined;
  if (!areOrdered(lower, upper, scope)) return undefined;
  return { kind: 'limits', below: lower?.expression ?? null, above: upper?.expression ?? null };
}

/** A limit of the outcome: a number or a demand, in the outcome's unit; null after a mistake, which is reported. */
function checkLimit(
  limit: ExpressionSyntax,
  { code, wanted, outcome }: LimitWords,
  owner: OutcomeOwner,
  scope: Scope,
): Checked | null {
  const value = checkExpression(limit, scope);
  if (value === null) return null;
  const isOutcome =
    value.expression.kind === 'column' && scope.names.get(value.expression.name)?.kind !== 'demand';
  if ((value.expression.kind !== 'column' && knownNumber(value) === null) || isOutcome) {
    scope.log.error(
      code,
      limit.span,
      `${wanted} of a ${outcome} outcome is a number or a demand, known before the fit.`,
      'Give the limit of each row in a column of its own, and declare that as a demand.',
    );
    return null;
  }
  const bound = checkBound('limit', wanted, value, owner, scope);
  const constant = bound && knownNumber(bound);
  if (constant === null || constant > 0 || outcomeDefinition(owner.form).values !== 'positive') return bound;
  scope.log.error(
    code,
    limit.span,
    `${quote(owner.family)} has values above 0 only, and this limit is ${constant}.`,
    outcome === 'truncated'
      ? 'Write a limit above 0, or `-inf` for a side that is open.'
      : 'Write a limit above 0.',
  );
  return null;
}

/** The declaration of the demand with this name; null if there is none, which is reported. */
function demandOf(name: Name, wanted: string, { names, log }: Scope): DemandDeclaration | null {
  const meaning = names.get(name.text);
  if (meaning?.kind === 'demand') return meaning.declaration;
  if (meaning?.kind === 'broken' || log.full) return null;
  const demands = [...names.values()].filter(({ kind }) => kind === 'demand').map((each) => each.name.text);
  const meant = meaning === undefined ? nearest(name.text, demands) : null;
  log.error(
    'not-a-demand',
    name.span,
    `${wanted} is a demand, and ${quote(name.text)} is ${meaning === undefined ? 'not declared' : `a ${meaning.kind}`}.`,
    meant === null
      ? `Declare a demand for the column, and write its name here.`
      : nameMeant(name.span, meant),
    meaning === undefined
      ? []
      : [{ span: meaning.name.span, message: `${quote(name.text)} is declared here` }],
  );
  return null;
}
