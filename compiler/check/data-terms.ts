/** Where the latents of a layout meet its demands. */
import { namedPartsOf } from '../families/outcomes.ts';
import type { Observation, TypedExpression, TypedLayout } from './typed-layout.ts';

/**
 * The demands that are read by each part of the outcomes' distributions that is data alone, and as large as it can be: of
 * `margin(reach, distance / time) and presence(grip, ramp)` that is `distance` with `time`, and `ramp`. Each set once,
 * in the order of the layout. A number of trials is none of them, nor is what only a statistic reads.
 */
export function dataTermsOf({ demands, lets, observations }: TypedLayout): string[][] {
  const columns = new Map<string, ReadonlySet<string>>();
  for (const { name, value } of lets) columns.set(name, columnsIn(value, columns));
  const terms = new Map<string, string[]>();
  const reached = new Set<string>();

  const meet = (expression: TypedExpression): void => {
    if (expression.known === 'row') {
      const read = columnsIn(expression, columns);
      const names = demands.map(({ name }) => name).filter((name) => read.has(name));
      terms.set(names.join(), names);
    } else if (expression.kind === 'let') reached.add(expression.name);
    else if (expression.kind === 'call') for (const part of expression.arguments) meet(part);
  };
  for (const observation of observations) for (const part of explained(observation)) meet(part);
  // A let comes after the lets that it reads.
  for (const { name, value } of lets.toReversed()) if (reached.has(name)) meet(value);
  return [...terms.values()];
}

/** The parameters of an outcome's distribution but for a number of trials, which the outcome is out of. */
function explained(observation: Observation): readonly TypedExpression[] {
  return namedPartsOf<TypedExpression>(observation).flatMap(({ kind, part }) =>
    kind === 'trials' ? [] : [part],
  );
}

/** The columns that an expression reads in a row, given those of each let. */
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
    case 'previous':
    case 'statistic':
      return new Set();
  }
}
