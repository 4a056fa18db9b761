/**
 * Windows: rows that succeed if a latent lies between two demands, as in `band`. The latent's starting value can be the
 * place where most windows overlap.
 */
import { outcomeDefinition, outcomeParts } from '../families/outcomes.ts';
import type { TypedExpression, TypedLayout } from './typed-layout.ts';

/**
 * A 0/1 outcome whose success probability increases with how far the latent lies inside the window between two demands.
 */
export interface Window {
  readonly latent: string;
  readonly lower: string;
  readonly upper: string;
  readonly outcome: string;
}

/**
 * The windows of a layout, without duplicates: every minimum of θ − lower and upper − θ with a latent θ and demands
 * `lower` and `upper`.
 */
export function windowsOf({ lets, observations }: TypedLayout): Window[] {
  const values = new Map(lets.map(({ name, value }) => [name, value]));
  const found = new Map<string, Window>();
  for (const observation of observations) {
    if (outcomeDefinition(observation).values !== 'flag') continue;
    const { outcome } = observation;
    const visited = new Set<TypedExpression>();
    const visit = (expression: TypedExpression): void => {
      if (visited.has(expression)) return;
      visited.add(expression);
      if (expression.kind === 'let') visit(values.get(expression.name)!);
      if (expression.kind !== 'call') return;
      const window = windowIn(expression);
      if (window !== null) found.set(Object.values(window).concat(outcome).join(), { ...window, outcome });
      for (const part of expression.arguments) visit(part);
    };
    outcomeParts<TypedExpression>(observation).forEach(visit);
  }
  return [...found.values()];
}

function windowIn(call: TypedExpression & { readonly kind: 'call' }): Omit<Window, 'outcome'> | null {
  if (call.function !== 'at_most') return null;
  const [above, below] = call.arguments.map(differenceIn);
  if (above?.of.kind !== 'latent' || above.from.kind !== 'column') return null;
  if (below?.from.kind !== 'latent' || below.of.kind !== 'column') return null;
  if (above.of.name !== below.from.name) return null;
  return { latent: above.of.name, lower: above.from.name, upper: below.of.name };
}

function differenceIn(value: TypedExpression): { of: TypedExpression; from: TypedExpression } | null {
  if (value.kind !== 'call' || value.function !== 'subtract') return null;
  const [of, from] = value.arguments as readonly [TypedExpression, TypedExpression];
  return { of, from };
}
