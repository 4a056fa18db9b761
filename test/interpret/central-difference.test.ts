import { describe, expect, test } from 'vitest';
import { centralDifference } from '../central-difference.ts';
import { expectSlopes } from '../expect-slopes.ts';

describe('centralDifference', () => {
  test('finds the gradient of a smooth function to ten digits', () => {
    const gradient = centralDifference((x) => Math.exp(x[0]!) * Math.sin(3 * x[1]!), [0.7, -1.1]);
    expect(gradient[0]!.value).toBeCloseTo(Math.exp(0.7) * Math.sin(-3.3), 10);
    expect(gradient[1]!.value).toBeCloseTo(3 * Math.exp(0.7) * Math.cos(-3.3), 10);
  });

  test('estimates its own error', () => {
    for (const x of [-3, 0.001, 0.2, 5]) {
      const [found] = centralDifference((at) => Math.tanh(20 * at[0]!), [x]);
      const exact = 20 / Math.cosh(20 * x) ** 2;
      expect(Math.abs(found!.value - exact)).toBeLessThanOrEqual(10 * found!.error);
    }
  });

  test('takes smaller steps where the function has no value', () => {
    const [found] = centralDifference((x) => (x[0]! < 0 ? -Infinity : Math.log(x[0]!)), [1e-4]);
    expect(found!.value / 1e4).toBeCloseTo(1, 9);
  });

  test('leaves the point it is given alone', () => {
    const point = [1, 2];
    centralDifference((x) => x[0]! * x[1]!, point);
    expect(point).toEqual([1, 2]);
  });

  test('has no derivative where the function has no value nearby', () => {
    const [found] = centralDifference(() => Number.NaN, [1]);
    expect(found!.value).toBeNaN();
  });
});

describe('slopes that are expected', () => {
  const size = 30;
  const point = Array.from({ length: size }, (_, index) => Math.cos(3 * index));
  const meaning = (at: ArrayLike<number>) =>
    Array.from(at).reduce((sum, x, index) => sum + Math.sin(x) * (1 + (index % 4)), 0);
  const slopes = point.map((x, index) => Math.cos(x) * (1 + (index % 4)));

  test('are those of the function', () => {
    expectSlopes(slopes, meaning, point);
  });

  test('are refused where any one of them is wrong, or missing', () => {
    for (let wrong = 0; wrong < size; wrong++) {
      for (const shift of [1e-3, -1e-3]) {
        const mistaken = slopes.map((slope, index) => (index === wrong ? slope + shift : slope));
        expect(() => expectSlopes(mistaken, meaning, point)).toThrow();
      }
    }
    expect(() => expectSlopes(slopes.slice(1), meaning, point)).toThrow();
    expect(() => expectSlopes([Number.NaN, ...slopes.slice(1)], meaning, point)).toThrow();
  });
});
