/** The runtime's logarithm of one more than a number. */
import { beforeAll, describe, expect, test } from 'vitest';
import { exactLog1p, real } from './exact-real.ts';
import { compileLanes, expectLanesEqualScalar, type Lanes, worst } from './lanes.ts';
import { between, bothSigns, SPECIAL, scales } from './points.ts';

describe('log1p', () => {
  let log1p: Lanes;
  beforeAll(async () => {
    ({ log1p } = await compileLanes('math/log', { log1p: 1 }));
  });

  const points = [
    ...bothSigns(scales(-1074, -1, 6000)),
    ...scales(-1, 1024, 3000),
    ...between(-1, 3, 6000),
    ...scales(-53, -1, 2000).map((x) => x - 1),
  ];

  test('is within 0.9 ulp, also where 1 + x is 1 or nearly 0', () => {
    expect(worst(points, log1p.scalar, (x) => exactLog1p(real(x))).ulps).toBeLessThan(0.9);
  });

  test('has its limits at the special values and keeps the sign of zero', () => {
    expect([0, -0].map((x) => log1p.scalar(x))).toStrictEqual([0, -0]);
    expect(log1p.scalar(-1)).toBe(Number.NEGATIVE_INFINITY);
    expect(log1p.scalar(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    const undefinedAt = [-1 - 2 ** -52, -2, Number.NEGATIVE_INFINITY, Number.NaN];
    expect(undefinedAt.filter((x) => !Number.isNaN(log1p.scalar(x)))).toStrictEqual([]);
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    expectLanesEqualScalar(
      log1p,
      [...points, ...SPECIAL, ...SPECIAL].map((x) => [x]),
    );
  });
});
