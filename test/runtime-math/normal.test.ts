/** The runtime's normal distribution function. */
import { beforeAll, describe, expect, test } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { exactNormalCdf } from './exact-real.ts';
import { worst } from './lanes.ts';
import { between, bothSigns, SPECIAL, scales } from './points.ts';

describe('the normal distribution function', () => {
  let normalCdf: (x: number) => number;
  beforeAll(async () => {
    const { exports } = await compileRuntime(`export { normalCdf } from './runtime/math/normal';`);
    ({ normalCdf } = exports as unknown as { normalCdf: typeof normalCdf });
  });

  const tail = [...between(-38.6, -37, 1000), ...between(-38.6, 0, 4000), ...between(-8, 0, 4000)];

  test('is within 6.5 ulp in the whole lower tail, down through the subnormals', () => {
    expect(worst(tail, normalCdf, exactNormalCdf).ulps).toBeLessThan(6.5);
  });

  test('is within 3.5 ulp from −½ to 0 and 2.5 ulp above', () => {
    const small = scales(-70, -1, 500);
    const below = [...between(-0.5, 0, 3000), ...small.map((x) => -x)];
    const above = [...between(0, 9, 3000), ...small];
    expect(worst(below, normalCdf, exactNormalCdf).ulps).toBeLessThan(3.5);
    expect(worst(above, normalCdf, exactNormalCdf).ulps).toBeLessThan(2.5);
  });

  test('never decreases by more than rounding', () => {
    const steps = [...bothSigns(between(0, 40, 3000)), ...bothSigns(between(0, 4, 3000))].sort(
      (a, b) => a - b,
    );
    const values = steps.map(normalCdf);
    // What rounding takes from one of two close neighbours is at most as much as the errors of both.
    for (const [index, value] of values.entries()) {
      if (index > 0) expect(value).toBeGreaterThanOrEqual(values[index - 1]! * (1 - 1e-15));
    }
  });

  test('has the values of tables of high precision', () => {
    // From 40 digits of ½ erfc(-x/√2).
    expect(normalCdf(-1)).toBeCloseTo(0.15865525393145705, 16);
    expect(normalCdf(-5) / 2.866515718791939e-7).toBeCloseTo(1, 15);
    expect(normalCdf(-20) / 2.7536241186062337e-89).toBeCloseTo(1, 15);
    expect(normalCdf(-37) / 5.725571222524577e-300).toBeCloseTo(1, 15);
  });

  test('has its limits at the special values', () => {
    expect([0, -0].map(normalCdf)).toStrictEqual([0.5, 0.5]);
    expect([-39, -1e300, Number.NEGATIVE_INFINITY].map(normalCdf)).toStrictEqual([0, 0, 0]);
    expect([9, 39, 1e300, Number.POSITIVE_INFINITY].map(normalCdf)).toStrictEqual([1, 1, 1, 1]);
    expect(normalCdf(-38.46)).toBe(5e-324);
    expect(SPECIAL.map(normalCdf).map(Number.isNaN)).toStrictEqual(SPECIAL.map(Number.isNaN));
  });
});
