/** The parts of an expression of the syntax tree, and the names that it mentions. */
import type { ExpressionSyntax, LatentDeclaration } from '../../grammar/syntax.ts';

/** Each name once, in the order of the text; functions and units after numbers are not among them. */
export function referencesOf(expression: ExpressionSyntax): string[] {
  const names = new Set<string>();
  gather(expression, names);
  return [...names];
}

/** The names that the prior of a latent mentions, in its parameters and in the bounds it is truncated at. */
export function referencesOfPrior({ prior, truncation }: LatentDeclaration): string[] {
  const names = new Set<string>();
  gather(prior, names);
  for (const bound of [truncation?.lo, truncation?.hi]) if (bound) gather(bound, names);
  return [...names];
}

function gather(expression: ExpressionSyntax, names: Set<string>): void {
  // `previous` reads another level, so it closes no circle.
  const before = new Set<ExpressionSyntax>();
  walk(expression, (part) => {
    if (part.kind === 'call' && part.callee.text === 'previous' && part.arguments[0] !== undefined)
      before.add(part.arguments[0].value);
    if (part.kind === 'reference' && !before.has(part)) names.add(part.name.text);
  });
}

/** Calls `visit` with an expression and then with its parts, in the order of the text. */
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
