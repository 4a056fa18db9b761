/** The two-sided 2×2PL: the theorems of appendix B of the propensity paper, and its formula in exact arithmetic. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../random-cases.ts';
import { layoutOf, logHalves } from './layout-of.ts';

const BAND = layoutOf('band(x, d1, d2, d3)');
const Exact = Decimal.clone({ precision: 120, maxE: 9e15, minE: -9e15 });

/** ln p and ln(1 − p) by the paper's equation 15, in 120 digits. */
function paper(theta: number, lower: number, upper: number, slope: number) {
  const sigma = (x: Decimal) => new Exact(1).div(new Exact(1).add(x.neg().exp()));
  const r = new Exact(upper).sub(lower).div(2);
  const a = new Exact(1).div(r).exp().add(slope).sub(1);
  const p = sigma(a.mul(new Exact(theta).sub(lower)))
    .mul(sigma(a.mul(new Exact(upper).sub(theta))))
    .div(sigma(a.mul(r)).pow(2));
  return { lnP: p.ln().toNumber(), lnComplement: new Exact(1).sub(p).ln().toNumber() };
}

function band(theta: number, lower: number, upper: number, slope: number) {
  return logHalves(BAND, { x: theta, d1: lower, d2: upper, d3: slope });
}

function atBound(r: number, slope: number): number {
  return Math.exp(band(-r, -r, r, slope).lnP);
}

const half = fc.double({ min: 0.2, max: 20, noNaN: true });
const slopes = fc.double({ min: 0.1, max: 5, noNaN: true });
const places = fc.double({ min: -8, max: 8, noNaN: true });

