import { describe, expect, it } from 'vitest';
import { differentiate } from '../../statistics/extrapolate.ts';

describe('an extrapolated derivative', () => {
  it('is good to ten digits, and says about how good', () => {
    const { values, errors } = differentiate(
      (offset) =>
        Float64Array.of(Math.exp(1 + offset), Math.sin(1 + offset), 1 / (1 + Math.exp(-30 * offset))),
      0.1,
    );
    const known = [Math.E, Math.cos(1), 7.5];
    for (const [index, value] of known.entries()) {
      const off = Math.abs(values[index]! - value);
      expect(off / value).toBeLessThan(1e-8);
      expect(off).toBeLessThanOrEqual(Math.max(10 * errors[index]!, 1e-13));
    }
    expect(Math.abs(values[0]! / Math.E - 1)).toBeLessThan(1e-11);
  });

  it('shrinks its step from where the function is not there', () => {
    const { values } = differentiate((offset) => Float64Array.of(Math.log(0.05 + offset)), 0.1);
    expect(values[0]! / 20).toBeCloseTo(1, 6);
  });

  it('is no number where the function is none', () => {
    expect(differentiate(() => Float64Array.of(Number.NaN), 0.1).values[0]).toBeNaN();
  });
});
