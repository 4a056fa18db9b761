/** Finds the terms of data in the outcomes' distributions, by the demands that they read. */
import { namedPartsOf } from '../families/outcomes.ts';
import type { Observation, TypedExpression, TypedLayout } from './typed-layout.ts';

/**
 * For each maximal subexpression of the outcomes' distributions that reads data and no latent, the demands that it
 * reads. `margin(reach, distance / time) and presence(grip, ramp)` gives `distance` with `time`, and `ramp`. Each set
 * once, its demands in the order of the layout. Numbers of trials are left out, and so are columns that only a
 * statistic reads.
 */
export function dataTermsOf({ demands, lets, observations }: TypedLayout): string[][] {
  const columns = new Map<string, ReadonlySet<string>>();
  for (const { name, value } of lets) columns.set(name, columnsIn(value, columns));
  const terms = new Map<string, string[]>();
  const reached = new Set<string>();

  const visit = (expression: TypedExpression): void => {
    if (expression.known === 'row') {
      const read = columnsIn(expression, columns);
      const names = demands.map(({ name }) => name).filter((name) => read.has(name));
      terms.set(names.join(), names);
    } else if (expression.kind === 'let') reached.add(expression.name);
    else if (expression.kind === 'call') for (const part of expression.arguments) visit(part);
  };
  for (const observation of observations) for (const part of explained(observation)) visit(part);
  // In reverse order, since a let comes after the lets that it reads.
  for (const { name, value } of lets.toReversed()) if (reached.has(name)) visit(value);
  return [...terms.values()];
}

/** The parameters of an outcome's distribution, except for a number of trials. */
function explained(observation: Observation): readonly TypedExpression[] {
  return namedPartsOf<TypedExpression>(observation).flatMap(({ kind, part }) =>
    kind === 'trials' ? [] : [part],
  );
}

/** The columns that an expression reads in its row, given the columns of each let. */
function columnsIn(
  expression: TypedExpression,
  lets: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  switch (expression.kind) {
    case 'column':
      return new Set([expression.name]);
    case 'let':
      return lets.get(expression.name)!;
    case 'call':
      return new Set(expression.arguments.flatMap((part) => [...columnsIn(part, lets)]));
    case 'number':
    case 'latent':
    case 'class':
    case 'posterior':
    case 'previous':
    case 'statistic':
      return new Set();
  }
}
