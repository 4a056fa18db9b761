/** The algebra of units, as exponents of declared units without zeros, their conversions, and how units are written. */
import type { Conversion, Unit } from './typed-layout.ts';

export const dimensionless: Unit = {};

/** Exponents are ratios of small whole numbers; rounding makes the cube root of a cube have exponent 1 exactly. */
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

/** The largest absolute exponent of any base unit. */
export function largestExponent(unit: Unit): number {
  return Math.max(0, ...Object.values(unit).map(Math.abs));
}

/** By the name of the unit; base units have none. */
export type Conversions = ReadonlyMap<string, Conversion>;

/** What 1 of a unit is in base units. */
export function inBaseUnits(unit: Unit, conversions: Conversions): Conversion {
  let factor = 1;
  let base = dimensionless;
  for (const [name, exponent] of Object.entries(unit)) {
    const conversion = conversions.get(name);
    factor *= (conversion?.factor ?? 1) ** exponent;
    base = multiplyUnits(base, powerUnit(conversion?.unit ?? { [name]: 1 }, exponent));
  }
  return { factor, unit: base };
}

/**
 * The unit with each converted unit written out that stands beside another unit of the same dimension: `s^2` for
 * `minute * s`, and none for `minute / s`, but `m / minute` as it is.
 */
export function withoutMixture(unit: Unit, conversions: Conversions): Unit {
  const basesOf = (name: string) => Object.keys(conversions.get(name)?.unit ?? { [name]: 1 });
  const names = Object.keys(unit);
  const isMixed = (name: string) => {
    const bases = new Set(basesOf(name));
    return names.some((other) => other !== name && basesOf(other).some((base) => bases.has(base)));
  };
  return names.reduce(
    (whole: Unit, name) =>
      multiplyUnits(
        whole,
        powerUnit((isMixed(name) ? conversions.get(name)?.unit : undefined) ?? { [name]: 1 }, unit[name]!),
      ),
    dimensionless,
  );
}

/** `s * position`, `1 / px`, `m / s^2`, `kg / (m * s)`; empty for dimensionless. */
export function unitText(unit: Unit): string {
  const factors = Object.entries(unit);
  const over = factors
    .filter(([, exponent]) => exponent > 0)
    .map(([base, exponent]) => power(base, exponent));
  const under = factors
    .filter(([, exponent]) => exponent < 0)
    .map(([base, exponent]) => power(base, -exponent));
  const numerator = over.join(' * ');
  if (under.length === 0) return numerator;
  const denominator = under.length === 1 ? under.join('') : `(${under.join(' * ')})`;
  return `${numerator === '' ? '1' : numerator} / ${denominator}`;
}

function power(base: string, exponent: number): string {
  return exponent === 1 ? base : `${base}^${exponent}`;
}
