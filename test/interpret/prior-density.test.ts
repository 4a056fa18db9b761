import { describe, expect, test } from 'vitest';
import { probability } from '../../compiler/interpret/log-probability.ts';
import {
  type EvaluatedPrior,
  isInSupport,
  isProper,
  logPriorDensity,
} from '../../compiler/interpret/prior-density.ts';

const density = (prior: EvaluatedPrior, value: number) =>
  Math.exp(
    logPriorDensity(prior, { value, probability: prior.family === 'beta' ? probability(value) : null }),
  );

/** The midpoint rule on the interval. */
function integral(prior: EvaluatedPrior, lo: number, hi: number): number {
  const pieces = 20_000;
  const width = (hi - lo) / pieces;
  let sum = 0;
  for (let i = 0; i < pieces; i++) sum += density(prior, lo + (i + 0.5) * width) * width;
  return sum;
}

describe('the prior densities', () => {
  test('take these values by hand', () => {
    expect(density({ family: 'uniform', lo: 2, hi: 6 }, 3)).toBeCloseTo(0.25, 15);
    expect(density({ family: 'normal', mean: 3, sd: 2 }, 3)).toBeCloseTo(
      1 / (2 * Math.sqrt(2 * Math.PI)),
      15,
    );
    expect(density({ family: 'normal', mean: 3, sd: 2 }, 5)).toBeCloseTo(
      Math.exp(-0.5) / (2 * Math.sqrt(2 * Math.PI)),
      15,
    );
    expect(density({ family: 'half_normal', sd: 2 }, 2)).toBeCloseTo(
      Math.exp(-0.5) / Math.sqrt(2 * Math.PI),
      15,
    );
    expect(density({ family: 'beta', a: 2, b: 3 }, 0.25)).toBeCloseTo(12 * 0.25 * 0.75 ** 2, 13);
    expect(density({ family: 'beta', a: 1, b: 9 }, 0.1)).toBeCloseTo(9 * 0.9 ** 8, 13);
  });

  test('are normalised', () => {
    expect(integral({ family: 'uniform', lo: -1, hi: 3 }, -1, 3)).toBeCloseTo(1, 10);
    expect(integral({ family: 'normal', mean: 1, sd: 0.7 }, -10, 12)).toBeCloseTo(1, 8);
    expect(integral({ family: 'half_normal', sd: 0.7 }, 0, 10)).toBeCloseTo(1, 6);
    expect(integral({ family: 'beta', a: 2.5, b: 3.5 }, 0, 1)).toBeCloseTo(1, 7);
  });

  test('beta(1, 1) is flat up to the very ends', () => {
    const flat: EvaluatedPrior = { family: 'beta', a: 1, b: 1 };
    for (const p of [0, 1e-300, 0.5, 1]) expect(density(flat, p)).toBeCloseTo(1, 14);
  });

  test('beta(1, 9) keeps its digits where 1 − p is 1e-30', () => {
    const at = { value: 1, probability: probability(1, 1e-30) };
    expect(logPriorDensity({ family: 'beta', a: 1, b: 9 }, at)).toBeCloseTo(
      Math.log(9) + 8 * Math.log(1e-30),
      11,
    );
  });
});

describe('a support', () => {
  test('of a uniform holds its ends and nothing beyond', () => {
    const prior: EvaluatedPrior = { family: 'uniform', lo: 2, hi: 6 };
    expect([1.99, 2, 4, 6, 6.01, Number.NaN].map((x) => isInSupport(prior, x))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('of a half-normal begins at 0, of a beta lies within [0, 1], of a normal is every real', () => {
    expect([-1e-9, 0, 1e9].map((x) => isInSupport({ family: 'half_normal', sd: 1 }, x))).toEqual([
      false,
      true,
      true,
    ]);
    expect([-0.1, 0, 1, 1.1].map((x) => isInSupport({ family: 'beta', a: 1, b: 1 }, x))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([-1e300, Infinity].map((x) => isInSupport({ family: 'normal', mean: 0, sd: 1 }, x))).toEqual([
      true,
      false,
    ]);
  });
});

test('a prior with an empty interval or a scale that is not positive is improper', () => {
  const improper: EvaluatedPrior[] = [
    { family: 'uniform', lo: 1, hi: 1 },
    { family: 'uniform', lo: 2, hi: 1 },
    { family: 'uniform', lo: Number.NaN, hi: 1 },
    { family: 'uniform', lo: 0, hi: Infinity },
    { family: 'normal', mean: 0, sd: 0 },
    { family: 'normal', mean: Number.NaN, sd: 1 },
    { family: 'half_normal', sd: -1 },
    { family: 'beta', a: 0, b: 1 },
    { family: 'beta', a: 1, b: Number.NaN },
  ];
  expect(improper.filter(isProper)).toEqual([]);
});
