/** Checks the parameters of priors and outcome distributions by their kinds. */
import type { Note } from '../../grammar/diagnostic.ts';
import { quote } from '../../grammar/quote.ts';
import type { ParameterKind, PriorParameterKind } from '../families/parameters.ts';
import { adopt, asProbability, asReal, type Checked, type CheckedReal, inUnit } from './checked.ts';
import type { Scope } from './scope.ts';
import type { Type, Unit } from './typed-layout.ts';
import { inUnitOf } from './unify.ts';
import { dimensionless, powerUnit } from './units.ts';

/** The latent or outcome whose parameters are checked. */
export interface Owner {
  readonly name: string;
  readonly family: string;
  readonly type: Type;
  /** Where the type is declared. */
  readonly declared: readonly Note[];
}

/** The parameter, converted to the unit it must have; null after a mistake, which is reported. */
export function checkParameter(
  name: string,
  kind: ParameterKind | PriorParameterKind,
  value: Checked,
  owner: Owner,
  scope: Scope,
): Checked | null {
  const unit = unitOf(owner.type);
  const wanted = `The ${quote(name)} of ${quote(owner.family)}`;
  const inOwnUnit = (own: Unit) => inUnitOf(own, wanted, value, owner.declared, scope);
  const plain = () => inUnitOf(dimensionless, wanted, value, [], scope);
  switch (kind) {
    case 'lower':
    case 'upper':
      return checkBound(quote(name), wanted, value, owner, scope);
    case 'location':
      return inOwnUnit(unit);
    case 'scale':
      return positive(name, inOwnUnit(unit), owner, scope);
    case 'rate':
      return positive(name, inOwnUnit(powerUnit(unit, -1)), owner, scope);
    case 'number':
    case 'cuts':
    case 'steps':
    case 'logits':
      return plain();
    case 'shape':
      return positive(name, plain(), owner, scope);
    case 'probability':
      return asProbability(value, `${quote(owner.family)} needs a probability for ${quote(name)}`, scope);
    case 'openProbability': {
      const wantedShare = `${quote(owner.family)} needs a probability for ${quote(name)}`;
      return inside(name, asProbability(value, wantedShare, scope), owner, scope);
    }
    case 'trials':
      return checkTrials(name, value, owner, scope);
  }
}

/**
 * The share of a state or a component, `name`: a probability, or a number without a unit. It must not be negative, as far
 * as the text determines it; null after a mistake, which is reported.
 */
export function checkShare(name: string, value: Checked, scope: Scope): Checked | null {
  const wanted = `The share of ${quote(name)}`;
  const { kind } = value.expression.type;
  if (kind === 'probability') return value;
  if (kind === 'flag') return asProbability(value, `${wanted} is a probability or a number`, scope);
  const share = inUnitOf(dimensionless, wanted, value, [], scope);
  const constant = share && knownNumber(share);
  if (share === null || constant === null || constant > 0) return share;
  scope.log.error(
    'parameter-not-positive',
    share.expression.span,
    `${wanted} must be above 0, but this is ${constant}.`,
    'Write a number above 0; the shares are divided by their sum.',
  );
  return null;
}

/**
 * A bound of the support, called `name` in messages. It has the latent's unit; the bound of a probability is a
 * probability, used as a real.
 */
export function checkBound(
  name: string,
  wanted: string,
  value: Checked,
  { type, declared }: Owner,
  scope: Scope,
): CheckedReal | null {
  if (type.kind !== 'probability') return inUnitOf(unitOf(type), wanted, value, declared, scope);
  const p = asProbability(value, `A probability's prior needs a ${name} from 0 to 1`, scope);
  return p && adopt(asReal(value), dimensionless);
}

/** A note that shows where a type is declared, for messages about a parameter in another unit. */
export function declaredAs(what: string, type: Type, span: Note['span']): Note {
  return { span, message: `the ${what} is ${inUnit(unitOf(type))}` };
}

function unitOf(type: Type): Unit {
  return type.kind === 'real' ? type.unit : dimensionless;
}

function positive(
  name: string,
  parameter: CheckedReal | null,
  { family }: Owner,
  { log }: Scope,
): CheckedReal | null {
  const constant = parameter && knownNumber(parameter);
  if (parameter === null || constant === null || constant > 0) return parameter;
  log.error(
    'parameter-not-positive',
    parameter.expression.span,
    `The ${quote(name)} of ${quote(family)} must be above 0, but this is ${constant}.`,
    'Write a number above 0.',
  );
  return null;
}

function inside(name: string, parameter: Checked | null, { family }: Owner, { log }: Scope): Checked | null {
  const constant = parameter && knownNumber(parameter);
  if (parameter === null || constant === null || (constant > 0 && constant < 1)) return parameter;
  log.error(
    'parameter-not-inside',
    parameter.expression.span,
    `The ${quote(name)} of ${quote(family)} must be above 0 and below 1, but this is ${constant}.`,
    'Write a number between 0 and 1.',
  );
  return null;
}

/** Beyond this, the rounding error of n ln p exceeds a millionth, and differences of log likelihoods lose digits. */
const MAX_TRIALS = 1e9;

/** The number of trials: a whole number ≥ 0, or a column of counts, so that outcomes can be checked against it. */
function checkTrials(name: string, value: Checked, owner: Owner, { log, names }: Scope): Checked | null {
  const { expression } = value;
  const isPlain = expression.kind === 'number' && value.bare;
  if (isPlain && Number.isInteger(expression.value) && expression.value >= 0) {
    if (expression.value <= MAX_TRIALS) return value;
    log.error(
      'trials',
      expression.span,
      `The ${quote(name)} of ${quote(owner.family)} is at most ${MAX_TRIALS}, but this is ${expression.value}.`,
      'Write a smaller number: with so many trials there is no doubt about the share of successes.',
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
    `The ${quote(name)} of ${quote(owner.family)} is the largest value of ${quote(owner.name)}, and this is neither a whole number from 0 on nor a demand of counts.`,
    'Write a whole number from 0 on, or the name of a demand that is declared as `: count`.',
  );
  return null;
}

/** Whether the lower bound is below the upper one, as far as the text determines them. */
export function areOrdered(lo: Checked | null, hi: Checked | null, { log }: Scope): boolean {
  if (lo === null || hi === null) return true;
  const [from, to] = [knownNumber(lo), knownNumber(hi)];
  if (from === null || to === null || from < to) return true;
  log.error(
    'bounds-out-of-order',
    hi.expression.span,
    `The upper bound ${to} is not above the lower bound ${from}.`,
    'Give the lower bound first, and a higher one second.',
    [{ span: lo.expression.span, message: 'the lower bound is here' }],
  );
  return false;
}

/** Whether those cut points that are constants increase. */
export function areIncreasing(cuts: readonly Checked[], { log }: Scope): boolean {
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

/** The value, if the text alone determines it. */
export function knownNumber({ constant }: Checked): number | null {
  return constant === null || typeof constant === 'number' ? constant : constant.p;
}
