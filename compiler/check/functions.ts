/** The functions of the language by name, with their parameters. */
import { type Family, families } from './prior-families.ts';
import type { StatisticFunction } from './typed-layout.ts';

export interface Parameter {
  readonly name: string;
  /** The number that stands for the argument when it is left out. */
  readonly byDefault?: number;
}

/** A function's parameters; `rest` means any number of arguments from one on, without names. */
export type Signature = { readonly parameters: readonly Parameter[] } | { readonly rest: string };

function of(...parameters: (string | Parameter)[]): Signature {
  return { parameters: parameters.map((p) => (typeof p === 'string' ? { name: p } : p)) };
}

const steepness: Parameter = { name: 'steepness', byDefault: 1 };

/** Functions of one value a row, and of constants. */
export const functions = {
  log: of('x'),
  exp: of('x'),
  sqrt: of('x'),
  logistic: of('x'),
  margin: of('ability', 'demand', steepness),
  scaled_margin: of('ability', 'demand', 'lo', 'hi', { name: 'p', byDefault: 0.999 }),
  log_margin: of('ability', 'demand', steepness),
  presence: of('ability', 'flag'),
  and: { rest: 'p' },
  or: { rest: 'p' },
  all: { rest: 'p' },
  any: { rest: 'p' },
  mix: of('w', 'p', 'q'),
  downscale: of('w', 'p'),
} as const satisfies Record<string, Signature>;

export type FunctionName = keyof typeof functions;

/** Functions of the whole data set. */
export const statistics: Readonly<Record<StatisticFunction, Signature>> = {
  min: of('x'),
  max: of('x'),
  mean: of('x'),
  sd: of('x'),
  sum: of('x'),
  count: of('x'),
};

/** Priors of latents. */
export const priors = Object.fromEntries(
  Object.entries(families).map(([family, { parameters }]) => [family, of(...Object.keys(parameters))]),
) as Readonly<Record<Family, Signature>>;

/** Distributions of outcomes. */
export const outcomes = { bernoulli: of('p') } as const satisfies Record<string, Signature>;

/** Names the language has for later versions, by what they will be. */
export const later = {
  function: new Set(['weighted_any', 'power_mean', 'between', 'band', 'irt_2pl', 'clamp']),
  outcome: new Set([
    'bernoulli_logit',
    'binomial',
    'binomial_logit',
    'beta_proportion',
    'beta_binomial',
    'normal',
    'student_t',
    'lognormal',
    'ordered_logistic',
  ]),
} as const;

export function isCallable(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}

export function isStatistic(name: string): name is StatisticFunction {
  return Object.hasOwn(statistics, name);
}

export function isPrior(name: string): name is Family {
  return Object.hasOwn(priors, name);
}

/** Names that no declaration may take: functions and distributions, of this version or a later one. */
export function isFunctionName(name: string): boolean {
  return (
    isCallable(name) ||
    isStatistic(name) ||
    isPrior(name) ||
    Object.hasOwn(outcomes, name) ||
    later.function.has(name) ||
    later.outcome.has(name)
  );
}
