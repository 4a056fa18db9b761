/**
 * Expressions during checking: their typed form with the facts that the rules need, and the coercions between types.
 */
import type { DiagnosticLog, Note } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import { type Constant, constantValue, isFiniteConstant } from './constant-value.ts';
import type { CallFunction, Known, Type, TypedExpression, Unit } from './typed-layout.ts';
import {
  type Conversions,
  dimensionless,
  divideUnits,
  inBaseUnits,
  isDimensionless,
  sameUnit,
  unitText,
} from './units.ts';

/** A use of a column or a latent in an expression, directly or through lets, and where that is declared. */
export interface Reading {
  readonly name: string;
  readonly span: Span;
  readonly declared: Span;
}

/** A declaration from which an expression gets its unit. */
export interface Origin {
  readonly name: string;
  readonly type: Type;
  readonly declared: Span;
}

/** A checked expression. After a reported mistake null takes its place, so that nothing more is reported about it. */
export interface Checked {
  readonly expression: TypedExpression;
  /** Made only of numbers without units, so that it takes whatever unit its context requires. */
  readonly bare: boolean;
  /** The value, if the text alone determines it. */
  readonly constant: Constant | null;
  /** The first column that it reads outside of statistics. */
  readonly row: Reading | null;
  /** The first latent that it reads. */
  readonly latent: Reading | null;
  /** The places where it reads the level of a category, one per category. */
  readonly levels: readonly Reading[];
  readonly statistic: boolean;
  /** Whether it is a demand whose declared values all lie between 0 and 1, so that it may be used as a probability. */
  readonly isShare?: true;
  /** At most three. */
  readonly origins: readonly Origin[];
}

/** What rules about values need besides the values: where mistakes go, and what the layout's units are. */
export interface Rules {
  readonly log: DiagnosticLog;
  readonly conversions: Conversions;
}

/** A checked real, with its unit. */
export interface CheckedReal extends Checked {
  readonly unit: Unit;
}

export function realType(unit: Unit): Type {
  return { kind: 'real', unit };
}

/** A number in a unit; bare numbers are dimensionless until `adopt` gives them a unit. */
export function checkedNumber(value: number, unit: Unit, bare: boolean, span: Span): Checked {
  return {
    expression: { kind: 'number', value, type: realType(unit), known: 'constant', span },
    bare,
    constant: value,
    row: null,
    latent: null,
    levels: [],
    statistic: false,
    origins: [],
  };
}

function knownFrom(parts: readonly Checked[]): Known {
  if (parts.some(({ latent }) => latent !== null)) return 'latent';
  if (parts.some(({ row, levels }) => row !== null || levels.length > 0)) return 'row';
  return parts.some(({ statistic }) => statistic) ? 'statistic' : 'constant';
}

/** The columns, latents and levels that an expression with these parts reads. */
export function readingsOf(
  parts: readonly Checked[],
): Pick<Checked, 'row' | 'latent' | 'levels' | 'statistic' | 'origins'> {
  return {
    row: parts.find(({ row }) => row !== null)?.row ?? null,
    latent: parts.find(({ latent }) => latent !== null)?.latent ?? null,
    levels: distinctLevels(parts.flatMap(({ levels }) => levels)),
    statistic: parts.some(({ statistic }) => statistic),
    origins: originsOf(parts),
  };
}

function distinctLevels(levels: readonly Reading[]): readonly Reading[] {
  return levels.filter(({ name }, i) => levels.findIndex((other) => other.name === name) === i);
}

/** At most three origins: the first of each part, then the second of each, and so on. */
function originsOf(parts: readonly Checked[]): Origin[] {
  const nearestFirst = [0, 1, 2].flatMap((place) =>
    parts.flatMap(({ origins }) => origins.slice(place, place + 1)),
  );
  const byName = new Map<string, Origin>();
  for (const origin of nearestFirst) if (!byName.has(origin.name)) byName.set(origin.name, origin);
  return [...byName.values()].slice(0, 3);
}

/** A call on checked arguments; null, with a diagnostic, when its value is constant and not finite. */
export function call(
  name: CallFunction,
  type: Type,
  args: readonly Checked[],
  span: Span,
  log: DiagnosticLog,
): Checked | null {
  const constants = args.map(({ constant }) => constant);
  const constant = constants.every((value) => value !== null) ? constantValue(name, constants) : null;
  if (constant !== null && !isFiniteConstant(constant)) {
    reportNotFinite(span, log);
    return null;
  }
  return {
    expression: {
      kind: 'call',
      function: name,
      arguments: args.map(({ expression }) => expression),
      type,
      known: knownFrom(args),
      span,
    },
    bare: false,
    constant,
    ...readingsOf(args),
  };
}

