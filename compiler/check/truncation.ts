/** Checks the range that a prior is truncated to, `in [lo, hi]`. */
import { quote } from '../../grammar/quote.ts';
import type { Checked } from './checked.ts';
import { type Family, priorOf, type Truncation, wholeSupportOf } from './prior-families.ts';
import { areOrdered, checkBound, constantOf, type Owner } from './prior-parameters.ts';
import type { Scope } from './scope.ts';
import type { TypedExpression } from './typed-layout.ts';

/**
 * The bounds of a prior of this family with these parameters, of which there are none where they are mistaken; null, with a
 * diagnostic, where they cannot be its.
 */
export function checkTruncation(
  family: Family,
  parameters: readonly Checked[],
  { lo, hi }: Truncation<Checked>,
  owner: Owner,
  scope: Scope,
): Truncation<TypedExpression> | null {
  if (isUniform(family, owner, scope)) return null;
  const bound = (value: Checked | null) =>
    value && checkBound('bound', 'A bound of the prior', value, owner, scope);
  const [lower, upper] = [bound(lo), bound(hi)];
  if ((lo !== null && lower === null) || (hi !== null && upper === null)) return null;
  const constants = parameters.map(constantOf);
  if (!areOrdered(lower, upper, scope) || !isWithinSupport(family, constants, [lower, upper], scope))
    return null;
  return { lo: lower?.expression ?? null, hi: upper?.expression ?? null };
}

function isUniform(family: Family, { declaration }: Owner, { log }: Scope): boolean {
  if (family !== 'uniform') return false;
  log.error(
    'truncation-of-uniform',
    declaration.truncation?.span ?? declaration.prior.span,
    'A uniform prior ends at its own bounds and is not truncated.',
    'Give the narrower bounds to `uniform(lo, hi)`, and leave out the `in [...]`.',
  );
  return true;
}

/** A bound beyond the support would cut nothing off, or everything. What only data or latents decide is not reported. */
function isWithinSupport(
  family: Family,
  parameters: readonly (number | null)[],
  bounds: readonly (Checked | null)[],
  { log }: Scope,
): boolean {
  const whole = wholeSupportOf<number | null>(priorOf(family, parameters, null), (value) => value);
  const least = whole.lo ?? -Infinity;
  const most = whole.hi ?? Infinity;
  const beyond = bounds.flatMap((bound) => {
    const value = bound && constantOf(bound);
    return bound === null || value === null || (least <= value && value <= most) ? [] : [{ bound, value }];
  });
  for (const { bound, value } of beyond) {
    const [side, end, open, inwards] =
      value < least ? ['below', least, '-inf', 'above'] : ['above', most, 'inf', 'below'];
    log.error(
      'truncation-outside-support',
      bound.expression.span,
      `${quote(family)} has no values ${side} ${end}, but this bound is ${value}.`,
      `Write ${quote(`${open}`)} for a side where nothing is cut off, or a bound of ${end} or ${inwards}.`,
    );
  }
  return beyond.length === 0;
}