describe('band', () => {
  test('is the formula of the paper, in both halves', () => {
    fc.assert(
      fc.property(places, places, half, slopes, (theta, middle, r, slope) => {
        const [lower, upper] = [middle - r, middle + r];
        // The very middle apart, where 1 − p is 0 and its digits are those of the rounding of the bounds.
        fc.pre(Math.abs(theta - (lower + upper) / 2) > 1e-4);
        const wanted = paper(theta, lower, upper, slope);
        const found = band(theta, lower, upper, slope);
        // The bounds are rounded, and a steep slope magnifies that.
        const tolerance = 1e-10 * (1 + Math.exp(1 / r));
        expect(Math.abs(found.lnP - wanted.lnP)).toBeLessThanOrEqual(tolerance * (1 + Math.abs(wanted.lnP)));
        expect(Math.abs(found.lnComplement - wanted.lnComplement)).toBeLessThanOrEqual(
          tolerance * (1 + Math.abs(wanted.lnComplement)),
        );
      }),
      { numRuns: casesOf(300) },
    );
  });

  test('is certain in the middle, whatever the width', () => {
    for (const r of [1e-3, 0.05, 0.5, 1, 10, 1e3, 1e6]) {
      expect(Math.exp(band(0, -r, r, 1).lnP)).toBe(1);
      expect(band(0, -r, r, 1).lnComplement).toBeLessThan(-600);
    }
  });

  test('is symmetric about the middle and falls on both sides of it', () => {
    fc.assert(
      fc.property(half, slopes, fc.double({ min: 0.01, max: 10, noNaN: true }), (r, slope, d) => {
        expect(band(d, -r, r, slope)).toEqual(band(-d, -r, r, slope));
        expect(band(1.1 * d, -r, r, slope).lnComplement).toBeGreaterThanOrEqual(
          band(d, -r, r, slope).lnComplement,
        );
      }),
    );
  });

  test('lemma B.1: the probability at a bound is 1 / (2 (σ² + (1 − σ)²)) with σ = σ(a r)', () => {
    fc.assert(
      fc.property(half, slopes, (r, slope) => {
        const sigma = 1 / (1 + Math.exp(-(slope + Math.expm1(1 / r)) * r));
        const wanted = 1 / (2 * (sigma ** 2 + (1 - sigma) ** 2));
        expect(atBound(r, slope)).toBeCloseTo(wanted, 12);
        expect(Math.exp(band(r, -r, r, slope).lnP)).toBeCloseTo(wanted, 12);
      }),
    );
  });

  test('theorem B.2 and proposition B.3: a half as the width goes to 0, faster than any power', () => {
    for (const r of [0.1, 0.05, 0.01, 5e-4]) expect(atBound(r, 1)).toBe(0.5);
    const r = 0.4;
    const decay = Math.exp(-(1 + Math.expm1(1 / r)) * r);
    expect(Math.abs(atBound(r, 1) - 0.5 - decay)).toBeLessThan(2 * decay ** 3);
  });

  test('theorem B.4 and proposition B.5: a half as the width grows, by e^(−a r − 1) (1 − 1/(2 r))', () => {
    for (const slope of [0.5, 1, 2]) {
      for (const r of [10, 20, 40]) {
        const excess = atBound(r, slope) - 0.5;
        const leading = Math.exp(-slope * r - 1);
        expect(Math.abs(excess - leading * (1 - 1 / (2 * r)))).toBeLessThan(leading / r ** 2 + 1e-15);
      }
      expect(atBound(1e4, slope)).toBe(0.5);
    }
  });

  test('theorem B.6: with the slope 1 between 0.5 and 0.5657 at a bound, for every width', () => {
    const sigma = 1 / (1 + Math.exp(-Math.E));
    const most = 1 / (2 * (sigma ** 2 + (1 - sigma) ** 2));
    fc.assert(
      fc.property(fc.double({ min: -8, max: 8, noNaN: true }), (lnR) => {
        const p = atBound(Math.exp(lnR), 1);
        expect(p).toBeGreaterThanOrEqual(0.5);
        expect(p).toBeLessThanOrEqual(most + 1e-12);
      }),
    );
    expect(atBound(1, 1)).toBeCloseTo(most, 12);
  });

  test('remark B.7: for other slopes the most is where (slope − 1) r + r e^(1/r) is least', () => {
    for (const slope of [0.5, 2, 4]) {
      const widths = Array.from({ length: 4000 }, (_, i) => Math.exp(-1.5 + i / 1000));
      const least = Math.min(...widths.map((r) => (slope - 1) * r + r * Math.exp(1 / r)));
      const most = Math.max(...widths.map((r) => atBound(r, slope)));
      const sigma = 1 / (1 + Math.exp(-least));
      expect(most).toBeCloseTo(1 / (2 * (sigma ** 2 + (1 - sigma) ** 2)), 10);
    }
  });

  test('theorems B.8 and B.9: the 2PL as a bound goes to infinity', () => {
    const from = layoutOf('irt_2pl(x, d1, d3)');
    fc.assert(
      fc.property(places, places, slopes, (theta, bound, slope) => {
        const wanted = logHalves(from, { x: theta, d1: bound, d3: slope });
        const found = band(theta, bound, bound + 1e9, slope);
        expect(found.lnP).toBeCloseTo(wanted.lnP, 7);
        expect(found.lnComplement).toBeCloseTo(wanted.lnComplement, 7);
      }),
    );
  });

  test('with an infinite bound is exactly the 2PL', () => {
    const below = layoutOf('band(x, d1, inf, d3)');
    const above = layoutOf('band(x, -inf, d1, slope = d3)');
    const named = layoutOf('band(slope = d3, upper = d1, lower = -inf, theta = x)');
    const rising = layoutOf('irt_2pl(x, d1, d3)');
    const falling = layoutOf('irt_2pl(d1, x, d3)');
    fc.assert(
      fc.property(places, places, slopes, (x, d1, d3) => {
        expect(logHalves(below, { x, d1, d3 })).toEqual(logHalves(rising, { x, d1, d3 }));
        expect(logHalves(above, { x, d1, d3 })).toEqual(logHalves(falling, { x, d1, d3 }));
        expect(logHalves(named, { x, d1, d3 })).toEqual(logHalves(falling, { x, d1, d3 }));
      }),
    );
    expect(logHalves(layoutOf('band(x, d1, inf)'), { x: 2, d1: 1 }).lnP).toBe(
      logHalves(layoutOf('irt_2pl(x, d1, 1)'), { x: 2, d1: 1 }).lnP,
    );
  });

  test('is finite down to widths of 1e-3, and where there is none', () => {
    const widths = fc.double({ min: -3, max: 3, noNaN: true }).map((x) => 10 ** x);
    fc.assert(
      fc.property(places, places, widths, slopes, (theta, middle, width, slope) => {
        const { lnP, lnComplement } = band(theta, middle - width / 2, middle + width / 2, slope);
        expect(Number.isFinite(lnP) && Number.isFinite(lnComplement)).toBe(true);
      }),
    );
    for (const upper of [1, 0.5]) {
      const { lnP, lnComplement } = band(0.8, 1, upper, 1);
      expect(Number.isFinite(lnP) && Number.isFinite(lnComplement)).toBe(true);
    }
  });
});
