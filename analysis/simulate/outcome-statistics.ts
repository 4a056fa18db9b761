/** Statistics of outcomes that a layout reads. Before outcomes are simulated they need assumed values. */
import { expressionText } from '../../compiler/check/expression-text.ts';
import type { StatisticExpression, TypedExpression, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { outcomeParts } from '../../compiler/families/outcomes.ts';
import { priorParts } from '../../compiler/families/priors.ts';
import type { Value } from '../../compiler/interpret/evaluate.ts';
import { probability } from '../../compiler/interpret/log-probability.ts';
import { SimulationError } from './simulation-error.ts';

/** Values by the text of the statistic, such as `mean(success)`; white space does not matter. */
export type StatisticValues = Readonly<Record<string, number>>;

/** A statistic of an outcome, and all its occurrences in the layout. */
export interface OutcomeStatistic {
  readonly text: string;
  readonly places: readonly StatisticExpression[];
}

/**
 * The outermost statistics of outcomes: for nested statistics the value of the outer one is enough. A `count` is not
 * included, since the number of rows is known.
 */
export function outcomeStatistics(layout: TypedLayout): OutcomeStatistic[] {
  const outcomes = new Set(layout.observations.map(({ outcome }) => outcome));
  const found = new Map<string, StatisticExpression[]>();
  const visit = (expression: TypedExpression): void => {
    if (expression.kind === 'call') expression.arguments.forEach(visit);
    if (expression.kind === 'previous') visit(expression.first);
    if (expression.kind !== 'statistic') return;
    if (expression.function === 'count') return;
    if (!readsColumn(expression.argument, outcomes)) {
      visit(expression.argument);
      return;
    }
    const text = statisticText(expression);
    found.set(text, [...(found.get(text) ?? []), expression]);
  };
  for (const { prior } of layout.latents) priorParts(prior).forEach(visit);
  for (const { value } of layout.lets) visit(value);
  for (const observation of layout.observations) outcomeParts<TypedExpression>(observation).forEach(visit);
  return [...found].map(([text, places]) => ({ text, places }));
}

/**
 * The values that the interpreter uses for these statistics before there are outcomes.
 *
 * @throws SimulationError when a statistic has no value, or a value belongs to no statistic, is not finite, or is not a
 *   probability where one is needed.
 */
export function assumedStatistics(
  statistics: readonly OutcomeStatistic[],
  given: StatisticValues,
): ReadonlyMap<StatisticExpression, Value> {
  const values = new Map(Object.entries(given).map(([text, value]) => [withoutBlanks(text), value]));
  const assumed = new Map<StatisticExpression, Value>();
  for (const { text, places } of statistics) {
    const value = values.get(withoutBlanks(text));
    values.delete(withoutBlanks(text));
    if (value === undefined) throw missing(text);
    for (const place of places) assumed.set(place, typedValue(place, text, value));
  }
  const [unknown] = values.keys();
  if (unknown !== undefined) throw unread(unknown, statistics);
  return assumed;
}

function typedValue({ type }: StatisticExpression, text: string, value: number): Value {
  if (type.kind !== 'probability') {
    if (Number.isFinite(value)) return value;
    throw new SimulationError(`The statistic ${text} is given as ${value}.`, 'Give a number.');
  }
  if (value >= 0 && value <= 1) return probability(value);
  throw new SimulationError(
    `The statistic ${text} is given as ${value}, but it is a probability.`,
    'Give a number from 0 to 1.',
  );
}

function missing(text: string): SimulationError {
  return new SimulationError(
    `The layout reads the statistic ${text} of an outcome, which has no value before there are outcomes.`,
    `Say what it is to be taken as: \`statistics: { '${text}': 0.5 }\`.`,
  );
}

function unread(text: string, statistics: readonly OutcomeStatistic[]): SimulationError {
  const listed = statistics.map(({ text }) => text).join(', ');
  return new SimulationError(
    `The layout does not read a statistic ${text} of an outcome.`,
    listed === '' ? 'It reads no such statistic: leave it out.' : `What it reads is ${listed}.`,
  );
}

/** Whether the expression reads one of the columns directly, not inside a statistic. */
function readsColumn(expression: TypedExpression, names: ReadonlySet<string>): boolean {
  if (expression.kind === 'column') return names.has(expression.name);
  return expression.kind === 'call' && expression.arguments.some((each) => readsColumn(each, names));
}

/** The text of a statistic, without the coercions that the checker adds. */
function statisticText(expression: StatisticExpression): string {
  return expressionText(withoutCoercions(expression));
}

function withoutCoercions(expression: TypedExpression): TypedExpression {
  if (expression.kind === 'statistic')
    return { ...expression, argument: withoutCoercions(expression.argument) };
  if (expression.kind !== 'call') return expression;
  const [only] = expression.arguments;
  if ((expression.function === 'real' || expression.function === 'probability') && only !== undefined)
    return withoutCoercions(only);
  return { ...expression, arguments: expression.arguments.map(withoutCoercions) };
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}
