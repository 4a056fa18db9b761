/** The runtime's log gamma and digamma functions. */
import { beforeAll, describe, expect, test } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { exactDigamma, exactLogGamma, mixedError } from './exact-real.ts';
import { compileLanes } from './lanes.ts';
import { between, scales } from './points.ts';

describe('the gamma function', () => {
  let logGamma: (x: number) => number;
  let digamma: (x: number) => number;
  beforeAll(async () => {
    const { exports } = await compileRuntime(`export { logGamma, digamma } from './runtime/math/gamma';`);
    ({ logGamma, digamma } = exports as unknown as { logGamma: typeof logGamma; digamma: typeof digamma });
  });

  const points = [
    ...between(0, 12, 1500),
    ...between(10, 300, 300),
    ...scales(-60, 60, 300),
    0.5,
    1.5,
    9,
    10,
  ];

  test('has a logarithm within 1e-14, relative where that is large', () => {
    const errors = points.map((x) => mixedError(logGamma(x), exactLogGamma(x)));
    expect(Math.max(...errors)).toBeLessThan(1e-14);
  });

  test('has a digamma within 2e-15, relative where that is large', () => {
    const errors = points.map((x) => mixedError(digamma(x), exactDigamma(x)));
    expect(Math.max(...errors)).toBeLessThan(2e-15);
  });

  test('is the same in both lanes of a pair', async () => {
    const lanes = await compileLanes('math/gamma', { logGamma: 1, digamma: 1 });
    for (const { scalar, first, second } of Object.values(lanes)) {
      for (const x of [...points, 0, -1, Number.POSITIVE_INFINITY]) {
        expect(first(x, 3)).toBe(scalar(x));
        expect(second(3, x)).toBe(scalar(x));
      }
    }
  });

  test('is a factorial at whole numbers', () => {
    let logFactorial = 0;
    for (let n = 1; n <= 30; n++) {
      logFactorial += Math.log(n);
      expect(logGamma(n + 1)).toBeCloseTo(logFactorial, 12);
    }
    expect([1, 2].map(logGamma)).toStrictEqual([0, 0]);
  });

  test('has its limits at the ends of its domain', () => {
    expect([0, Number.POSITIVE_INFINITY].map(logGamma)).toStrictEqual([Infinity, Infinity]);
    expect([0, Number.POSITIVE_INFINITY].map(digamma)).toStrictEqual([-Infinity, Infinity]);
    expect([-1, -0.5, Number.NaN].map(logGamma)).toStrictEqual([NaN, NaN, NaN]);
    expect([-1, -0.5, Number.NaN].map(digamma)).toStrictEqual([NaN, NaN, NaN]);
    expect(logGamma(5e-324)).toBeCloseTo(744.4400719213812, 10);
  });
});
