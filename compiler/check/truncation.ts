/** Checks the range that a prior is truncated to, `in [lo, hi]`. */
import { quote } from '../../grammar/quote.ts';
import type { Checked } from './checked.ts';
import { type Family, families, isTruncatable, type Truncation } from './prior-families.ts';
import { areOrdered, checkBound, constantOf, type Owner } from './prior-parameters.ts';
import type { Scope } from './scope.ts';
import type { TypedExpression } from './typed-layout.ts';

/** The bounds of a prior of this family; null, with a diagnostic, where they cannot be its. */
export function checkTruncation(
  family: Family,
  { lo, hi }: Truncation<Checked>,
  owner: Owner,
  scope: Scope,
): Truncation<TypedExpression> | null {
  if (!canBeTruncated(family, owner, scope)) return null;
  const bound = (value: Checked | null) =>
    value && checkBound('bound', 'A bound of the prior', value, owner, scope);
  const [lower, upper] = [bound(lo), bound(hi)];
  if ((lo !== null && lower === null) || (hi !== null && upper === null)) return null;
  if (!areOrdered(lower, upper, scope) || !isWithinSupport(family, lower, upper, scope)) return null;
  return { lo: lower?.expression ?? null, hi: upper?.expression ?? null };
}

function canBeTruncated(family: Family, { declaration }: Owner, { log }: Scope): boolean {
  const span = declaration.truncation?.span ?? declaration.prior.span;
  if (isTruncatable(family)) return true;
  if (family === 'uniform') {
    log.error(
      'truncation-of-uniform',
      span,
      'A uniform prior ends at its own bounds and is not truncated.',
      'Give the narrower bounds to `uniform(lo, hi)`, and leave out the `in [...]`.',
    );
    return false;
  }
  const possible = (Object.keys(families) as Family[]).filter(isTruncatable).map(quote).join(', ');
  log.error(
    'not-in-this-version',
    span,
    `This version does not truncate ${quote(family)} yet: it could not normalise its density.`,
    `Leave out the \`in [...]\`, or truncate one of ${possible}.`,
  );
  return false;
}

/** A bound beyond the support would cut nothing off, or everything. */
function isWithinSupport(family: Family, lo: Checked | null, hi: Checked | null, { log }: Scope): boolean {
  if (families[family].support !== 'positive') return true;
  const beyond = [lo, hi].filter((bound) => bound !== null && (constantOf(bound) ?? 0) < 0);
  for (const bound of beyond) {
    if (bound === null) continue;
    log.error(
      'truncation-outside-support',
      bound.expression.span,
      `${quote(family)} has no values below 0, but this bound is ${constantOf(bound)}.`,
      'Write `-inf` for a side where nothing is cut off, or a bound of 0 or above.',
    );
  }
  return beyond.length === 0;
}
