/** Goes through an expression of the syntax tree. */
import type { ExpressionSyntax } from '../../grammar/syntax.ts';

/** Calls `visit` with an expression and all that is in it, an outer one before its parts, and these as the text has them. */
export function walk(expression: ExpressionSyntax, visit: (expression: ExpressionSyntax) => void): void {
  visit(expression);
  switch (expression.kind) {
    case 'number':
    case 'reference':
      return;
    case 'unary':
      walk(expression.operand, visit);
      return;
    case 'binary':
      walk(expression.left, visit);
      walk(expression.right, visit);
      return;
    case 'choose':
      for (const { value } of expression.alternatives) walk(value, visit);
      return;
    case 'call':
      for (const { value } of expression.arguments) walk(value, visit);
  }
}
