/** The runtime's logarithms of a number and of a probability with its complement. */
import { beforeAll, describe, expect, test } from 'vitest';
import { exactLog, exactLog1p, real, ulps } from './exact-real.ts';
import { compileLanes, expectLanesEqualScalar, type Lanes, worst } from './lanes.ts';
import { between, bothSigns, SPECIAL, scales } from './points.ts';

const nearOne = bothSigns(scales(-52, -2, 4000)).map((x) => 1 + x);
const nearRootHalf = between(0.7, 0.715, 3000);

let log: Lanes;
let logProbability: Lanes;
beforeAll(async () => {
  ({ log, logProbability } = await compileLanes('math/log', { log: 1, logProbability: 2 }));
});

describe('log', () => {
  const ordinary = [...scales(-1022, 1024, 6000), ...between(0.4, 3, 6000), ...nearOne, ...nearRootHalf];
  const subnormal = scales(-1074, -1022, 2000);

  test('is within 0.9 ulp over the whole range, subnormals too', () => {
    const points = [...ordinary, ...nearRootHalf.map((x) => 2 * x), ...subnormal, Number.MAX_VALUE, 5e-324];
    expect(worst(points, log.scalar, (x) => exactLog(real(x))).ulps).toBeLessThan(0.9);
  });

  test('has the limits of the logarithm at the special values', () => {
    expect(log.scalar(1)).toBe(0);
    expect(log.scalar(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log.scalar(-0)).toBe(Number.NEGATIVE_INFINITY);
    expect(log.scalar(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    const undefinedAt = [-5e-324, -1e-310, -1, -Number.MAX_VALUE, Number.NEGATIVE_INFINITY, Number.NaN];
    expect(undefinedAt.filter((x) => !Number.isNaN(log.scalar(x)))).toStrictEqual([]);
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    expectLanesEqualScalar(
      log,
      [...ordinary, ...subnormal, ...SPECIAL, ...SPECIAL].map((x) => [x]),
    );
  });
});

describe('logProbability', () => {
  const small = scales(-1074, -1, 6000).map((p) => [p, 1 - p] as const);
  const large = scales(-1074, -1.8, 6000).map((q) => [1 - q, q] as const);

  test('is within 0.9 ulp of ln p for p near 0', () => {
    const errors = small.map(([p, q]) => ulps(logProbability.scalar(p, q), exactLog(real(p))));
    expect(Math.max(...errors)).toBeLessThan(0.9);
  });

  test('is within 0.9 ulp of ln(1 - q) for the smallest of complements q, where p itself is 1', () => {
    const errors = large.map(([p, q]) => ulps(logProbability.scalar(p, q), exactLog1p(real(-q))));
    expect(Math.max(...errors)).toBeLessThan(0.9);
    expect(logProbability.scalar(1, 1e-300)).toBe(-1e-300);
    expect(logProbability.scalar(1, 5e-324)).toBe(-5e-324);
  });

  test('is -Infinity for impossible, 0 for certain', () => {
    expect(logProbability.scalar(0, 1)).toBe(Number.NEGATIVE_INFINITY);
    expect(logProbability.scalar(1, 0)).toBe(0);
    expect(logProbability.scalar(Number.NaN, 0.5)).toBeNaN();
  });

  test('is the plain logarithm where the complement is exact', () => {
    const different = nearOne.filter((x) => x < 1 && logProbability.scalar(x, 1 - x) !== log.scalar(x));
    expect(different).toStrictEqual([]);
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    expectLanesEqualScalar(logProbability, [...small, ...large, [0, 1], [1, 0], [Number.NaN, Number.NaN]]);
  });
});
