/** The names that an expression mentions. */
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
  switch (expression.kind) {
    case 'number':
      return;
    case 'reference':
      names.add(expression.name.text);
      return;
    case 'unary':
      gather(expression.operand, names);
      return;
    case 'binary':
      gather(expression.left, names);
      gather(expression.right, names);
      return;
    case 'choose':
      for (const { value } of expression.alternatives) gather(value, names);
      return;
    case 'call':
      for (const { value } of expression.arguments) gather(value, names);
  }
}
