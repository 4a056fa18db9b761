/** The families of outcome distributions by their names in layouts, and what follows from their records. */
import type { OutcomeDefinition } from './outcome.ts';
import { bernoulliOutcome } from './outcomes/bernoulli.ts';
import { bernoulliLogitOutcome } from './outcomes/bernoulli-logit.ts';
import { betaBinomialOutcome } from './outcomes/beta-binomial.ts';
import { betaProportionOutcome } from './outcomes/beta-proportion.ts';
import { binomialOutcome } from './outcomes/binomial.ts';
import { binomialLogitOutcome } from './outcomes/binomial-logit.ts';
import { categoricalLogitOutcome } from './outcomes/categorical-logit.ts';
import { exponentialOutcome } from './outcomes/exponential.ts';
import { gammaOutcome } from './outcomes/gamma.ts';
import { inflatedBetaOutcome } from './outcomes/inflated-beta.ts';
import { lognormalOutcome } from './outcomes/lognormal.ts';
import { negBinomialOutcome } from './outcomes/neg-binomial.ts';
import { normalOutcome } from './outcomes/normal.ts';
import { orderedLogisticOutcome } from './outcomes/ordered-logistic.ts';
import { partialCreditOutcome } from './outcomes/partial-credit.ts';
import { poissonOutcome } from './outcomes/poisson.ts';
import { studentTOutcome } from './outcomes/student-t.ts';
import { weibullOutcome } from './outcomes/weibull.ts';
import { wienerOutcome } from './outcomes/wiener.ts';
import { wienerChoiceOutcome } from './outcomes/wiener-choice.ts';
import { type Given, isListKind, listGiven, mapGiven, type ParameterKind } from './parameters.ts';

/** In the order of the documentation. */
export const outcomes = {
  bernoulli: bernoulliOutcome,
  bernoulli_logit: bernoulliLogitOutcome,
  binomial: binomialOutcome,
  binomial_logit: binomialLogitOutcome,
  beta_proportion: betaProportionOutcome,
  inflated_beta: inflatedBetaOutcome,
  beta_binomial: betaBinomialOutcome,
  poisson: poissonOutcome,
  neg_binomial: negBinomialOutcome,
  normal: normalOutcome,
  student_t: studentTOutcome,
  lognormal: lognormalOutcome,
  gamma: gammaOutcome,
  weibull: weibullOutcome,
  exponential: exponentialOutcome,
  wiener: wienerOutcome,
  wiener_choice: wienerChoiceOutcome,
  ordered_logistic: orderedLogisticOutcome,
  partial_credit: partialCreditOutcome,
  categorical_logit: categoricalLogitOutcome,
} as const satisfies Record<string, OutcomeDefinition>;

export type OutcomeFamily = keyof typeof outcomes;

/** The kinds of a family's parameters, by name. */
export type OutcomeKinds<F extends OutcomeFamily> = (typeof outcomes)[F]['parameters'];

/** The distribution of an outcome, with parameters of type T. */
export type OutcomeOf<T> = {
  [F in OutcomeFamily]: { readonly family: F; readonly parameters: Given<OutcomeKinds<F>, T> };
}[OutcomeFamily];

/** The record of a distribution's family, in the form common to all families. */
export function outcomeDefinition({ family }: Pick<OutcomeOf<unknown>, 'family'>): OutcomeDefinition {
  return outcomes[family];
}

/** A distribution from its arguments in order; the last ones may be any number of cut points. */
export function outcomeOf<T>(family: OutcomeFamily, parts: readonly T[]): OutcomeOf<T> {
  const { parameters }: OutcomeDefinition = outcomes[family];
  const given = Object.entries(parameters).map(
    ([name, kind], index) => [name, isListKind(kind) ? parts.slice(index) : parts[index]!] as const,
  );
  return { family, parameters: Object.fromEntries(given) } as unknown as OutcomeOf<T>;
}

/** The arguments in order, each cut point separately. */
export function outcomeParts<T>({ parameters }: OutcomeOf<T>): T[] {
  return listGiven<T>(parameters as Readonly<Record<string, T | readonly T[]>>);
}

/** The distribution of the choice that is observed beside an outcome; null if the family has none. */
export function choiceBeside<T>({ family, parameters }: OutcomeOf<T>): OutcomeOf<T> | null {
  const { choice }: OutcomeDefinition = outcomes[family];
  if (choice === undefined) return null;
  const given = parameters as Readonly<Record<string, T>>;
  const beside = choice as OutcomeFamily;
  return outcomeOf(
    beside,
    Object.keys(outcomes[beside].parameters).map((name) => given[name]!),
  );
}

/** The same distribution with each parameter mapped. */
export function mapOutcome<T, U>({ family, parameters }: OutcomeOf<T>, map: (part: T) => U): OutcomeOf<U> {
  const given = mapGiven<T, U>(parameters as Readonly<Record<string, T | readonly T[]>>, map);
  return { family, parameters: given } as unknown as OutcomeOf<U>;
}

/** One argument of a distribution: a parameter, or one of the cut points. */
export interface NamedPart<T> {
  readonly parameter: string;
  /** The parameter's name; for a cut point with its number. */
  readonly name: string;
  readonly kind: ParameterKind;
  readonly part: T;
}

/** The arguments with their names and kinds, in order. */
export function namedPartsOf<T>(outcome: OutcomeOf<T>): NamedPart<T>[] {
  const given = outcome.parameters as Readonly<Record<string, T | readonly T[]>>;
  return Object.entries(outcomeDefinition(outcome).parameters).flatMap(([parameter, kind]): NamedPart<T>[] =>
    isListKind(kind)
      ? (given[parameter] as readonly T[]).map((part, index) => ({
          ...{ parameter, kind, part },
          name: `${parameter} ${index + 1}`,
        }))
      : [{ parameter, name: parameter, kind, part: given[parameter] as T }],
  );
}

/** The number of grades of an outcome: one more than what divides them, or one for each logit. */
export function gradesOf(outcome: OutcomeOf<unknown>): number {
  const kinds = namedPartsOf(outcome).map(({ kind }) => kind);
  const logits = kinds.filter((kind) => kind === 'logits').length;
  return logits > 0 ? logits : kinds.filter(isListKind).length + 1;
}

/** The number of trials of a count; null if the outcome is not such a count. */
export function trialsOf<T>(outcome: OutcomeOf<T>): T | null {
  return namedPartsOf(outcome).find(({ kind }) => kind === 'trials')?.part ?? null;
}
