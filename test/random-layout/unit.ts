/** Units as the generator computes with them, and as an author writes them. */
import type { Unit } from '../../compiler/check/typed-layout.ts';

export const DIMENSIONLESS: Unit = {};

/** a·bⁿ, zero exponents left out. */
export function times(a: Unit, b: Unit, n = 1): Unit {
  const product: Record<string, number> = { ...a };
  for (const [base, exponent] of Object.entries(b)) product[base] = (product[base] ?? 0) + n * exponent;
  return Object.fromEntries(Object.entries(product).filter(([, exponent]) => exponent !== 0));
}

export function isSameUnit(a: Unit, b: Unit): boolean {
  return complexity(times(a, b, -1)) === 0;
}

/** How many factors a unit has; 0 when dimensionless. */
export function complexity(unit: Unit): number {
  return Object.values(unit).reduce((sum, exponent) => sum + Math.abs(exponent), 0);
}

/** The unit whose square this is, or null. */
export function squareRoot(unit: Unit): Unit | null {
  const entries = Object.entries(unit);
  if (entries.some(([, exponent]) => exponent % 2 !== 0)) return null;
  return Object.fromEntries(entries.map(([base, exponent]) => [base, exponent / 2]));
}

/** As after the colon of a declaration: `m * s / px ^ 2`, `1 / px`. */
export function unitText(unit: Unit): string {
  const power = ([base, exponent]: [string, number]) =>
    Math.abs(exponent) === 1 ? base : `${base}^${Math.abs(exponent)}`;
  const above = Object.entries(unit).filter(([, exponent]) => exponent > 0);
  const below = Object.entries(unit).filter(([, exponent]) => exponent < 0);
  return [above.map(power).join(' * ') || '1', ...below.map(power)].join(' / ');
}
