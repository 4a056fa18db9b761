/** Builds expressions from the concrete syntax tree, applying operator precedence. */
import type { CstNode, IToken } from 'chevrotain';
import { node, nodes, token, tokens } from './cst.ts';
import type { DiagnosticLog } from './diagnostic.ts';
import { MAX_DEPTH } from './limits.ts';
import { quote } from './quote.ts';
import { cover, type Span } from './source.ts';
import { spanOf } from './statements.ts';
import type {
  AlternativeSyntax,
  ArgumentSyntax,
  BinaryOperator,
  CallSyntax,
  ChooseSyntax,
  ExpressionSyntax,
  IndexName,
  Name,
  UnarySyntax,
} from './syntax.ts';

/** An expression with the depth of its tree. */
interface Built<T extends ExpressionSyntax = ExpressionSyntax> {
  readonly expression: T;
  readonly depth: number;
}

type Operator =
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly span: Span }
  | { readonly kind: 'unary'; readonly operator: UnarySyntax['operator']; readonly span: Span };

/** How tightly each operator binds. */
export const binaryPrecedence: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '^': 7,
};
const unaryPrecedence: Readonly<Record<UnarySyntax['operator'], number>> = { not: 3, '-': 6 };

/** The expression. If it is too deep for the later phases, that is reported and the result is null. */
export function buildExpression(tree: CstNode, log: DiagnosticLog): ExpressionSyntax | null {
  return shallow(expression(tree, log), log);
}

/** The call. If it is too deep for the later phases, that is reported and the result is null. */
export function buildCall(tree: CstNode, log: DiagnosticLog): CallSyntax | null {
  return shallow(call(tree, log), log);
}

/** The alternatives of a prior. If one is too deep, that is reported and the result is null. */
export function buildPriorChoice(tree: CstNode, log: DiagnosticLog): ChooseSyntax<CallSyntax> | null {
  const alternatives = nodes(tree, 'priorAlternative').map((part) => {
    const value = buildCall(node(part, 'call'), log);
    return value && { name: name(token(part, 'Identifier')), value };
  });
  const sound = alternatives.filter((alternative) => alternative !== null);
  return sound.length < alternatives.length ? null : choose(tree, sound);
}

function choose<Value>(
  tree: CstNode,
  alternatives: readonly AlternativeSyntax<Value>[],
): ChooseSyntax<Value> {
  const span = cover(spanOf(token(tree, 'Choose')), spanOf(token(tree, 'RBrace')));
  return { kind: 'choose', name: name(token(tree, 'Identifier')), alternatives, span };
}

function joinedOver(tree: CstNode, log: DiagnosticLog): Built {
  const [join, dimension] = tokens(tree, 'Identifier').map(name) as [Name, Name];
  const { expression: body, depth } = expression(node(tree, 'expression'), log);
  return {
    expression: { kind: 'over', join, dimension, body, span: cover(join.span, body.span) },
    depth: depth + 1,
  };
}

/** The names in the brackets behind a name. */
export function indexName(bracket: CstNode): IndexName {
  const [first, ...further] = tokens(bracket, 'Identifier').map(name) as [Name, ...Name[]];
  return further.length === 0 ? first : { ...first, further };
}

function choice(tree: CstNode, log: DiagnosticLog): Built {
  const built = nodes(tree, 'alternative').map((part) => ({
    name: name(token(part, 'Identifier')),
    value: expression(node(part, 'expression'), log),
  }));
  const alternatives = built.map(({ name, value }) => ({ name, value: value.expression }));
  return {
    expression: choose(tree, alternatives),
    depth: Math.max(...built.map(({ value }) => value.depth)) + 1,
  };
}

function shallow<T extends ExpressionSyntax>(built: Built<T>, log: DiagnosticLog): T | null {
  if (built.depth <= MAX_DEPTH) return built.expression;
  log.error(
    'expression-too-long',
    built.expression.span,
    `This expression is more than ${MAX_DEPTH} operators or calls deep.`,
    'Name parts of it with `let`, and combine the names.',
  );
  return null;
}

/**
 * Operator precedence with two explicit stacks (Dijkstra's shunting yard), so that long chains of operators do not
 * recurse.
 */
