/** The names that an expression mentions. */
import type { ExpressionSyntax, LatentDeclaration } from '../../grammar/syntax.ts';
import { walk } from './walk.ts';

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
  walk(expression, (part) => {
    if (part.kind === 'reference') names.add(part.name.text);
  });
}
