/** Evaluates typed expressions: the meaning of each construct of the language. */
import type { CallFunction, StatisticExpression, TypedExpression } from '../check/typed-layout.ts';
import {
  and,
  type LogProbability,
  lesser,
  linear,
  logistic,
  mix,
  not,
  or,
  powerMean,
  probability,
} from './log-probability.ts';

/** A number for a real or a flag, a pair for a probability. */
export type Value = number | LogProbability;

/** The values of the names in an expression. */
export interface Environment {
  column(name: string): number;
  /** The value of a latent. `index` is the category that indexes it; null if it has a single value. */
  latent(name: string, index: string | null): Value;
  /** The value at the previous level; null at the first level. */
  previous(name: string, index: string): Value | null;
  /** A flag of the class of a level, in the state that is summed over. */
  class(name: string, index: string): number;
  /** The probability of that flag, given the data. */
  posterior(name: string, index: string): Value;
  let(name: string): Value;
  statistic(expression: StatisticExpression): Value;
}

/** The value of an expression in IEEE 754 arithmetic: the logarithm of a negative number is NaN, not an error. */
export function evaluate(expression: TypedExpression, scope: Environment): Value {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'column':
      return scope.column(expression.name);
    case 'latent':
      return scope.latent(expression.name, expression.index);
    case 'previous':
      return scope.previous(expression.name, expression.index) ?? evaluate(expression.first, scope);
    case 'class':
      return scope.class(expression.name, expression.index);
    case 'posterior':
      return scope.posterior(expression.name, expression.index);
    case 'let':
      return scope.let(expression.name);
    case 'statistic':
      return scope.statistic(expression);
    case 'call':
      return call(expression.function, expression.arguments, scope);
  }
}

/** The value of an expression of type real or flag. */
export function evaluateReal(expression: TypedExpression, scope: Environment): number {
  const value = evaluate(expression, scope);
  if (typeof value !== 'number') throw mistyped(expression, 'a real');
  return value;
}

/** The value of an expression of type probability. */
export function evaluateProbability(expression: TypedExpression, scope: Environment): LogProbability {
  const value = evaluate(expression, scope);
  if (typeof value === 'number') throw mistyped(expression, 'a probability');
  return value;
}

/** 1 − p for a flag or probability p used as a real: `real(p)`. */
export function evaluateComplement(expression: TypedExpression, scope: Environment): number {
  const coerced =
    expression.kind === 'call' && expression.function === 'real' ? expression.arguments[0] : undefined;
  const value = evaluate(coerced ?? expression, scope);
  return typeof value === 'number' ? 1 - value : linear(not(value));
}

function mistyped(expression: TypedExpression, wanted: string): Error {
  const { start, end } = expression.span;
  return new Error(
    `The ${expression.kind} at ${start}–${end} of the layout should be ${wanted}: it was not checked.`,
  );
}

function call(name: CallFunction, args: readonly TypedExpression[], scope: Environment): Value {
  const argument = (index: number): TypedExpression => {
    const found = args[index];
    if (found === undefined) throw new Error(`\`${name}\` lacks argument ${index + 1}: it was not checked.`);
    return found;
  };
  const x = (index: number): number => evaluateReal(argument(index), scope);
  const p = (index: number): LogProbability => evaluateProbability(argument(index), scope);
  const all = (): LogProbability[] => args.map((each) => evaluateProbability(each, scope));

  switch (name) {
    case 'add':
      return x(0) + x(1);
    case 'subtract':
      return x(0) - x(1);
    case 'multiply':
      return x(0) * x(1);
    case 'divide':
      return x(0) / x(1);
    case 'power':
      return x(0) ** x(1);
    case 'negate':
      return -x(0);
    case 'log':
      return Math.log(x(0));
    case 'exp':
      return Math.exp(x(0));
    case 'sqrt':
      return Math.sqrt(x(0));
    case 'log1p':
      return Math.log1p(x(0));
    case 'expm1':
      return Math.expm1(x(0));
    case 'at_least':
      return Math.max(x(0), x(1));
    case 'at_most':
      return Math.min(x(0), x(1));

    case 'real': {
      const value = evaluate(argument(0), scope);
      return typeof value === 'number' ? value : linear(value);
    }
    case 'probability':
      return probability(x(0));

    case 'logistic':
      return logistic(x(0));
    case 'and':
      return and(all());
    case 'or':
      return or(all());
    case 'not':
      return not(p(0));
    case 'power_mean':
      return powerMean(
        x(0),
        args.slice(1).map((each) => evaluateProbability(each, scope)),
      );
    case 'lesser':
      return lesser(p(0), p(1));
    case 'greater':
      return not(lesser(not(p(0)), not(p(1))));
    case 'mix':
      return mix(p(0), p(1), p(2));
  }
}