function expression(tree: CstNode, log: DiagnosticLog): Built {
  const operands: Built[] = [];
  const operators: Operator[] = [];
  const apply = (): void => {
    const operator = operators.pop();
    const right = operands.pop();
    if (operator === undefined || right === undefined) throw new Error('an operator has no operand');
    if (operator.kind === 'unary') {
      operands.push(unary(operator, right));
      return;
    }
    const left = operands.pop();
    if (left === undefined) throw new Error('a binary operator has no left operand');
    operands.push(binary(operator, left, right));
  };

  const infix = tokens(tree, 'BinaryOperator');
  nodes(tree, 'operand').forEach((part, i) => {
    const before = infix[i - 1];
    if (before !== undefined) {
      const operator = before.image as BinaryOperator;
      const precedence = binaryPrecedence[operator];
      for (let top = operators.at(-1); top !== undefined; top = operators.at(-1)) {
        const topPrecedence =
          top.kind === 'unary' ? unaryPrecedence[top.operator] : binaryPrecedence[top.operator];
        if (topPrecedence < precedence || (topPrecedence === precedence && operator === '^')) break;
        apply();
      }
      operators.push({ kind: 'binary', operator, span: spanOf(before) });
    }
    for (const prefix of tokens(part, 'PrefixOperator')) {
      operators.push({
        kind: 'unary',
        operator: prefix.image as UnarySyntax['operator'],
        span: spanOf(prefix),
      });
    }
    operands.push(primary(part, log));
  });
  while (operators.length > 0) apply();
  const built = operands[0];
  if (built === undefined) throw new Error('an expression is empty');
  return built;
}

function unary({ operator, span }: Operator & { kind: 'unary' }, operand: Built): Built {
  return {
    expression: {
      kind: 'unary',
      operator,
      operand: operand.expression,
      span: cover(span, operand.expression.span),
    },
    depth: operand.depth + 1,
  };
}

function binary({ operator, span }: Operator & { kind: 'binary' }, left: Built, right: Built): Built {
  return {
    expression: {
      kind: 'binary',
      operator,
      left: left.expression,
      right: right.expression,
      operatorSpan: span,
      span: cover(left.expression.span, right.expression.span),
    },
    depth: Math.max(left.depth, right.depth) + 1,
  };
}

function primary(tree: CstNode, log: DiagnosticLog): Built {
  const called = nodes(tree, 'call')[0];
  if (called !== undefined) return call(called, log);
  const over = nodes(tree, 'over')[0];
  if (over !== undefined) return joinedOver(over, log);
  const chosen = nodes(tree, 'choice')[0];
  if (chosen !== undefined) return choice(chosen, log);
  const reference = tokens(tree, 'reference')[0];
  if (reference !== undefined) {
    const bracket = nodes(tree, 'index')[0];
    const index = bracket === undefined ? null : indexName(bracket);
    const span =
      bracket === undefined
        ? spanOf(reference)
        : cover(spanOf(reference), spanOf(token(bracket, 'RBracket')));
    return { expression: { kind: 'reference', name: name(reference), index, span }, depth: 1 };
  }
  const literal = tokens(tree, 'NumberLiteral')[0];
  if (literal !== undefined) {
    const unit = tokens(tree, 'unit')[0];
    return {
      expression: {
        kind: 'number',
        value: numberValue(literal, log),
        unit: unit === undefined ? null : name(unit),
        span: unit === undefined ? spanOf(literal) : cover(spanOf(literal), spanOf(unit)),
      },
      depth: 1,
    };
  }
  const inner = expression(node(tree, 'expression'), log);
  // The span includes the parentheses, so that an underlined `(a + b) * c` is underlined whole.
  const span = cover(spanOf(token(tree, 'LParen')), spanOf(token(tree, 'RParen')));
  return { expression: { ...inner.expression, span }, depth: inner.depth };
}

function call(tree: CstNode, log: DiagnosticLog): Built<CallSyntax> {
  const callee = token(tree, 'Callee');
  let depth = 0;
  const args = nodes(tree, 'argument').map((argument): ArgumentSyntax => {
    const label = tokens(argument, 'ArgumentName')[0];
    const value = expression(node(argument, 'expression'), log);
    depth = Math.max(depth, value.depth);
    return {
      name: label === undefined ? null : name(label),
      value: value.expression,
      span: label === undefined ? value.expression.span : cover(spanOf(label), value.expression.span),
    };
  });
  return {
    expression: {
      kind: 'call',
      callee: name(callee),
      arguments: args,
      span: cover(spanOf(callee), spanOf(token(tree, 'RParen'))),
    },
    depth: depth + 1,
  };
}

function name(identifier: IToken): Name {
  return { text: identifier.image, span: spanOf(identifier) };
}

/** The nearest double; a number that overflows is reported and becomes 1. */
export function numberValue(literal: IToken, log: DiagnosticLog): number {
  const value = Number(literal.image);
  if (Number.isFinite(value)) return value;
  log.error(
    'number-too-large',
    spanOf(literal),
    `The number ${quote(literal.image)} is too large for a double.`,
    'Write a number below 1.7976931348623157e308.',
  );
  return 1;
}
