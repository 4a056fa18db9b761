/** Checks the parameters of the distributions of outcomes: their units, and what constants among them may be. */
import type { Note } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { ObserveDeclaration } from '../../grammar/syntax.ts';
import { asProbability, type Checked, type CheckedReal, inUnit } from './checked.ts';
import type { Scope } from './scope.ts';
import type { OutcomeFamily, Type, Unit } from './typed-layout.ts';
import { inUnitOf } from './unify.ts';
import { dimensionless } from './units.ts';

/** What checks one parameter; null after a mistake, which is reported. */
type Check = (name: string, value: Checked) => Checked | null;

/** The parameters of an outcome of this type, in the family's order; null after a mistake, which is reported. */
export function checkParameters(
  family: OutcomeFamily,
  values: readonly Checked[],
  type: Type,
  declaration: ObserveDeclaration,
  scope: Scope,
): readonly Checked[] | null {
  const { log } = scope;
  const inUnits = (unit: Unit, name: string, value: Checked, notes: readonly Note[]): CheckedReal | null =>
    inUnitOf(unit, `The ${quote(name)} of ${quote(family)}`, value, notes, log);
  const plain: Check = (name, value) => inUnits(dimensionless, name, value, []);
  const unit = type.kind === 'real' ? type.unit : dimensionless;
  const { span } = declaration.annotation ?? declaration.outcome;
  const message =
    declaration.annotation === null
      ? 'the outcome is declared without a unit, which would stand after a colon'
      : `the outcome is ${inUnit(unit)}`;
  const likeOutcome: Check = (name, value) => inUnits(unit, name, value, [{ span, message }]);
  const above0 =
    (check: Check): Check =>
    (name, value) => {
      const real = check(name, value);
      return real && isPositive(name, family, real, scope) ? real : null;
    };
  const probability: Check = (name, value) =>
    asProbability(value, `${quote(family)} wants a probability for ${quote(name)}`, log);
  const trials: Check = (_, value) => checkTrials(family, value, declaration, scope);

  const each = (...checks: readonly (readonly [name: string, check: Check])[]) => {
    const checked = checks.map(([name, check], index) => check(name, values[index]!));
    return checked.includes(null) ? null : (checked as Checked[]);
  };
  switch (family) {
    case 'bernoulli':
      return each(['p', probability]);
    case 'bernoulli_logit':
      return each(['logit', plain]);
    case 'binomial':
      return each(['n', trials], ['p', probability]);
    case 'binomial_logit':
      return each(['n', trials], ['logit', plain]);
    case 'beta_proportion':
      return each(['mean', probability], ['precision', above0(plain)]);
    case 'beta_binomial':
      return each(['n', trials], ['a', above0(plain)], ['b', above0(plain)]);
    case 'normal':
      return each(['mean', likeOutcome], ['sd', above0(likeOutcome)]);
    case 'student_t':
      return each(['df', above0(plain)], ['location', likeOutcome], ['scale', above0(likeOutcome)]);
    case 'lognormal':
      return each(['mu', plain], ['sigma', above0(plain)]);
    case 'ordered_logistic': {
      const cuts = values.slice(1).map((_, index) => [`cut ${index + 1}`, plain] as const);
      const checked = each(['eta', plain], ...cuts);
      return checked && areIncreasing(checked.slice(1), scope) ? checked : null;
    }
  }
}

/** Beyond, n ln p is so large that its last digit is more than a millionth, and differences of likelihoods begin to suffer. */
const MOST_TRIALS = 1e9;

/** How many trials there are: a number from 0 on, or a demand of counts, so that outcomes can be checked against it. */
function checkTrials(
  family: OutcomeFamily,
  value: Checked,
  { outcome }: ObserveDeclaration,
  { log, names }: Scope,
): Checked | null {
  const { expression } = value;
  const isPlain = expression.kind === 'number' && value.bare;
  if (isPlain && Number.isInteger(expression.value) && expression.value >= 0) {
    if (expression.value <= MOST_TRIALS) return value;
    log.error(
      'trials',
      expression.span,
      `The \`n\` of ${quote(family)} is at most ${MOST_TRIALS}, but this is ${expression.value}.`,
      'Write a smaller number; so many trials leave no doubt of the share that succeeds.',
    );
    return null;
  }
  if (expression.kind === 'column') {
    const meaning = names.get(expression.name);
    if (meaning?.kind === 'demand' && meaning.declaration.annotation?.kind === 'count') return value;
  }
  log.error(
    'trials',
    expression.span,
    `The \`n\` of ${quote(family)} is the most that ${quote(outcome.text)} can be, and this is neither a whole number from 0 on nor a demand of counts.`,
    'Write a whole number from 0 on, or the name of a demand that is declared as `: count`.',
  );
  return null;
}

function isPositive(
  name: string,
  family: string,
  { constant, expression }: Checked,
  { log }: Scope,
): boolean {
  const value = typeof constant === 'number' ? constant : (constant?.p ?? null);
  if (value === null || value > 0) return true;
  log.error(
    'parameter-not-positive',
    expression.span,
    `The ${quote(name)} of ${quote(family)} must be above 0, but this is ${value}.`,
    'Write a number above 0.',
  );
  return false;
}

/** Whether those cut points that are numbers go up. */
function areIncreasing(cuts: readonly Checked[], { log }: Scope): boolean {
  const wrong = cuts.findIndex(({ constant }, index) => {
    const before = cuts[index - 1]?.constant;
    return typeof constant === 'number' && typeof before === 'number' && constant <= before;
  });
  if (wrong < 0) return true;
  log.error(
    'cut-points-out-of-order',
    cuts[wrong]!.expression.span,
    `The cut point ${cuts[wrong]!.constant} is not above the one before it, ${cuts[wrong - 1]!.constant}.`,
    'Write the cut points from the lowest to the highest.',
    [{ span: cuts[wrong - 1]!.expression.span, message: 'the one before it is here' }],
  );
  return false;
}
