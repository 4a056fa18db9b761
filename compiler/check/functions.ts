/** The functions of the language by name, with their parameters. */

import type { LinkDeclaration } from '../../grammar/syntax.ts';
import type { OutcomeDefinition } from '../families/outcome.ts';
import { type OutcomeFamily, outcomes } from '../families/outcomes.ts';
import { isListKind } from '../families/parameters.ts';
import { type PriorFamily, priors } from '../families/priors.ts';
import type { StatisticFunction } from '../graph/node.ts';
import { isPreludeLink, preludeNames } from './prelude.ts';

export interface FunctionParameter {
  readonly name: string;
  /** Whether it can be given by its name alone. */
  readonly byName?: true;
  /** The default, as text: the `1` in `margin(ability, demand, steepness = 1)`. */
  readonly byDefault?: string;
}

/** A function's parameters. `rest` means one or more arguments, without names. */
export type Signature = NamedSignature | { readonly rest: string };

export interface NamedSignature {
  readonly parameters: readonly FunctionParameter[];
}

function of(...parameters: (string | FunctionParameter)[]): NamedSignature {
  return { parameters: parameters.map((p) => (typeof p === 'string' ? { name: p } : p)) };
}

/** The built-in functions of per-row values and constants. The prelude's links are made of them. */
export const functions = {
  log: of('x'),
  exp: of('x'),
  sqrt: of('x'),
  log1p: of('x'),
  expm1: of('x'),
  at_least: of('x', 'floor'),
  at_most: of('x', 'cap'),
  logistic: of('x'),
  and: { rest: 'p' },
  or: { rest: 'p' },
  all: { rest: 'p' },
  any: { rest: 'p' },
  weighted_any: { rest: 'w, p' },
  power_mean: { rest: 'exponent, p' },
  mix: of('w', 'p', 'q'),
} as const satisfies Record<string, Signature>;

export type FunctionName = keyof typeof functions;

/** Functions of the whole data set, or with `by = category` of each level's rows. */
export const statistics: Readonly<Record<StatisticFunction, Signature>> = {
  min: of('x'),
  max: of('x'),
  mean: of('x'),
  sd: of('x'),
  sum: of('x'),
  count: of('x'),
};

/** What each built-in function gives, as docs/reference/language.md says it. Those of the prelude are documented there. */
export const functionDocumentation: Readonly<
  Record<FunctionName | StatisticFunction | 'previous' | 'solve', string>
> = {
  log: 'ln x, for a number without a unit',
  exp: 'eˣ, for a number without a unit',
  sqrt: '√x; it halves the exponents of the unit',
  log1p: 'ln(1 + x), precise near 0, for a number without a unit',
  expm1: 'eˣ − 1, precise near 0, for a number without a unit',
  at_least: 'the larger of two numbers in one unit, or of two probabilities',
  at_most: 'the smaller of two numbers in one unit, or of two probabilities',
  logistic: 'σ(x) = 1 / (1 + e⁻ˣ), for a number without a unit',
  and: 'the product',
  or: '1 − Π(1 − p)',
  all: 'the product',
  any: '1 − Π(1 − p)',
  weighted_any: '1 − Π(1 − wᵢ · pᵢ)',
  power_mean:
    'the generalised mean: exponent 1 is the arithmetic mean, 0 the geometric, -1 the harmonic. The exponent is a number',
  mix: '(1 − w) · p + w · q',
  min: 'the least value in the table, or with `by = category` in the rows of each level',
  max: 'the greatest value in the table, or with `by = category` in the rows of each level',
  mean: 'the mean over the table, or with `by = category` over the rows of each level',
  sd: 'the standard deviation over the table, with n − 1, or with `by = category` over the rows of each level',
  sum: 'the sum over the table, or with `by = category` over the rows of each level',
  count: 'the number of rows, or with `by = category` of those of each level',
  previous: 'the value of a latent at the previous level, in its prior; at the first level `first`',
  solve:
    'the value of a demand at which a `let`, or the probability of an outcome, has a given value, in a report',
};

/** The function that reads the previous level, allowed only in priors: see previous.ts. */
export const previousSignature = of('latent', 'first');

/** The signature of a family of priors. */
export function priorSignature(family: PriorFamily): NamedSignature {
  return of(...Object.keys(priors[family].parameters));
}

/** The signature of a family of outcomes' distributions. */
export function outcomeSignature(family: OutcomeFamily): Signature {
  const { parameters }: OutcomeDefinition = outcomes[family];
  const names = Object.keys(parameters);
  return Object.values(parameters).some(isListKind) ? { rest: names.join(', ') } : of(...names);
}

/** The parameters of a link, for the messages about its calls. */
export function signatureOf({ parameters }: LinkDeclaration): Signature {
  return {
    parameters: parameters.map(({ name, byDefault }) => ({
      name: name.text,
      ...(byDefault === null ? {} : { byDefault: byDefault.kind === 'number' ? `${byDefault.value}` : '…' }),
    })),
  };
}

/** The names of all functions: built-in ones, prelude links and statistics. */
export function functionNames(): string[] {
  return [...Object.keys(functions), ...preludeNames(), ...Object.keys(statistics), 'previous', 'solve'];
}

export function isCallable(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}

export function isStatistic(name: string): name is StatisticFunction {
  return Object.hasOwn(statistics, name);
}

export function isOutcome(name: string): name is OutcomeFamily {
  return Object.hasOwn(outcomes, name);
}

export function isPrior(name: string): name is PriorFamily {
  return Object.hasOwn(priors, name);
}

/** Names that a declaration may not take: functions and distributions. */
export function isFunctionName(name: string): boolean {
  return (
    isCallable(name) ||
    isPreludeLink(name) ||
    isStatistic(name) ||
    name === 'previous' ||
    name === 'solve' ||
    isPrior(name) ||
    isOutcome(name)
  );
}
