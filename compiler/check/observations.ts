/** Checks `observe` statements. */
import { quote } from '../../grammar/quote.ts';
import { nameMeant } from '../../grammar/remedy.ts';
import type { Span } from '../../grammar/source.ts';
import type { CallSyntax, LayoutSyntax, MixtureSyntax, ObserveDeclaration } from '../../grammar/syntax.ts';
import { statementForms } from '../../grammar/vocabulary.ts';
import { nearest } from '../../module/names.ts';
import type { OtherForm } from '../families/other-form.ts';
import type { OutcomeValues } from '../families/outcome.ts';
import {
  type Component,
  choiceBeside,
  type FamilyOf,
  gradesOf,
  type MixtureOf,
  mapOutcome,
  mixtureOf,
  namedPartsOf,
  type OutcomeFamily,
  type OutcomeOf,
  outcomeDefinition,
  outcomeOf,
  outcomes,
  trialsOf,
} from '../families/outcomes.ts';
import { isListKind, type ListKind } from '../families/parameters.ts';
import { bindArguments } from './bind-arguments.ts';
import type { Checked } from './checked.ts';
import { checkCensoring, checkRange, checkWeight, type OutcomeOwner } from './clauses.ts';
import { expressionText } from './expression-text.ts';
import { checkExpression } from './expressions.ts';
import { mixesForms, signatureOfForm, standardParameters, writtenForm } from './forms.ts';
import { isOutcome, outcomeSignature } from './functions.ts';
import { lacksColumn } from './indices.ts';
import { repeatedName } from './names.ts';
import { areIncreasing, checkParameter, checkShare, declaredAs, type Owner } from './parameters.ts';
import type { Scope } from './scope.ts';
import type { Observation, Type, TypedExpression } from './typed-layout.ts';

/** The message for an outcome without a list of parameters. */
const LISTS: Readonly<Record<ListKind, { readonly lacks: string; remedy(family: string): string }>> = {
  cuts: {
    lacks: 'its cut points',
    remedy: (family) =>
      `Write them after what they divide, the lowest first, such as ${quote(`${family}(eta, c1, c1 + gap)`)}.`,
  },
  steps: {
    lacks: 'its steps',
    remedy: (family) =>
      `Write the difficulty of each step after what meets it, such as ${quote(`${family}(eta, b1, b2)`)}.`,
  },
  logits: {
    lacks: 'a logit',
    remedy: (family) => `Write one for each value, such as ${quote(`${family}(0, taste, 2 * taste)`)}.`,
  },
};

/** The observations of the layout, without those that have a mistake, which is reported. */
export function checkObservations(layout: LayoutSyntax, scope: Scope): Observation[] {
  const observed = layout.declarations.filter((declaration) => declaration.kind === 'observe');
  // A broken statement may have been meant to observe something, unless it begins with another keyword.
  const isBroken = layout.broken.some(
    ({ keyword }) => keyword === 'observe' || !Object.hasOwn(statementForms, keyword),
  );
  if (observed.length === 0 && !isBroken) {
    scope.log.error(
      'no-observation',
      layout.name.span,
      'This layout observes nothing, so there is nothing to learn from.',
      'End it with a line such as `observe success ~ bernoulli(p)`.',
    );
  }
  return observed.flatMap((declaration) => checkObservation(declaration, scope));
}

/** The outcome that is observed, after the choice beside it if there is one; none after a mistake. */
function checkObservation(declaration: ObserveDeclaration, scope: Scope): readonly Observation[] {
  const { outcome, distribution, doc } = declaration;
  const given =
    distribution.kind === 'mixture'
      ? checkMixture(distribution, declaration, scope)
      : checkDistribution(distribution, declaration, scope);
  const weight = checkWeight(declaration, scope);
  const type = scope.types.get(outcome.text) ?? null;
  if (given === null || type === null) return [];
  const owner: OutcomeOwner = { ...ownerOf(given.family, type, declaration), form: given };
  const censoring = checkCensoring(declaration, owner, scope);
  const truncation = checkRange(declaration, owner, scope);
  if (weight === undefined || truncation === undefined || censoring === undefined) return [];
  if (!areNamed(declaration, given, scope)) return [];
  const observed = mapOutcome<Checked, TypedExpression>(given, ({ expression }) => expression);
  const choice = checkedChoice(declaration, observed, { weight, doc }, scope);
  if (choice === undefined) return [];
  return [
    ...(choice === null ? [] : [choice]),
    {
      ...observed,
      ...{ outcome: outcome.text, type, values: declaration.values?.map(({ text }) => text) ?? null },
      ...{ given: choice?.outcome ?? null, weight, truncation, censoring, doc, span: outcome.span },
    },
  ];
}

