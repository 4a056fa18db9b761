/** The runtime's exponential less one. */
import { beforeAll, describe, expect, test } from 'vitest';
import { exactExpm1, real } from './exact-real.ts';
import { compileLanes, expectLanesEqualScalar, type Lanes, worst } from './lanes.ts';
import { between, bothSigns, SPECIAL, scales } from './points.ts';

describe('expm1', () => {
  let expm1: Lanes;
  beforeAll(async () => {
    ({ expm1 } = await compileLanes('math/exp', { expm1: 1 }));
  });

  const points = [...bothSigns(scales(-1074, 5, 6000)), ...between(-60, 700, 6000), ...between(-2, 2, 6000)];

  test('is within 3 ulp, also where e^x is nearly 1', () => {
    expect(worst(points, expm1.scalar, (x) => exactExpm1(real(x))).ulps).toBeLessThan(3);
  });

  test('has its limits at the special values and keeps the sign of zero', () => {
    expect([0, -0].map((x) => expm1.scalar(x))).toStrictEqual([0, -0]);
    expect(expm1.scalar(Number.NEGATIVE_INFINITY)).toBe(-1);
    expect(expm1.scalar(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(expm1.scalar(Number.NaN)).toBeNaN();
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    expectLanesEqualScalar(
      expm1,
      [...points, ...SPECIAL, ...SPECIAL].map((x) => [x]),
    );
  });
});
