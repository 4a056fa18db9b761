/** The solution of a report's equation: the meaning of `solve`. */
import type { Equation } from '../check/typed-layout.ts';
import { evaluateReal } from './evaluate.ts';
import type { Level, Profile, ScopeOf } from './scope.ts';

/**
 * The profile with the solution of an equation for one level, or for a report without levels. Bisection, until no number
 * lies between the ends; without a change of sign it is the end at which the residual is nearer to 0, and the lower one of
 * two that are as near. NaN if the residual is undefined at an end.
 */
export function withSolution(
  { unknown, residual, lo, hi }: Equation,
  place: Level | null,
  profile: Profile,
  scopeOf: ScopeOf,
): Profile {
  const at = (value: number): Profile => {
    const positions = [];
    positions[place?.level ?? 0] = { value, probability: null };
    return new Map([...profile, [unknown, positions]]);
  };
  const residualAt = (value: number) => evaluateReal(residual, scopeOf(place, at(value)));
  const [below, above] = [residualAt(lo), residualAt(hi)];
  if (Number.isNaN(below) || Number.isNaN(above)) return at(Number.NaN);
  if (below === 0 || above === 0 || below > 0 === above > 0)
    return at(Math.abs(below) <= Math.abs(above) ? lo : hi);
  let [left, right] = [lo, hi];
  for (;;) {
    const middle = 0.5 * left + 0.5 * right;
    if (middle <= left || middle >= right) return at(middle);
    const value = residualAt(middle);
    if (value === 0) return at(middle);
    if (value > 0 === below > 0) left = middle;
    else right = middle;
  }
}