/** The distribution of a family that a call gives; null after a mistake, which is reported. */
function checkDistribution(
  distribution: CallSyntax,
  declaration: ObserveDeclaration,
  scope: Scope,
): FamilyOf<Checked> | null {
  const family = distribution.callee.text;
  if (family === 'mixture') {
    scope.log.error(
      'mixture-in-parentheses',
      distribution.span,
      'The components of a mixture stand in braces, each behind its share.',
      'Write it as `mixture {p: exponential(1), not p: gamma(2, 1)}`.',
    );
    return null;
  }
  const checked = new Map(
    distribution.arguments.map((argument) => [argument, checkExpression(argument.value, scope)]),
  );
  const isPlaced = [...checked.values()].every((value) => value === null || !lacksColumn(value, scope));
  if (!isOutcome(family)) {
    reportUnknownOutcome(distribution, scope);
    return null;
  }
  const { parameters, otherForm } = outcomeDefinition({ family });
  const list = Object.values(parameters).find(isListKind);
  const own = Object.keys(parameters).length - 1;
  const least = list === 'logits' ? own + 2 : own + 1;
  if (list !== undefined && distribution.arguments.length < least && distribution.arguments.length >= own) {
    const { lacks, remedy } = LISTS[list];
    scope.log.error(
      'missing-argument',
      distribution.span,
      `${quote(family)} lacks ${lacks}.`,
      remedy(family),
    );
    return null;
  }
  const standard = Object.keys(parameters);
  const form = writtenForm(distribution, standard, otherForm);
  const signature = form === null ? outcomeSignature(family) : signatureOfForm(form, standard);
  const isMixed = form !== null && mixesForms(distribution, standard, form, signature, scope);
  const bound = isMixed ? null : bindArguments(distribution, signature, scope.log);
  const type = scope.types.get(declaration.outcome.text) ?? null;
  const values = bound?.map((argument) => (argument && checked.get(argument)) ?? null) ?? [null];
  if (type === null || values.includes(null)) return null;
  const owner = ownerOf(family, type, declaration);
  const given =
    form === null
      ? checkParameters(outcomeOf(family, values as Checked[]), owner, scope)
      : outcomeOfForm(family, form, values as Checked[], owner, distribution.span, scope);
  return isPlaced ? given : null;
}

/** The mixture with all its components; null after a mistake, which is reported. */
function checkMixture(
  mixture: MixtureSyntax,
  declaration: ObserveDeclaration,
  scope: Scope,
): MixtureOf<Checked> | null {
  const { log } = scope;
  const components = mixture.components.map(({ share: written, distribution: call }) => {
    const value = checkExpression(written, scope);
    const isPlaced = value === null || !lacksColumn(value, scope);
    const share = value && isPlaced ? checkShare(call.callee.text, value, scope) : null;
    const distribution = checkDistribution(call, declaration, scope);
    if (share === null || distribution === null) return null;
    const kind = share.expression.type.kind === 'probability' ? 'probability' : 'shape';
    return { kind, share, distribution } as const;
  });
  if (components.length < 2) {
    log.error(
      'mixture-of-one',
      mixture.span,
      'This mixture has a single component, from which each row would be.',
      'Write its distribution without the braces, or add another component, as in `mixture {p: first(…), not p: second(…)}`.',
    );
    return null;
  }
  const sound = components.filter((component) => component !== null);
  if (sound.length < components.length) return null;
  return components.every((_, place) => isOfOneKind(mixture, sound, place, scope)) ? mixtureOf(sound) : null;
}

/** The values of an outcome, in messages. */
const VALUES: Readonly<Record<OutcomeValues, string>> = {
  flag: '0 and 1',
  count: 'counts up to a number of trials',
  grade: 'grades or choices',
  tally: 'counts without an end',
  share: 'numbers between 0 and 1',
  closedShare: 'numbers from 0 to 1',
  positive: 'numbers above 0',
  line: 'all numbers',
};

/** Whether a component has the values of the first one, without a choice beside them; reported where it does not. */
function isOfOneKind(
  { components: written }: MixtureSyntax,
  components: readonly Component<Checked>[],
  place: number,
  { log }: Scope,
): boolean {
  const [first, own] = [components[0]!.distribution, components[place]!.distribution];
  const { span } = written[place]!.distribution;
  const note = [{ span: written[0]!.distribution.span, message: 'the first component is here' }];
  const { values, choice } = outcomeDefinition(own);
  const wanted = outcomeDefinition(first).values;
  if (choice !== undefined) {
    log.error(
      'mixture-component',
      span,
      `${quote(own.family)} is the distribution of a choice and its time, and a component has one outcome.`,
      'Observe it without a mixture.',
    );
    return false;
  }
  if (values !== wanted) {
    log.error(
      'mixture-component',
      span,
      `The components of a mixture have the same kind of values: ${quote(first.family)} has ${VALUES[wanted]}, and ${quote(own.family)} has ${VALUES[values]}.`,
      'Use components with the same kind of values.',
      note,
    );
    return false;
  }
  const [grades, wantedGrades] = values === 'grade' ? [gradesOf(own), gradesOf(first)] : [0, 0];
  if (grades !== wantedGrades) {
    log.error(
      'mixture-component',
      span,
      `The components of a mixture have the same values: the first has ${wantedGrades}, and this one has ${grades}.`,
      'Give each component the same number of values.',
      note,
    );
    return false;
  }
  const [trials, wantedTrials] = [trialsOf<Checked>(own), trialsOf<Checked>(first)].map(
    (number) => number && expressionText(number.expression),
  );
  if (trials !== wantedTrials) {
    log.error(
      'mixture-component',
      span,
      `The components of a mixture have the same number of trials: the first has ${wantedTrials}, and this one has ${trials}.`,
      'Give each component the same number of trials.',
      note,
    );
    return false;
  }
  return true;
}

