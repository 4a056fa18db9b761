/** The families of outcome distributions by their names in layouts, and what follows from their records. */
import { mixtureDefinition, nameInMixture, type ShareKind } from './mixture.ts';
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
import {
  type Given,
  isListKind,
  listGiven,
  mapGiven,
  type OutcomeParameters,
  type ParameterKind,
} from './parameters.ts';

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

/** A distribution of a family, with parameters of type T. */
export type FamilyOf<T> = {
  [F in OutcomeFamily]: { readonly family: F; readonly parameters: Given<OutcomeKinds<F>, T> };
}[OutcomeFamily];

/** A mixture of distributions of families, with parameters of type T, each named by `nameInMixture`. */
export interface MixtureOf<T> {
  readonly family: 'mixture';
  readonly components: readonly { readonly family: OutcomeFamily; readonly share: ShareKind }[];
  readonly parameters: Given<OutcomeParameters, T>;
}

/** The distribution of an outcome, with parameters of type T. */
export type OutcomeOf<T> = FamilyOf<T> | MixtureOf<T>;

/** A component of a mixture: its share of the rows, in proportion, and the distribution in them. */
export interface Component<T> {
  readonly kind: ShareKind;
  readonly share: T;
  readonly distribution: FamilyOf<T>;
}

/** What determines the record of a distribution. */
export type OutcomeForm =
  | Pick<FamilyOf<unknown>, 'family'>
  | Pick<MixtureOf<unknown>, 'family' | 'components'>;

/** The record of a distribution's family, in the form common to all families; of a mixture it is made of its components'. */
export function outcomeDefinition(outcome: OutcomeForm): OutcomeDefinition {
  if (outcome.family !== 'mixture') return outcomes[outcome.family];
  return mixtureDefinition(
    outcome.components.map(({ family, share }) => ({ definition: outcomes[family], share })),
  );
}

export function mixtureOf<T>(components: readonly Component<T>[]): MixtureOf<T> {
  return {
    family: 'mixture',
    components: components.map(({ kind, distribution }) => ({ family: distribution.family, share: kind })),
    parameters: Object.fromEntries(
      components.flatMap(({ share, distribution }, place) =>
        Object.entries({ share, ...distribution.parameters }).map(([name, part]) => [
          nameInMixture(name, place + 1),
          part,
        ]),
      ),
    ) as Given<OutcomeParameters, T>,
  };
}

export function componentsOf<T>({ components, parameters }: MixtureOf<T>): Component<T>[] {
  return components.map(({ family, share: kind }, place) => {
    const given = (name: string) => parameters[nameInMixture(name, place + 1)]!;
    const own = Object.keys(outcomes[family].parameters).map((name) => [name, given(name)] as const);
    const distribution = { family, parameters: Object.fromEntries(own) } as unknown as FamilyOf<T>;
    return { kind, share: given('share'), distribution };
  });
}

/** A distribution from its arguments in order; the last ones may be any number of cut points. */
export function outcomeOf<T>(family: OutcomeFamily, parts: readonly T[]): FamilyOf<T> {
  const { parameters }: OutcomeDefinition = outcomes[family];
  const given = Object.entries(parameters).map(
    ([name, kind], index) => [name, isListKind(kind) ? parts.slice(index) : parts[index]!] as const,
  );
  return { family, parameters: Object.fromEntries(given) } as unknown as FamilyOf<T>;
}

/** The arguments in order, each cut point separately. */
export function outcomeParts<T>({ parameters }: OutcomeOf<T>): T[] {
  return listGiven<T>(parameters as Readonly<Record<string, T | readonly T[]>>);
}

/** The distribution of the choice that is observed beside an outcome; null if the family has none. */
export function choiceBeside<T>(outcome: OutcomeOf<T>): FamilyOf<T> | null {
  const { choice } = outcomeDefinition(outcome);
  if (choice === undefined) return null;
  const given = outcome.parameters as Readonly<Record<string, T>>;
  const beside = choice as OutcomeFamily;
  return outcomeOf(
    beside,
    Object.keys(outcomes[beside].parameters).map((name) => given[name]!),
  );
}

/** The same distribution with each parameter mapped. */
export function mapOutcome<T, U>(outcome: OutcomeOf<T>, map: (part: T) => U): OutcomeOf<U> {
  const parameters = mapGiven<T, U>(outcome.parameters as Readonly<Record<string, T | readonly T[]>>, map);
  const form =
    outcome.family === 'mixture'
      ? { family: outcome.family, components: outcome.components }
      : { family: outcome.family };
  return { ...form, parameters } as unknown as OutcomeOf<U>;
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
  if (outcome.family === 'mixture') return gradesOf(componentsOf(outcome)[0]!.distribution);
  const kinds = namedPartsOf(outcome).map(({ kind }) => kind);
  const logits = kinds.filter((kind) => kind === 'logits').length;
  return logits > 0 ? logits : kinds.filter(isListKind).length + 1;
}

/** The number of trials of a count; null if the outcome is not such a count. */
export function trialsOf<T>(outcome: OutcomeOf<T>): T | null {
  return namedPartsOf(outcome).find(({ kind }) => kind === 'trials')?.part ?? null;
}