export function reportNotFinite(span: Span, log: DiagnosticLog): void {
  log.error(
    'not-finite',
    span,
    'The value of this constant expression is not a finite number.',
    'Change its numbers so that it has one.',
  );
}

/** True for flags and probabilities, which `and`, `not` and similar functions accept without coercion. */
export function isProbable({ expression }: Checked): boolean {
  return expression.type.kind !== 'real';
}

/**
 * The expression as a real. A flag or probability is coerced to a dimensionless real; a coercion from a real is undone.
 */
export function asReal(checked: Checked): CheckedReal {
  const { expression } = checked;
  if (expression.type.kind === 'real') return { ...checked, unit: expression.type.unit };
  const share =
    expression.kind === 'call' && expression.function === 'probability' ? expression.arguments[0] : null;
  if (share?.kind === 'column' && share.type.kind === 'real') {
    return { ...checked, expression: share, unit: dimensionless };
  }
  const type = realType(dimensionless);
  return {
    ...checked,
    expression: {
      kind: 'call',
      function: 'real',
      arguments: [expression],
      type,
      known: expression.known,
      span: expression.span,
    },
    constant: checked.constant === null ? null : constantValue('real', [checked.constant]),
    unit: dimensionless,
  };
}

/** A bare number in the unit that its context requires; anything else unchanged. */
export function adopt(checked: CheckedReal, unit: Unit): CheckedReal {
  if (!checked.bare) return checked;
  return {
    ...checked,
    expression: { ...checked.expression, type: realType(unit) },
    bare: false,
    unit,
  };
}

/**
 * The value in another unit of the same dimension, as an expression that multiplies or divides; undefined where the
 * dimension is another, null where the number is not finite, which is reported. A bare number is not converted.
 */
export function converted(
  value: CheckedReal,
  unit: Unit,
  { log, conversions }: Rules,
): CheckedReal | null | undefined {
  if (sameUnit(value.unit, unit)) return value;
  const ratio = inBaseUnits(divideUnits(value.unit, unit), conversions);
  if (!isDimensionless(ratio.unit)) return undefined;
  const { span } = value.expression;
  const times = ratio.factor;
  const per = inBaseUnits(divideUnits(unit, value.unit), conversions).factor;
  if (times === 1) return inUnitAsItIs(value, unit);
  if (!(Number.isFinite(times) && Number.isFinite(per))) {
    reportNotFinite(span, log);
    return null;
  }
  // A minute is 60 s, and a second is better divided by 60 than multiplied by a number that is nearly its inverse.
  const divides = Number.isInteger(per) && !Number.isInteger(times);
  if (value.expression.kind === 'number') {
    const number = divides ? value.expression.value / per : value.expression.value * times;
    if (Number.isFinite(number)) return { ...checkedNumber(number, unit, false, span), unit };
    reportNotFinite(span, log);
    return null;
  }
  const factor = checkedNumber(divides ? per : times, dimensionless, false, span);
  const whole = call(divides ? 'divide' : 'multiply', realType(unit), [value, factor], span, log);
  return whole && { ...whole, origins: value.origins, unit };
}

/** The value with another name for the same unit. */
function inUnitAsItIs(value: CheckedReal, unit: Unit): CheckedReal {
  return { ...value, expression: { ...value.expression, type: realType(unit) }, unit };
}

/** The number of units in a quantity, as a number without one: only where its unit cancels, as in a difference of logarithms. */
export function withoutUnit(value: Checked): Checked {
  return { ...value, expression: { ...value.expression, type: realType(dimensionless) } };
}

/** A flag, or a real from 0 to 1, coerced to a probability. */
export function asProbabilityCall(expression: TypedExpression): TypedExpression {
  return {
    kind: 'call',
    function: 'probability',
    arguments: [expression],
    type: { kind: 'probability' },
    known: expression.known,
    span: expression.span,
  };
}

/**
 * The expression as a probability: unchanged if it is one, coerced if it is a flag or a constant in [0, 1]. Anything
 * else is a mistake, which is reported. `wanted` says what requires it, such as `` `mix` wants a probability for `w`
 * ``.
 */
export function asProbability(given: Checked, wanted: string, rules: Rules): Checked | null {
  const { log } = rules;
  const checked = asPlainShare(given, rules);
  if (checked === null) return null;
  const { expression, constant } = checked;
  if (expression.type.kind === 'probability') return checked;
  if (expression.type.kind === 'real') {
    const { unit } = expression.type;
    const value = typeof constant === 'number' && isDimensionless(unit) ? constant : null;
    if (value === null && checked.isShare) return { ...checked, expression: asProbabilityCall(expression) };
    if (value === null) {
      reportReal(checked, unit, wanted, log);
      return null;
    }
    if (value < 0 || value > 1) {
      log.error(
        'not-a-probability',
        expression.span,
        `${wanted}, but ${value} is not between 0 and 1.`,
        'Write a number from 0 to 1, or make the number a probability with `logistic(…)`.',
      );
      return null;
    }
  }
  return {
    ...checked,
    expression: asProbabilityCall(expression),
    bare: false,
    constant: constant === null ? null : constantValue('probability', [constant]),
  };
}

