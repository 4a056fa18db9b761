/** Units as a person writes them. */
import type { Unit } from './typed-layout.ts';

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
