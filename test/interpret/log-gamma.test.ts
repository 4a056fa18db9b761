import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { logBeta, logGamma } from '../../compiler/interpret/log-gamma.ts';
import { deviance } from '../../compiler/interpret/saddle-point.ts';

const Exact = Decimal.clone({ precision: 60 });

/** ln Γ of a whole or half-whole number, from the factorial and from Γ(½) = √π. */
function exactLogGamma(x: number): number {
  let product = new Exact(1);
  let start = x;
  while (start > 1) {
    start -= 1;
    product = product.times(start);
  }
  const remaining = start === 0.5 ? Exact.acos(-1).sqrt() : new Exact(1);
  return product.times(remaining).ln().toNumber();
}

describe('logGamma', () => {
  test('ends for every number', () => {
    expect(logGamma(0)).toBe(Number.POSITIVE_INFINITY);
    for (const x of [-1e-300, -1e300, Number.NEGATIVE_INFINITY, Number.NaN]) expect(logGamma(x)).toBeNaN();
    expect(deviance(3, Number.NaN)).toBeNaN();
  });

  for (const x of [0.5, 1.5, 2.5, 3, 4, 7.5, 10, 11.5, 12, 12.5, 13, 20, 50.5, 170, 1000.5]) {
    test(`agrees with the exact value at ${x}`, () => {
      const exact = exactLogGamma(x);
      expect(Math.abs(logGamma(x) - exact)).toBeLessThan(1e-14 * Math.max(1, Math.abs(exact)));
    });
  }

  test('is 0 at 1 and 2 to rounding', () => {
    expect(Math.abs(logGamma(1))).toBeLessThan(1e-14);
    expect(Math.abs(logGamma(2))).toBeLessThan(1e-14);
  });

  test('obeys Γ(x + 1) = xΓ(x) from 1e-3 to 1e3', () => {
    for (let x = 1e-3; x < 1e3; x *= 1.37) {
      const next = logGamma(x + 1);
      expect(Math.abs(logGamma(x) + Math.log(x) - next)).toBeLessThan(1e-13 * Math.max(1, next));
    }
  });

  test('obeys the reflection Γ(x)Γ(1 − x) = π/sin πx', () => {
    for (const x of [0.05, 0.2, 0.37, 0.49]) {
      expect(logGamma(x) + logGamma(1 - x)).toBeCloseTo(Math.log(Math.PI / Math.sin(Math.PI * x)), 13);
    }
  });
});

describe('logBeta', () => {
  test('takes these values by hand', () => {
    expect(logBeta(1, 1)).toBeCloseTo(0, 14);
    expect(logBeta(1, 9)).toBeCloseTo(-Math.log(9), 14);
    expect(logBeta(2, 3)).toBeCloseTo(-Math.log(12), 14);
    expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 14);
  });
});
