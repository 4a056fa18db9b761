/** Checks `observe` statements. */
import { quote } from '../../grammar/quote.ts';
import type { Span } from '../../grammar/source.ts';
import type { CallSyntax, LayoutSyntax, ObserveDeclaration } from '../../grammar/syntax.ts';
import { statementForms } from '../../grammar/vocabulary.ts';
import { nearest } from '../../module/names.ts';
import type { OtherForm } from '../families/other-form.ts';
import {
  choiceBeside,
  gradesOf,
  mapOutcome,
  namedPartsOf,
  type OutcomeFamily,
  type OutcomeOf,
  outcomeDefinition,
  outcomeOf,
  outcomes,
} from '../families/outcomes.ts';
import { isListKind, type ListKind } from '../families/parameters.ts';
import { bindArguments } from './bind-arguments.ts';
import type { Checked } from './checked.ts';
import { checkCensoring, checkRange, checkWeight } from './clauses.ts';
import { checkExpression } from './expressions.ts';
import { mixesForms, signatureOfForm, standardParameters, writtenForm } from './forms.ts';
import { isOutcome, outcomeSignature } from './functions.ts';
import { lacksColumn } from './indices.ts';
import { repeatedName } from './names.ts';
import { areIncreasing, checkParameter, declaredAs, type Owner } from './parameters.ts';
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
  const family = distribution.callee.text;
  const checked = new Map(
    distribution.arguments.map((argument) => [argument, checkExpression(argument.value, scope)]),
  );
  const isPlaced = [...checked.values()].every((value) => value === null || !lacksColumn(value, scope));
  if (!isOutcome(family)) {
    reportUnknownOutcome(distribution, scope);
    return [];
  }
  const { parameters, otherForm } = outcomeDefinition({ family });
  const weight = checkWeight(declaration, scope);
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
    return [];
  }
  const standard = Object.keys(parameters);
  const form = writtenForm(distribution, standard, otherForm);
  const signature = form === null ? outcomeSignature(family) : signatureOfForm(form, standard);
  const isMixed = form !== null && mixesForms(distribution, standard, form, signature, scope);
  const bound = isMixed ? null : bindArguments(distribution, signature, scope.log);
  const type = scope.types.get(outcome.text) ?? null;
  const values = bound?.map((argument) => (argument && checked.get(argument)) ?? null) ?? [null];
  if (type === null || values.includes(null)) return [];
  const owner = ownerOf(family, type, declaration);
  const given =
    form === null
      ? checkParameters(outcomeOf(family, values as Checked[]), owner, scope)
      : outcomeOfForm(family, form, values as Checked[], owner, distribution.span, scope);
  const censoring = checkCensoring(declaration, family, owner, scope);
  const truncation = checkRange(declaration, family, owner, scope);
  if (
    given === null ||
    weight === undefined ||
    truncation === undefined ||
    censoring === undefined ||
    !isPlaced
  )
    return [];
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

function ownerOf(family: OutcomeFamily, type: Type, { annotation, outcome }: ObserveDeclaration): Owner {
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
): OutcomeOf<Checked> | null {
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
function checkParameters(given: OutcomeOf<Checked>, owner: Owner, scope: Scope): OutcomeOf<Checked> | null {
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
    meant === null ? `There are ${Object.keys(outcomes).join(', ')}.` : `Did you mean ${quote(meant)}?`,
  );
}