/** A share in a unit that is a plain number, such as 25 percent, as that number: 0.25. Anything else as it is. */
function asPlainShare(checked: Checked, rules: Rules): Checked | null {
  const { expression, constant, isShare } = checked;
  if (expression.type.kind !== 'real' || isDimensionless(expression.type.unit)) return checked;
  if (constant === null && !isShare) return checked;
  const plain = converted(asReal(checked), dimensionless, rules);
  return plain === undefined ? checked : plain && { ...plain, ...(isShare ? { isShare } : {}) };
}

function reportReal(checked: Checked, unit: Unit, wanted: string, log: DiagnosticLog): void {
  const { expression } = checked;
  const declare =
    expression.kind === 'latent'
      ? `declare ${quote(expression.name)} as \`: probability\``
      : expression.kind === 'column'
        ? `declare ${quote(expression.name)} as \`: flag\` if it is 0 or 1${isDimensionless(unit) ? ', or as `: probability` if it lies between' : ''}`
        : null;
  const same = isDimensionless(unit) ? sameNumber(expression) : null;
  const convert =
    same !== null
      ? same
      : isDimensionless(unit)
        ? 'make it one with `logistic(…)` or `margin(ability, demand)`'
        : 'compare it with something in the same unit by `margin(ability, demand)`, or divide by a scale and use `logistic(…)`';
  const remedy = declare === null ? convert : `${declare}, or ${convert}`;
  log.error(
    'not-a-probability',
    expression.span,
    `${wanted}, but this is ${describe(checked)}.`,
    `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`,
    originNotes(checked),
  );
}

/**
 * How to write the same number so that it is known to lie between 0 and 1; null for an expression that needs a link to
 * become a probability. If something is a probability already, advising a link would be advising another model.
 */
function sameNumber(expression: TypedExpression): string | null {
  if (expression.kind !== 'call') return null;
  const { function: name, arguments: parts } = expression;
  const [first, second] = parts;
  const isExponential = second?.kind === 'call' && second.function === 'exp';
  if (name === 'subtract' && first?.kind === 'number' && first.value === 1 && isExponential) {
    return 'write `1 - exp(-x)` as `logistic(log(expm1(x)))`, which is the same number for each x above 0';
  }
  if (name === 'divide' && first?.kind === 'number' && first.value === 1 && second?.known !== 'latent') {
    return 'write `1 / n` as `logistic(-log(n - 1))`, which is the same number for each n above 1';
  }
  if (!readsProbability(expression)) return null;
  if (name === 'divide') {
    const isOfSum = second?.kind === 'call' && second.function === 'add';
    return isOfSum
      ? 'write `a / (a + b)` as `logistic(log(a) - log(b))`, which is the same number'
      : 'write `a / b` as `logistic(log(a) - log(b - a))`, which is the same number where b is above a';
  }
  if (name === 'add') return 'write `(1 - w) * p + w * q` as `mix(w, p, q)`, with a probability `w`';
  return 'write it with `and`, `or`, `not` and `mix`, which keep probabilities between 0 and 1';
}

/** Whether arithmetic reads a probability as a number. */
function readsProbability(expression: TypedExpression): boolean {
  if (expression.kind !== 'call') return false;
  if (expression.function === 'real') return expression.arguments[0]?.type.kind === 'probability';
  return expression.type.kind === 'real' && expression.arguments.some(readsProbability);
}

/** A description of an expression for messages: `` a real in `m` ``. */
export function describe({ expression, bare }: Checked): string {
  if (expression.type.kind === 'probability') return 'a probability';
  if (expression.type.kind === 'flag') return 'a flag';
  if (bare) return 'a number without a unit';
  return `a ${expression.known === 'constant' ? 'number' : 'real'} ${inUnit(expression.type.unit)}`;
}

/** ``in `m / s` ``, or `without a unit`. */
export function inUnit(unit: Unit): string {
  return isDimensionless(unit) ? 'without a unit' : `in ${quote(unitText(unit))}`;
}

/** Notes that show where the type of an expression comes from. */
export function originNotes({ origins }: Pick<Checked, 'origins'>): Note[] {
  return origins.map(({ name, type, declared }) => ({
    span: declared,
    message:
      type.kind === 'real' ? `${quote(name)} is ${inUnit(type.unit)}` : `${quote(name)} is a ${type.kind}`,
  }));
}
