/** The runtime's exponential function. */
import { beforeAll, describe, expect, test } from 'vitest';
import { exactExp, real } from './exact-real.ts';
import { compileLanes, expectLanesEqualScalar, type Lanes, worst } from './lanes.ts';
import { between, bothSigns, SPECIAL, scales } from './points.ts';

describe('exp', () => {
  let exp: Lanes;
  beforeAll(async () => {
    ({ exp } = await compileLanes('math/exp', { exp: 1 }));
  });

  const ordinary = [
    ...between(-708, 709.78, 8000),
    ...between(-1, 1, 6000),
    ...bothSigns(scales(-60, 3, 2000)),
  ];
  const subnormal = between(-746, -707, 2000);
  const breaks = Array.from({ length: 2000 }, (_, i) => (i - 1000 + 0.5) * Math.LN2 * 1.0000000000000002);

  test('is within 0.75 ulp over the normal range, also where the reduction changes', () => {
    const points = [...ordinary, ...breaks];
    expect(worst(points, exp.scalar, (x) => exactExp(real(x))).ulps).toBeLessThan(0.75);
  });

  test('is within 1 ulp as it sinks through the subnormals to 0', () => {
    expect(worst(subnormal, exp.scalar, (x) => exactExp(real(x))).ulps).toBeLessThan(1);
  });

  test('overflows and underflows exactly where the true value does', () => {
    expect(exp.scalar(709.782712893384)).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(exp.scalar(709.7827128933841)).toBe(Number.POSITIVE_INFINITY);
    expect(exp.scalar(-745.1332191019411)).toBe(5e-324);
    expect(exp.scalar(-745.1332191019412)).toBe(0);
  });

  test('has the limits of the exponential at the special values', () => {
    expect([0, -0, 1, 5e-324, -5e-324].map((x) => exp.scalar(x))).toStrictEqual([1, 1, Math.E, 1, 1]);
    expect(exp.scalar(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(exp.scalar(Number.MAX_VALUE)).toBe(Number.POSITIVE_INFINITY);
    expect(exp.scalar(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(exp.scalar(-Number.MAX_VALUE)).toBe(0);
    expect(exp.scalar(Number.NaN)).toBeNaN();
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    expectLanesEqualScalar(
      exp,
      [...ordinary, ...subnormal, ...SPECIAL, ...SPECIAL].map((x) => [x]),
    );
  });
});
