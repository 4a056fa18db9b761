import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { logNormalDensity, normalProbability } from '../../compiler/interpret/normal-probability.ts';

const Exact = Decimal.clone({ precision: 420 });

/** ln Φ(u) by the series about 0 alone, in so many digits that its cancellation does not matter. */
function exactLogPhi(u: number): number {
  const x = new Exact(u);
  const square = x.times(x);
  let sum = new Exact(0);
  let term = x;
  for (let odd = 3; term.abs().greaterThan(1e-100); odd += 2) {
    sum = sum.plus(term);
    term = term.times(square).dividedBy(odd);
  }
  const density = square.dividedBy(-2).exp().dividedBy(Exact.acos(-1).times(2).sqrt());
  return density.times(sum).plus(0.5).ln().toNumber();
}

describe('the normal distribution function in log space', () => {
  for (const u of [-40, -30.5, -8, -3, -1.51, -1.5, -1.49, -0.7, -1e-9, 0, 0.4, 1.5, 2, 6, 8.5]) {
    test(`agrees with the exact value at ${u}, as does its complement`, () => {
      const { lnP, lnComplement } = normalProbability(u);
      for (const [found, exact] of [
        [lnP, exactLogPhi(u)],
        [lnComplement, exactLogPhi(-u)],
      ] as const) {
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(2e-14 * Math.abs(exact));
      }
    });
  }

  test('has as its complement the pair of −u', () => {
    for (const u of [0.3, 1.5, 7, 38]) {
      const { lnP, lnComplement } = normalProbability(-u);
      expect(normalProbability(u)).toEqual({ lnP: lnComplement, lnComplement: lnP });
    }
  });

  test('is 0 or 1 only where u² overflows', () => {
    expect(normalProbability(-1e150).lnP).toBeGreaterThan(-Infinity);
    expect(normalProbability(-1e200)).toEqual({ lnP: -Infinity, lnComplement: 0 });
    expect(normalProbability(Infinity)).toEqual({ lnP: 0, lnComplement: -Infinity });
  });

  test('has a density whose logarithm is the slope', () => {
    for (const u of [-3, -1, 0.2, 2.5]) {
      const step = 1e-5;
      const rise = Math.exp(normalProbability(u + step).lnP) - Math.exp(normalProbability(u - step).lnP);
      expect(rise / (2 * step)).toBeCloseTo(Math.exp(logNormalDensity(u)), 9);
    }
  });
});
