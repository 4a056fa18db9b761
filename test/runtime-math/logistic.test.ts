/** The runtime's logistic function and its logarithm. */
import { beforeAll, describe, expect, test } from 'vitest';
import { exactLogistic, exactLogLogistic } from './exact-real.ts';
import { compileLanes, expectLanesEqualScalar, type Lanes, worst } from './lanes.ts';
import { between, bothSigns, SPECIAL, scales } from './points.ts';

const points = [
  ...between(-746, 746, 6000),
  ...between(-40, 40, 4000),
  ...between(-5, 5, 6000),
  ...bothSigns(scales(-70, 2, 1500)),
];
const lowest = between(-746, -707, 2000);

let logistic: Lanes;
let logLogistic: Lanes;
beforeAll(async () => {
  ({ logistic, logLogistic } = await compileLanes('math/logistic', { logistic: 1, logLogistic: 1 }));
});

describe('logistic', () => {
  test('is within 2.5 ulp in both tails, down through the subnormals', () => {
    expect(worst([...points, ...lowest], logistic.scalar, exactLogistic).ulps).toBeLessThan(2.5);
  });

  test('is exactly 0, ½ and 1 where it must be, and never NaN but of NaN', () => {
    expect([0, -0].map((x) => logistic.scalar(x))).toStrictEqual([0.5, 0.5]);
    expect(logistic.scalar(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(logistic.scalar(-Number.MAX_VALUE)).toBe(0);
    expect(logistic.scalar(-745)).toBe(5e-324);
    expect(logistic.scalar(Number.MAX_VALUE)).toBe(1);
    expect(logistic.scalar(Number.POSITIVE_INFINITY)).toBe(1);
    expect(logistic.scalar(Number.NaN)).toBeNaN();
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    expectLanesEqualScalar(
      logistic,
      [...points, ...lowest, ...SPECIAL, ...SPECIAL].map((x) => [x]),
    );
  });
});

describe('logLogistic', () => {
  test('is within 2 ulp in both tails', () => {
    expect(worst([...points, ...lowest], logLogistic.scalar, exactLogLogistic).ulps).toBeLessThan(2);
  });

  test('has its limits at the special values', () => {
    expect(logLogistic.scalar(0)).toBe(-Math.LN2);
    expect(logLogistic.scalar(-1e300)).toBe(-1e300);
    expect(logLogistic.scalar(Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
    expect(Math.abs(logLogistic.scalar(Number.POSITIVE_INFINITY))).toBe(0);
    expect(logLogistic.scalar(Number.NaN)).toBeNaN();
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    expectLanesEqualScalar(
      logLogistic,
      [...points, ...lowest, ...SPECIAL, ...SPECIAL].map((x) => [x]),
    );
  });
});
