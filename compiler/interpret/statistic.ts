/** The statistics of a data set, and where a layout uses them. */

import type { StatisticExpression, TypedExpression, TypedLayout } from '../check/typed-layout.ts';
import { outcomeParts } from '../families/outcomes.ts';
import { priorParts } from '../families/priors.ts';
import type { StatisticFunction } from '../graph/node.ts';

/**
 * The value of a statistic of one number per row. `sd` is the sample standard deviation, with n − 1: NaN for a single
 * row.
 */
export function statisticOf(name: StatisticFunction, values: readonly number[]): number {
  switch (name) {
    case 'min':
      return values.reduce((a, b) => Math.min(a, b), Infinity);
    case 'max':
      return values.reduce((a, b) => Math.max(a, b), -Infinity);
    case 'sum':
      return sum(values);
    case 'mean':
      return sum(values) / values.length;
    case 'count':
      return values.length;
    case 'sd': {
      const mean = sum(values) / values.length;
      return Math.sqrt(sum(values.map((x) => (x - mean) ** 2)) / (values.length - 1));
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
