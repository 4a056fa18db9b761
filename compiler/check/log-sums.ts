/**
 * Sums of logarithms. `log(a) - log(b)` of quantities in one unit is the logarithm of their ratio, which has none. So the
 * logarithm of a quantity may be a term of a sum, in which the units of all such terms cancel.
 */
import type { Note } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import type { CallSyntax, ExpressionSyntax } from '../../grammar/syntax.ts';
import { binary, negate } from './arithmetic.ts';
import {
  adopt,
  asReal,
  type Checked,
  call,
  checkedNumber,
  inUnit,
  realType,
  withoutUnit,
} from './checked.ts';
import { applyFunction, isPositive } from './linking.ts';
import type { Scope } from './scope.ts';
import type { Unit } from './typed-layout.ts';
import { inUnitOf, unitInside } from './unify.ts';
import { dimensionless, divideUnits, inBaseUnits, isDimensionless, multiplyUnits } from './units.ts';

/** The logarithm of a quantity as a term of a sum. */
interface OpenLogarithm {
  readonly argument: Checked;
  readonly isSubtracted: boolean;
}

/** A value, and the logarithms in it whose units do not cancel unless the rest of the sum makes them. */
interface OpenSum {
  readonly value: Checked;
  readonly logarithms: readonly OpenLogarithm[];
}

type Check = (syntax: ExpressionSyntax, scope: Scope) => Checked | null;

/** Whether an expression is a sum or a logarithm, which `checkSum` checks. */
export function isSum(syntax: ExpressionSyntax): boolean {
  if (syntax.kind === 'unary') return syntax.operator === '-';
  if (syntax.kind === 'binary') return syntax.operator === '+' || syntax.operator === '-';
  return isLogarithm(syntax);
}

/**
 * The value of a sum or a logarithm; null after a mistake, which is reported. `checkTerm` checks the terms that are
 * neither.
 */
export function checkSum(syntax: ExpressionSyntax, scope: Scope, checkTerm: Check): Checked | null {
  const sum = openSum(syntax, scope, checkTerm);
  return sum && closed(sum, syntax.span, scope);
}

function openSum(syntax: ExpressionSyntax, scope: Scope, checkTerm: Check): OpenSum | null {
  if (syntax.kind === 'binary' && isSum(syntax)) {
    const left = openSum(syntax.left, scope, checkTerm);
    const right = openSum(syntax.right, scope, checkTerm);
    const value = left && right && binary(syntax.operator, left.value, right.value, syntax.span, scope);
    if (!value) return null;
    const added = syntax.operator === '-' ? right.logarithms.map(negated) : right.logarithms;
    return { value, logarithms: [...left.logarithms, ...added] };
  }
  if (syntax.kind === 'unary' && isSum(syntax)) {
    const operand = openSum(syntax.operand, scope, checkTerm);
    const value = operand && negate(operand.value, syntax.span, scope);
    return value && { value, logarithms: operand.logarithms.map(negated) };
  }
  const term = isLogarithm(syntax) ? openLogarithm(syntax, scope) : checkTerm(syntax, scope);
  return term && ('logarithms' in term ? term : { value: term, logarithms: [] });
}

function isLogarithm(syntax: ExpressionSyntax): syntax is CallSyntax {
  if (syntax.kind !== 'call' || syntax.callee.text !== 'log') return false;
  return syntax.arguments.length === 1 && syntax.arguments[0]!.name === null;
}

function openLogarithm({ arguments: [given], span }: CallSyntax, scope: Scope): OpenSum | Checked | null {
  const argument = scope.check(given!.value, scope);
  if (argument === null) return null;
  const { unit } = inBaseUnits(asReal(argument).unit, scope.conversions);
  if (isDimensionless(unit)) return applyFunction('log', [argument], span, scope);
  if (!isPositive(argument, 'a logarithm', scope)) return null;
  const value = call('log', realType(dimensionless), [withoutUnit(argument)], span, scope.log);
  return value && { value, logarithms: [{ argument, isSubtracted: false }] };
}

function negated({ argument, isSubtracted }: OpenLogarithm): OpenLogarithm {
  return { argument, isSubtracted: !isSubtracted };
}

/** The value of a whole sum. Where quantities are in different units of one dimension, the logarithm of the factor is added. */
function closed({ value, logarithms }: OpenSum, span: Span, scope: Scope): Checked | null {
  const left = logarithms.reduce(
    (unit: Unit, { argument, isSubtracted }) =>
      (isSubtracted ? divideUnits : multiplyUnits)(unit, asReal(argument).unit),
    dimensionless,
  );
  const { unit, factor } = inBaseUnits(left, scope.conversions);
  if (!isDimensionless(unit)) {
    report(logarithms, left, span, scope);
    return null;
  }
  if (factor === 1) return value;
  const shift = checkedNumber(Math.log(factor), dimensionless, false, span);
  return call('add', realType(dimensionless), [adopt(asReal(value), dimensionless), shift], span, scope.log);
}

function report(logarithms: readonly OpenLogarithm[], left: Unit, span: Span, scope: Scope): void {
  const [only, ...others] = logarithms.map(({ argument }) => argument);
  if (others.length === 0) {
    const instead = (unit: Unit) =>
      `Write ${quote('log(a / b)')} or ${quote('log(a) - log(b)')} with both in one unit, or divide by ${quote(unitInside(unit))}.`;
    inUnitOf(dimensionless, `The argument of ${quote('log')}`, only!, [], scope, instead);
    return;
  }
  const notes: Note[] = logarithms.slice(0, 4).map(({ argument }) => ({
    span: argument.expression.span,
    message: `this is ${inUnit(asReal(argument).unit)}`,
  }));
  scope.log.error(
    'unit-mismatch',
    span,
    `The units of these logarithms do not cancel: together they are logarithms of something ${inUnit(left)}.`,
    `Subtract the logarithm of a quantity in the same unit for each that is added, or divide by a scale first, as in ${quote(`log(a / ${unitInside(asReal(only!).unit)})`)}.`,
    notes,
  );
}
