/** The algebra of units: exponents of base units, zero exponents absent. */
import type { Unit } from './typed-layout.ts';

export const dimensionless: Unit = {};

/** Exponents are ratios of small whole numbers; rounding keeps the third root of a cube at exactly 1. */
function rounded(exponent: number): number {
  const scaled = Math.round(exponent * 1e9) / 1e9;
  return scaled === 0 ? 0 : scaled;
}

function fromExponents(exponents: Iterable<readonly [string, number]>): Unit {
  return Object.fromEntries(
    [...exponents].map(([base, e]) => [base, rounded(e)] as const).filter(([, e]) => e !== 0),
  );
}

export function multiplyUnits(a: Unit, b: Unit): Unit {
  const exponents = new Map(Object.entries(a));
  for (const [base, exponent] of Object.entries(b))
    exponents.set(base, (exponents.get(base) ?? 0) + exponent);
  return fromExponents(exponents);
}

export function powerUnit(unit: Unit, exponent: number): Unit {
  return fromExponents(Object.entries(unit).map(([base, e]) => [base, e * exponent]));
}

export function divideUnits(a: Unit, b: Unit): Unit {
  return multiplyUnits(a, powerUnit(b, -1));
}

export function isDimensionless(unit: Unit): boolean {
  return Object.keys(unit).length === 0;
}

export function sameUnit(a: Unit, b: Unit): boolean {
  return isDimensionless(divideUnits(a, b));
}

/** The largest exponent of any base, up or down. */
export function largestExponent(unit: Unit): number {
  return Math.max(0, ...Object.values(unit).map(Math.abs));
}
