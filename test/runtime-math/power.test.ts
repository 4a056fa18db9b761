/** The runtime's power function. */
import { beforeAll, describe, expect, test } from 'vitest';
import { exactPower, ulps } from './exact-real.ts';
import { compileLanes, expectLanesEqualScalar, type Lanes } from './lanes.ts';
import { between, bothSigns, draws, SPECIAL, scales } from './points.ts';

describe('power', () => {
  let power: Lanes;
  beforeAll(async () => {
    ({ power } = await compileLanes('math/power', { power: 2 }));
  });

  const worstUlps = (pairs: (readonly [number, number])[]) =>
    Math.max(...pairs.map(([x, y]) => ulps(power.scalar(x, y), exactPower(x, y))));

  const moderate = between(0, 5, 8000).map((x, i) => [x, between(-20, 20, 8000, 5)[0]! + (i % 40)] as const);
  /** Pairs whose power is anything from the least subnormal to the largest number, for bases of every size. */
  const reaching = [
    ...scales(-1074, 1024, 4000),
    ...bothSigns(scales(-48, -3, 3000)).map((x) => 1 + x),
    ...between(0.5, 2, 3000),
  ]
    .filter((x) => x !== 1)
    .map((x, i) => [x, draws(1, i + 11, (uniform) => (uniform() - 0.512) * 1454)[0]! / Math.log(x)] as const);

  test('is within 0.85 ulp for moderate bases and exponents', () => {
    expect(worstUlps(moderate)).toBeLessThan(0.85);
  });

  test('is within 0.85 ulp however large the exponent and however near the base is to 1, 1 in the subnormals', () => {
    const ordinary = reaching.filter(([x, y]) => Math.abs(y * Math.log(x)) < 707);
    const rest = reaching.filter(([x, y]) => Math.abs(y * Math.log(x)) >= 707);
    expect(rest.length).toBeGreaterThan(100);
    expect(worstUlps(ordinary)).toBeLessThan(0.85);
    expect(worstUlps(rest)).toBeLessThan(1);
  });

  test('is exact for whole powers that are exact', () => {
    const exact = [1, 2, 3, 5, 10, 0.5, 0.25, 1.5].flatMap((x) =>
      [1, 2, 3, 4, 5].map((n) => [x, n] as const),
    );
    const product = (x: number, n: number) => Array.from({ length: n }, () => x).reduce((a, b) => a * b);
    expect(exact.filter(([x, n]) => power.scalar(x, n) !== product(x, n))).toStrictEqual([]);
    expect(exact.filter(([x, n]) => power.scalar(-x, n) !== product(-x, n))).toStrictEqual([]);
  });

  test('follows the conventions of C99 at every pair of special values', () => {
    const odd = (y: number) => Number.isInteger(y) && Math.abs(y % 2) === 1;
    const convention = (x: number, y: number): number => {
      if (x === 1 || y === 0) return 1;
      if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
      if (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY) return 1;
      if (x < 0 && Number.isFinite(x) && Number.isFinite(y) && !Number.isInteger(y)) return Number.NaN;
      const sign = odd(y) && (x < 0 || Object.is(x, -0)) ? -1 : 1;
      return sign * Math.abs(x) ** y;
    };
    const wrong = SPECIAL.flatMap((x) => SPECIAL.map((y) => [x, y] as const)).filter(([x, y]) => {
      const [is, should] = [power.scalar(x, y), convention(x, y)];
      return !(Object.is(is, should) || (should !== 0 && Math.abs(is / should - 1) < 1e-15));
    });
    expect(wrong).toStrictEqual([]);
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    const special = SPECIAL.flatMap((x) => SPECIAL.map((y) => [x, y]));
    expectLanesEqualScalar(power, [...moderate, ...reaching, ...special]);
  });
});
