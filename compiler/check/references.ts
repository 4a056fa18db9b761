/** Walks syntax-tree expressions and lists the names that they mention. */
import { limitsOf } from '../../grammar/build-clauses.ts';
import { expressionsOfDistribution, sharesOf } from '../../grammar/distributions.ts';
import type {
  ClassDeclaration,
  ExpressionSyntax,
  LatentDeclaration,
  ObserveDeclaration,
} from '../../grammar/syntax.ts';

/** Each name once, in source order, without functions and the units after numbers. */
export function referencesOf(expression: ExpressionSyntax): string[] {
  const names = new Set<string>();
  gather(expression, names);
  return [...names];
}

/** The names that the prior of a latent mentions, in its parameters and truncation bounds. */
export function referencesOfPrior({ prior, truncation }: LatentDeclaration): string[] {
  const names = new Set<string>();
  gather(prior, names);
  for (const bound of [truncation?.lo, truncation?.hi]) if (bound) gather(bound, names);
  return [...names];
}

/** The names that the shares of a class mention. */
export function referencesOfClass(declaration: ClassDeclaration): string[] {
  return [...new Set(sharesOf(declaration).flatMap(referencesOf))];
}

/** The names that an observation mentions: in its distribution and in the clauses after it. */
export function referencesOfObservation(declaration: ObserveDeclaration): string[] {
  const { distribution, weight, censoring } = declaration;
  const names = new Set<string>();
  for (const part of [...expressionsOfDistribution(distribution), ...limitsOf(declaration)])
    gather(part, names);
  if (weight !== null) names.add(weight.column.text);
  if (censoring?.kind === 'where') names.add(censoring.flag.text);
  return [...names];
}

function gather(expression: ExpressionSyntax, names: Set<string>): void {
  // `previous` reads another level of the latent, so it makes no cycle.
  const before = new Set<ExpressionSyntax>();
  walk(expression, (part) => {
    if (part.kind === 'call' && part.callee.text === 'previous' && part.arguments[0] !== undefined)
      before.add(part.arguments[0].value);
    if (part.kind === 'reference' && !before.has(part)) names.add(part.name.text);
    // What `solve` gives a value to, it reads.
    if (part.kind === 'call' && part.callee.text === 'solve')
      for (const { name } of part.arguments) if (name !== null) names.add(name.text);
  });
}

/** Calls `visit` with an expression and then with its parts, in source order. */
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
    case 'over':
      walk(expression.body, visit);
      return;
    case 'choose':
      for (const { value } of expression.alternatives) walk(value, visit);
      return;
    case 'call':
      for (const { value } of expression.arguments) walk(value, visit);
  }
}
