/** e^x as the runtime's quotient of two numbers, and the logistic function that is made from it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';
import { exactExp, exactLogistic, real } from './exact-real.ts';
import { worst } from './lanes.ts';
import { between, bothSigns, scales } from './points.ts';

const SOURCE = `
import { nearestPower, expRest, expDenominator, expNumerator } from './runtime/math/exp';
import { nearestPowerPair, expRestPair, expDenominatorPair, expNumeratorPair } from './runtime/math/exp';
export function numerator(x: f64): f64 {
  const n = nearestPower(x);
  const r = expRest(x, n);
  return expNumerator(r, expDenominator(r), n);
}
export function denominator(x: f64): f64 {
  return expDenominator(expRest(x, nearestPower(x)));
}
export function numeratorInLane(x: f64, other: f64, lane: i32): f64 {
  const pair = lane == 0 ? f64x2(x, other) : f64x2(other, x);
  const n = nearestPowerPair(pair);
  const r = expRestPair(pair, n);
  const a = expNumeratorPair(r, expDenominatorPair(r), n);
  return lane == 0 ? f64x2.extract_lane(a, 0) : f64x2.extract_lane(a, 1);
}
export function denominatorInLane(x: f64, other: f64, lane: i32): f64 {
  const pair = lane == 0 ? f64x2(x, other) : f64x2(other, x);
  const d = expDenominatorPair(expRestPair(pair, nearestPowerPair(pair)));
  return lane == 0 ? f64x2.extract_lane(d, 0) : f64x2.extract_lane(d, 1);
}`;

const points = [
  ...between(-708, 708, 6000),
  ...between(-1, 1, 4000),
  ...bothSigns(scales(-60, 3, 1500)),
  // Where the nearest power changes.
  ...Array.from({ length: 2000 }, (_, i) => (i - 1000 + 0.5) * Math.LN2 * 1.0000000000000002),
].filter((x) => Math.abs(x) <= 708);

type OfOne = (x: number) => number;
type InLane = (x: number, other: number, lane: 0 | 1) => number;

describe('the quotient', () => {
  let numerator: OfOne;
  let denominator: OfOne;
  let inLane: { readonly numerator: InLane; readonly denominator: InLane };
  beforeAll(async () => {
    const exports = (await compileRuntime(SOURCE)).exports as Record<string, unknown>;
    numerator = exports.numerator as OfOne;
    denominator = exports.denominator as OfOne;
    inLane = {
      numerator: exports.numeratorInLane as InLane,
      denominator: exports.denominatorInLane as InLane,
    };
  });

  test('is e^x to 2.5 ulp', () => {
    expect(
      worst(
        points,
        (x) => numerator(x) / denominator(x),
        (x) => exactExp(real(x)),
      ).ulps,
    ).toBeLessThan(2.5);
  });

  test('makes both shares with one division, to 4 ulp in both tails', () => {
    const reciprocal = (x: number) => 1 / (denominator(x) + numerator(x));
    expect(worst(points, (x) => numerator(x) * reciprocal(x), exactLogistic).ulps).toBeLessThan(4);
    expect(
      worst(
        points,
        (x) => denominator(x) * reciprocal(x),
        (x) => exactLogistic(-x),
      ).ulps,
    ).toBeLessThan(4);
  });

  test('has a positive normal numerator and a denominator near 2', () => {
    for (const x of points) {
      expect(numerator(x)).toBeGreaterThanOrEqual(2 ** -1022);
      expect(numerator(x)).toBeLessThan(Number.POSITIVE_INFINITY);
      expect(Math.abs(denominator(x) - 2)).toBeLessThan(0.4);
    }
  });

  test('gives in each lane of a pair the bits it gives alone', () => {
    points.forEach((x, index) => {
      const other = points[(index * 7 + 3) % points.length]!;
      for (const lane of [0, 1] as const) {
        expect(inLane.numerator(x, other, lane)).toBe(numerator(x));
        expect(inLane.denominator(x, other, lane)).toBe(denominator(x));
      }
    });
  });
});
