/** Checks the parameters of priors, and the bounds priors are truncated at, by what each must be. */
import { quote } from '../../grammar/quote.ts';
import type { LatentDeclaration } from '../../grammar/syntax.ts';
import { adopt, asProbability, asReal, type Checked, type CheckedReal, inUnit } from './checked.ts';
import type { ParameterKind } from './prior-families.ts';
import type { Scope } from './scope.ts';
import type { Type, Unit } from './typed-layout.ts';
import { inUnitOf } from './unify.ts';
import { dimensionless, powerUnit } from './units.ts';

/** The latents whose prior is checked: how they are declared, and their type. */
export interface Owner {
  readonly declaration: LatentDeclaration;
  readonly type: Type;
}

/** The parameter as a real of the unit it must be in; null, with a diagnostic, where it cannot be one. */
export function checkParameter(
  name: string,
  kind: ParameterKind,
  value: Checked,
  owner: Owner,
  scope: Scope,
): CheckedReal | null {
  const unit = unitOf(owner.type);
  const wanted = `The ${quote(name)} of ${quote(owner.declaration.prior.callee.text)}`;
  switch (kind) {
    case 'lower':
    case 'upper':
      return checkBound(quote(name), wanted, value, owner, scope);
    case 'location':
      return inLatentUnit(wanted, value, unit, owner, scope);
    case 'scale':
      return positive(name, inLatentUnit(wanted, value, unit, owner, scope), owner, scope);
    case 'rate':
      return positive(name, inLatentUnit(wanted, value, powerUnit(unit, -1), owner, scope), owner, scope);
    case 'number':
      return inUnitOf(dimensionless, wanted, value, [], scope.log);
    case 'shape':
      return positive(name, inUnitOf(dimensionless, wanted, value, [], scope.log), owner, scope);
  }
}

/** A bound of the support, by what it is called: in the latent's unit, or for a probability itself one, used as a real. */
export function checkBound(
  name: string,
  wanted: string,
  value: Checked,
  owner: Owner,
  scope: Scope,
): CheckedReal | null {
  if (owner.type.kind !== 'probability') return inLatentUnit(wanted, value, unitOf(owner.type), owner, scope);
  const p = asProbability(value, `A probability's prior wants a ${name} from 0 to 1`, scope.log);
  return p && adopt(asReal(value), dimensionless);
}

function unitOf(type: Type): Unit {
  return type.kind === 'real' ? type.unit : dimensionless;
}

function inLatentUnit(
  wanted: string,
  value: Checked,
  unit: Unit,
  { declaration: { annotation, names, role }, type }: Owner,
  { log }: Scope,
): CheckedReal | null {
  const declared = annotation?.span ?? names[0]?.span;
  const notes =
    declared === undefined ? [] : [{ span: declared, message: `the ${role} is ${inUnit(unitOf(type))}` }];
  return inUnitOf(unit, wanted, value, notes, log);
}

function positive(
  name: string,
  parameter: CheckedReal | null,
  { declaration }: Owner,
  { log }: Scope,
): CheckedReal | null {
  const constant = parameter && constantOf(parameter);
  if (parameter === null || constant === null || constant > 0) return parameter;
  log.error(
    'parameter-not-positive',
    parameter.expression.span,
    `The ${quote(name)} of ${quote(declaration.prior.callee.text)} must be above 0, but this is ${constant}.`,
    'Write a number above 0.',
  );
  return null;
}

/** Whether the lower bound is below the upper one, as far as the text decides it. */
export function areOrdered(lo: Checked | null, hi: Checked | null, { log }: Scope): boolean {
  if (lo === null || hi === null) return true;
  const [from, to] = [constantOf(lo), constantOf(hi)];
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

/** The value, if the text alone decides it. */
export function constantOf({ constant }: Checked): number | null {
  return constant === null || typeof constant === 'number' ? constant : constant.p;
}
