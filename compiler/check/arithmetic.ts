/** The types of operators. */
import { MAX_EXPONENT } from '../../grammar/limits.ts';
import type { Span } from '../../grammar/source.ts';
import type { BinaryOperator } from '../../grammar/syntax.ts';
import {
  adopt,
  asProbability,
  asReal,
  type Checked,
  type CheckedReal,
  call,
  checkedNumber,
  converted,
  inUnit,
  isProbable,
  originNotes,
  type Rules,
  readingsOf,
  realType,
  reportNotFinite,
} from './checked.ts';
import { constantValue } from './constant-value.ts';
import type { RealFunction, Unit } from './typed-layout.ts';
import { inOneUnit, inUnitOf } from './unify.ts';
import {
  dimensionless,
  divideUnits,
  isDimensionless,
  largestExponent,
  multiplyUnits,
  powerUnit,
  withoutMixture,
} from './units.ts';

const realFunctions = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide', '^': 'power' } as const;

/** The result of `left operator right`; null if it has none, which is reported. */
export function binary(
  operator: BinaryOperator,
  left: Checked,
  right: Checked,
  span: Span,
  rules: Rules,
): Checked | null {
  if (operator === 'and' || operator === 'or')
    return combine(operator, `\`${operator}\``, [left, right], span, rules);
  if (operator === '*' && isProbable(left) && isProbable(right)) {
    return combine('and', '`*`', [left, right], span, rules);
  }
  if (operator === '-' && left.bare && left.constant === 1 && isProbable(right))
    return negation(right, span, rules);

  const a = asReal(left);
  const b = asReal(right);
  if (operator === '/' && b.constant === 0) {
    rules.log.error(
      'division-by-zero',
      b.expression.span,
      'This divides by zero.',
      'Divide by a number other than 0, or correct the expression that makes it 0.',
    );
    return null;
  }
  if (a.bare && b.bare) return foldBare(realFunctions[operator], [a, b], span, rules);
  switch (operator) {
    case '+':
    case '-': {
      const same = inOneUnit(`\`${operator}\``, [a, b], rules);
      return same && call(realFunctions[operator], realType(same.unit), same.values, span, rules.log);
    }
    case '*':
    case '/': {
      const combined = operator === '*' ? multiplyUnits(a.unit, b.unit) : divideUnits(a.unit, b.unit);
      const factors = [adopt(a, dimensionless), adopt(b, dimensionless)];
      if (!inReach(combined, [a, b], span, rules)) return null;
      const whole = call(realFunctions[operator], realType(combined), factors, span, rules.log);
      return whole && (converted(asReal(whole), withoutMixture(combined, rules.conversions), rules) ?? null);
    }
    case '^':
      return power(a, b, span, rules);
  }
}

function power(base: CheckedReal, exponent: CheckedReal, span: Span, rules: Rules): Checked | null {
  if (isDimensionless(base.unit)) {
    const plain = inUnitOf(dimensionless, 'An exponent', exponent, [], rules);
    return (
      plain && call('power', realType(dimensionless), [adopt(base, dimensionless), plain], span, rules.log)
    );
  }
  if (!exponent.bare || typeof exponent.constant !== 'number') {
    rules.log.error(
      'exponent-not-constant',
      exponent.expression.span,
      `The base is ${inUnit(base.unit)}, so its exponent must be a number: the unit of the result depends on it.`,
      'Write a number, or divide the base by a scale in its unit first.',
      originNotes(base),
    );
    return null;
  }
  const unit = powerUnit(base.unit, exponent.constant);
  if (!inReach(unit, [base], span, rules)) return null;
  return call('power', realType(unit), [base, adopt(exponent, dimensionless)], span, rules.log);
}

/** Whether the exponents of a unit are within the limit; reported when they are not. */
function inReach(unit: Unit, parts: readonly Checked[], span: Span, rules: Rules): boolean {
  if (largestExponent(unit) <= MAX_EXPONENT) return true;
  rules.log.error(
    'unit-exponent',
    span,
    `The unit of this expression has an exponent beyond ${MAX_EXPONENT}.`,
    'Divide by a scale in the same unit before taking powers.',
    originNotes(readingsOf(parts)),
  );
  return false;
}

/** Folds numbers without units to one such number, which may still take a unit from its context. */
export function foldBare(
  name: RealFunction,
  args: readonly Checked[],
  span: Span,
  rules: Rules,
): Checked | null {
  const value = constantValue(
    name,
    args.map(({ constant }) => constant ?? Number.NaN),
  );
  if (typeof value === 'number' && Number.isFinite(value))
    return checkedNumber(value, dimensionless, true, span);
  reportNotFinite(span, rules.log);
  return null;
}

/** `-x`. */
export function negate(operand: Checked, span: Span, rules: Rules): Checked | null {
  const real = asReal(operand);
  if (real.bare) return foldBare('negate', [real], span, rules);
  return call('negate', realType(real.unit), [real], span, rules.log);
}

/** `not p`. */
export function negation(operand: Checked, span: Span, rules: Rules): Checked | null {
  const p = asProbability(operand, '`not` needs a probability', rules);
  return p && call('not', { kind: 'probability' }, [p], span, rules.log);
}

/** `p and q and …`, `p or q or …`. A chain becomes a single call; a single operand is returned as it is. */
export function combine(
  name: 'and' | 'or',
  who: string,
  operands: readonly Checked[],
  span: Span,
  rules: Rules,
): Checked | null {
  const probabilities = operands.map((operand) =>
    asProbability(operand, `${who} needs probabilities`, rules),
  );
  if (probabilities.some((p) => p === null)) return null;
  const present = probabilities.filter((p) => p !== null);
  const only = present[0];
  if (present.length === 1 && only !== undefined) return only;
  const whole = call(name, { kind: 'probability' }, present, span, rules.log);
  return whole && flatten(name, whole);
}

/** and(and(p, q), r) as and(p, q, r): the product is associative. */
function flatten(name: 'and' | 'or', whole: Checked): Checked {
  const { expression } = whole;
  if (expression.kind !== 'call') return whole;
  const [first, ...rest] = expression.arguments;
  if (first?.kind !== 'call' || first.function !== name) return whole;
  return { ...whole, expression: { ...expression, arguments: [...first.arguments, ...rest] } };
}
