/** The statistics of a data set, and where a layout uses them. */

import type { StatisticExpression, TypedExpression, TypedLayout } from '../check/typed-layout.ts';
import { outcomeParts } from '../families/outcomes.ts';
import { priorParts } from '../families/priors.ts';
import type { StatisticFunction } from '../graph/node.ts';

/**
 * The value of a statistic of one number per row. `sd` is the sample standard deviation, with n − 1: NaN for a single
 * row.
 *
 * @param counts how many equal rows each stands for, above 0; one by default
 */
export function statisticOf(
  name: StatisticFunction,
  values: readonly number[],
  counts: readonly number[] = values.map(() => 1),
): number {
  const rows = sum(counts);
  const total = (each: readonly number[]) => sum(each.map((x, row) => counts[row]! * x));
  switch (name) {
    case 'min':
      return values.reduce((a, b) => Math.min(a, b), Infinity);
    case 'max':
      return values.reduce((a, b) => Math.max(a, b), -Infinity);
    case 'sum':
      return total(values);
    case 'mean':
      return total(values) / rows;
    case 'count':
      return rows;
    case 'sd': {
      const mean = total(values) / rows;
      return Math.sqrt(total(values.map((x) => (x - mean) ** 2)) / (rows - 1));
    }
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

/**
 * All statistics of a layout that are one number for the data set, in order of appearance in priors, lets and
 * observations; inner ones first.
 */
export function statisticsIn(layout: TypedLayout): StatisticExpression[] {
  return allStatistics(layout).filter(({ by }) => by === null);
}

/** Those that are one number per level of a category, in the same order. */
export function statisticsByLevel(layout: TypedLayout): StatisticExpression[] {
  return allStatistics(layout).filter(({ by }) => by !== null);
}

function allStatistics(layout: TypedLayout): StatisticExpression[] {
  return [
    ...layout.latents.flatMap(({ prior }) => priorParts(prior)),
    ...layout.lets.map(({ value }) => value),
    ...layout.observations.flatMap((observation) => outcomeParts<TypedExpression>(observation)),
    ...layout.factors.map(({ value }) => value),
  ].flatMap(statisticsOf);
}

function statisticsOf(expression: TypedExpression): StatisticExpression[] {
  switch (expression.kind) {
    case 'call':
      return expression.arguments.flatMap(statisticsOf);
    case 'previous':
      return statisticsOf(expression.first);
    case 'statistic':
      return [...statisticsOf(expression.argument), expression];
    default:
      return [];
  }
}

/** The outcomes that an expression reads, directly or through lets. */
export function outcomesIn(layout: TypedLayout, expression: TypedExpression): string[] {
  const lets = new Map(layout.lets.map(({ name, value }) => [name, value]));
  const outcomes = new Set(layout.observations.map(({ outcome }) => outcome));
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (part: TypedExpression): void => {
    if (part.kind === 'column' && outcomes.has(part.name)) found.add(part.name);
    if (part.kind === 'call') part.arguments.forEach(visit);
    if (part.kind !== 'let' || seen.has(part.name)) return;
    seen.add(part.name);
    const value = lets.get(part.name);
    if (value !== undefined) visit(value);
  };
  visit(expression);
  return [...found];
}
