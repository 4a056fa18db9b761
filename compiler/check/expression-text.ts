/** Typed expressions as text in the language's syntax, with every coercion and unit written out. */
import type { CallFunction, TypedExpression } from './typed-layout.ts';
import { isDimensionless, unitText } from './units.ts';

interface Operator {
  readonly sign: string;
  readonly precedence: number;
  /** An operand needs parentheses unless its precedence exceeds this: `a - (b - c)` but `a - b - c`. */
  readonly left: number;
  readonly right: number;
}

const operators: Partial<Record<CallFunction, Operator>> = {
  or: { sign: 'or', precedence: 1, left: 1, right: 2 },
  and: { sign: 'and', precedence: 2, left: 2, right: 3 },
  add: { sign: '+', precedence: 4, left: 4, right: 5 },
  subtract: { sign: '-', precedence: 4, left: 4, right: 5 },
  multiply: { sign: '*', precedence: 5, left: 5, right: 6 },
  divide: { sign: '/', precedence: 5, left: 5, right: 6 },
  power: { sign: '^', precedence: 7, left: 8, right: 7 },
};
const prefixes: Partial<Record<CallFunction, Operator>> = {
  not: { sign: 'not ', precedence: 3, left: 3, right: 3 },
  negate: { sign: '-', precedence: 6, left: 6, right: 6 },
};
const ATOM = 9;

/** The expression as text: `margin(opAbility - 4 s * numPositions, 0 [s * position], 1 [1 / (s * position)])`. */
export function expressionText(expression: TypedExpression): string {
  return written(expression).text;
}

function written(expression: TypedExpression): { text: string; precedence: number } {
  switch (expression.kind) {
    case 'number':
      return { text: numberText(expression), precedence: expression.value < 0 ? 6 : ATOM };
    case 'posterior':
      return { text: `P(${expression.name}[${expression.index}])`, precedence: ATOM };
    case 'class':
    case 'latent':
      return {
        text: expression.index === null ? expression.name : `${expression.name}[${expression.index}]`,
        precedence: ATOM,
      };
    case 'column':
    case 'let':
      return { text: expression.name, precedence: ATOM };
    case 'previous':
      return {
        text: `previous(${expression.name}[${expression.index}], ${expressionText(expression.first)})`,
        precedence: ATOM,
      };
    case 'statistic':
      return {
        text: `${expression.function}(${expressionText(expression.argument)}${expression.by === null ? '' : `, by = ${expression.by}`})`,
        precedence: ATOM,
      };
    case 'call': {
      const args = expression.arguments;
      const infix = operators[expression.function];
      if (infix !== undefined && args.length > 1) {
        const parts = args.map((argument, i) => wrapped(argument, i === 0 ? infix.left : infix.right));
        return { text: parts.join(` ${infix.sign} `), precedence: infix.precedence };
      }
      const prefix = prefixes[expression.function];
      const only = args[0];
      if (prefix !== undefined && only !== undefined) {
        return { text: `${prefix.sign}${wrapped(only, prefix.right)}`, precedence: prefix.precedence };
      }
      return { text: `${expression.function}(${args.map(expressionText).join(', ')})`, precedence: ATOM };
    }
  }
}

function wrapped(expression: TypedExpression, atLeast: number): string {
  const { text, precedence } = written(expression);
  return precedence < atLeast ? `(${text})` : text;
}

/** `4 s` for a base unit, `48.4 [s * position]` for a compound unit, which the language writes as a product. */
function numberText({ value, type }: TypedExpression & { kind: 'number' }): string {
  const unit = type.kind === 'real' ? type.unit : {};
  if (isDimensionless(unit)) return `${value}`;
  const text = unitText(unit);
  return Object.hasOwn(unit, text) ? `${value} ${text}` : `${value} [${text}]`;
}