/**
 * The choice that is observed beside a time; null if there is none, undefined if it is missing or out of place, which is
 * reported.
 */
function checkedChoice(
  { choice, outcome, distribution }: ObserveDeclaration,
  observed: OutcomeOf<TypedExpression>,
  shared: Pick<Observation, 'weight' | 'doc'>,
  { log }: Scope,
): Observation | null | undefined {
  const beside = choiceBeside(observed);
  const family = quote(observed.family);
  if (choice !== null && beside !== null)
    return {
      ...beside,
      ...{
        outcome: choice.text,
        type: { kind: 'flag' },
        values: null,
        given: null,
        truncation: null,
        censoring: null,
      },
      ...{ ...shared, span: choice.span },
    };
  if (choice === null && beside === null) return null;
  if (choice === null) {
    const call = quote(`observe right, ${outcome.text} ~ ${observed.family}(…)`);
    log.error(
      'choice-and-time',
      outcome.span,
      `${family} is the distribution of a choice and its time, and only ${quote(outcome.text)} is observed here.`,
      `Write the column of the choice before that of the time, as in ${call}: 1 for the upper barrier, 0 for the lower.`,
    );
  } else {
    log.error(
      'choice-and-time',
      choice.span,
      `${family} is the distribution of one outcome, and two are named here.`,
      `Observe ${quote(choice.text)} in a line of its own. Only ${quote('wiener')} has a choice beside a time.`,
      [{ span: distribution.span, message: 'this gives one outcome' }],
    );
  }
  return undefined;
}

/** Whether the names of an outcome's values, if it has any, are one for each; reported when they are not. */
function areNamed(
  { outcome, values, distribution }: ObserveDeclaration,
  given: OutcomeOf<Checked>,
  { log }: Scope,
): boolean {
  if (values === null) return true;
  const [first] = values;
  if (outcomeDefinition(given).values !== 'grade') {
    log.error(
      'named-values',
      first!.span,
      `The values of ${quote(given.family)} are no grades that could have names.`,
      'Leave the list out. Outcomes of `ordered_logistic`, `partial_credit` and `categorical_logit` may have one.',
    );
    return false;
  }
  const repeated = repeatedName(values);
  if (repeated !== undefined) {
    log.error(
      'repeated-value',
      repeated.span,
      `The value ${quote(repeated.text)} of ${quote(outcome.text)} is listed twice.`,
      'List each value once, in its place in the order.',
    );
    return false;
  }
  const grades = gradesOf(given);
  if (values.length === grades) return true;
  log.error(
    'named-values',
    first!.span,
    `${quote(outcome.text)} has ${values.length} names of values, and its distribution has ${grades} values.`,
    'Name each value, from the lowest on.',
    [{ span: distribution.span, message: `this gives ${grades} values` }],
  );
  return false;
}

function ownerOf(family: string, type: Type, { annotation, outcome }: ObserveDeclaration): Owner {
  const { span } = annotation ?? outcome;
  const declared =
    annotation === null
      ? { span, message: 'the outcome is declared without a unit, which would follow a colon' }
      : declaredAs('outcome', type, span);
  return { name: outcome.text, family, type, declared: [declared] };
}

/** The distribution that follows from the parameters of the other form; null after a mistake, which is reported. */
function outcomeOfForm(
  family: OutcomeFamily,
  form: OtherForm,
  values: readonly Checked[],
  owner: Owner,
  span: Span,
  scope: Scope,
): FamilyOf<Checked> | null {
  const parameters = standardParameters(form, values, owner, span, scope);
  const standard = Object.keys(outcomeDefinition({ family }).parameters);
  return (
    parameters &&
    outcomeOf(
      family,
      standard.map((name) => parameters[name]!),
    )
  );
}

/**
 * The distribution of an outcome of this type, its parameters in their units; null after a mistake, which is reported.
 */
function checkParameters(given: FamilyOf<Checked>, owner: Owner, scope: Scope): FamilyOf<Checked> | null {
  const parts = namedPartsOf(given).map(({ name, kind, part }) => ({
    kind,
    part: checkParameter(name, kind, part, owner, scope),
  }));
  const sound = parts.flatMap(({ part }) => part ?? []);
  if (sound.length < parts.length) return null;
  const cuts = parts.flatMap(({ kind, part }) => (kind === 'cuts' && part !== null ? [part] : []));
  return areIncreasing(cuts, scope) ? outcomeOf(given.family, sound) : null;
}

function reportUnknownOutcome({ callee }: CallSyntax, { log }: Scope): void {
  const meant = nearest(callee.text, Object.keys(outcomes));
  log.error(
    'unknown-outcome',
    callee.span,
    `No outcome has the distribution ${quote(callee.text)}.`,
    meant === null ? `There are ${Object.keys(outcomes).join(', ')}.` : nameMeant(callee.span, meant),
  );
}
