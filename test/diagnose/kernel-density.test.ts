import { describe, expect, it } from 'vitest';
import { kernelDensity } from '../../statistics/kernel-density.ts';

const OPEN = { lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY };

/** Quantiles of a distribution: draws without chance. */
function evenly(count: number, quantile: (p: number) => number): Float64Array {
  return Float64Array.from({ length: count }, (_, place) => quantile((place + 0.5) / count)).sort();
}

function grid(lo: number, hi: number, steps = 400): Float64Array {
  return Float64Array.from({ length: steps + 1 }, (_, place) => lo + ((hi - lo) * place) / steps);
}

function mass(density: Float64Array, at: Float64Array): number {
  const width = at[1]! - at[0]!;
  return (
    width * density.reduce((sum, each, place) => sum + each * (place % density.length === 0 ? 0.5 : 1), 0)
  );
}

describe('the density of draws', () => {
  it('is the sum of Gaussian kernels of Silverman’s width', () => {
    // The quartiles of type 7 are 2.625 and 4.375.
    const draws = Float64Array.of(1, 2, 2.5, 3, 3.2, 3.3, 4, 4.5, 5, 9).sort();
    const sd = Math.sqrt(draws.reduce((sum, each) => sum + (each - 3.75) ** 2, 0) / 9);
    const width = 0.9 * Math.min(sd, (4.375 - 2.625) / 1.34) * 10 ** -0.2;
    const exact = (x: number) =>
      draws.reduce((sum, each) => sum + Math.exp(-0.5 * ((x - each) / width) ** 2), 0) /
      (10 * width * Math.sqrt(2 * Math.PI));
    const found = kernelDensity(draws, [0, 2, 4, 6], OPEN)!;
    for (const [place, x] of [0, 2, 4, 6].entries()) expect(found[place]).toBeCloseTo(exact(x), 7);
  });

  it('has all of its mass between the ends, and as much at an end as the draws have', () => {
    const draws = evenly(2000, (p) => p);
    const at = grid(0, 1);
    const density = kernelDensity(draws, at, { lo: 0, hi: 1 })!;
    expect(mass(density, at)).toBeCloseTo(1, 2);
    expect(density[0]).toBeCloseTo(1, 1);
    const without = kernelDensity(draws, at, OPEN)!;
    expect(without[0]).toBeCloseTo(0.5, 1);
  });

  it('is 0 beyond the ends', () => {
    expect([
      ...kernelDensity(
        evenly(100, (p) => p),
        [-0.1, 1.1],
        { lo: 0, hi: 1 },
      )!,
    ]).toEqual([0, 0]);
  });

  it('is there where most draws are the same number, and not where all are', () => {
    const most = Float64Array.from({ length: 100 }, (_, place) => (place < 80 ? 1 : 1 + place / 100)).sort();
    expect(kernelDensity(most, [1], OPEN)![0]).toBeGreaterThan(0);
    expect(kernelDensity(new Float64Array(10).fill(3), [3], OPEN)).toBeNull();
  });
});
