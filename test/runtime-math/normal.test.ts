/** The runtime's normal distribution function. */
import { beforeAll, describe, expect, test } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { exactExp, exactNormalCdf, type Real, real } from './exact-real.ts';
import { compileLanes, expectLanesEqualScalar, type Lanes, worst } from './lanes.ts';
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

describe('the parts of the normal distribution function', () => {
  let lanes: Record<'normalKernel' | 'normalTail', Lanes>;
  let normalCdf: (x: number) => number;
  beforeAll(async () => {
    lanes = await compileLanes('math/normal', { normalKernel: 1, normalTail: 2 });
    const { exports } = await compileRuntime(`export { normalCdf } from './runtime/math/normal';`);
    ({ normalCdf } = exports as unknown as { normalCdf: typeof normalCdf });
  });

  const points = [
    ...bothSigns(between(0, 8, 3000)),
    ...bothSigns(between(37, 40, 1000)),
    ...bothSigns(scales(-70, 6, 1000)),
    ...SPECIAL,
  ];
  const tail = (x: number) => lanes.normalTail.scalar(x, lanes.normalKernel.scalar(x));

  /** e^(-x²/2), the square being exact. */
  const exactKernel = (x: number): Real => {
    const { mantissa, exponent } = real(x);
    return exactExp({ mantissa: -mantissa * mantissa, exponent: 2 * exponent - 1 });
  };

  test('the kernel is within 1 ulp, also where the rounding of the square is magnified most', () => {
    const near = [...bothSigns(between(0, 6, 3000)), ...between(6, 38.6, 3000), ...scales(-70, -1, 300)];
    expect(worst(near, (x) => lanes.normalKernel.scalar(x), exactKernel).ulps).toBeLessThan(1);
  });

  test('the tail is the same on both sides of 0, and the distribution function is made of it', () => {
    for (const x of points) {
      expect(tail(x)).toBe(tail(-x));
      expect(normalCdf(x)).toBe(x < 0 ? tail(x) : 1 - tail(x));
    }
  });

  test('both are 0 far out, and NaN of NaN alone', () => {
    const far = bothSigns([39, 1e100, 1e200, Number.MAX_VALUE, Number.POSITIVE_INFINITY]);
    expect(far.map((x) => lanes.normalKernel.scalar(x))).toStrictEqual(far.map(() => 0));
    expect(far.map(tail)).toStrictEqual(far.map(() => 0));
    expect([lanes.normalKernel.scalar(0), tail(0), tail(-0)]).toStrictEqual([1, 0.5, 0.5]);
    expect([lanes.normalKernel.scalar(Number.NaN), tail(Number.NaN)]).toStrictEqual([Number.NaN, Number.NaN]);
  });

  test('each lane has the bits of the scalar form, whatever is in the other', () => {
    expectLanesEqualScalar(
      lanes.normalKernel,
      points.map((x) => [x]),
    );
    expectLanesEqualScalar(
      lanes.normalTail,
      points.map((x) => [x, lanes.normalKernel.scalar(x)]),
    );
  });
});
