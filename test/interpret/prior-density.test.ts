import { describe, expect, test } from 'vitest';
import type { Ends } from '../../compiler/families/prior.ts';
import { probability } from '../../compiler/interpret/log-probability.ts';
import {
  type EvaluatedPrior,
  isInSupport,
  isProper,
  logPriorDensity,
} from '../../compiler/interpret/priors.ts';
import { AS_IT_IS, transform } from '../../compiler/interpret/transform.ts';

const density = (prior: EvaluatedPrior, value: number) =>
  Math.exp(
    logPriorDensity(prior, { value, probability: prior.family === 'beta' ? probability(value) : null }),
  );

/** ln(Φ(31) − Φ(30)), from 60 digits. */
const LN_TAIL = -454.32124395634327;

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
    expect(density({ family: 'uniform', parameters: { lo: 2, hi: 6 } }, 3)).toBeCloseTo(0.25, 15);
    expect(density({ family: 'normal', parameters: { mean: 3, sd: 2 } }, 3)).toBeCloseTo(
      1 / (2 * Math.sqrt(2 * Math.PI)),
      15,
    );
    expect(density({ family: 'normal', parameters: { mean: 3, sd: 2 } }, 5)).toBeCloseTo(
      Math.exp(-0.5) / (2 * Math.sqrt(2 * Math.PI)),
      15,
    );
    expect(density({ family: 'half_normal', parameters: { sd: 2 } }, 2)).toBeCloseTo(
      Math.exp(-0.5) / Math.sqrt(2 * Math.PI),
      15,
    );
    expect(density({ family: 'beta', parameters: { a: 2, b: 3 } }, 0.25)).toBeCloseTo(
      12 * 0.25 * 0.75 ** 2,
      13,
    );
    expect(density({ family: 'beta', parameters: { a: 1, b: 9 } }, 0.1)).toBeCloseTo(9 * 0.9 ** 8, 13);
  });

  test('are normalised', () => {
    expect(integral({ family: 'uniform', parameters: { lo: -1, hi: 3 } }, -1, 3)).toBeCloseTo(1, 10);
    expect(integral({ family: 'normal', parameters: { mean: 1, sd: 0.7 } }, -10, 12)).toBeCloseTo(1, 8);
    expect(integral({ family: 'half_normal', parameters: { sd: 0.7 } }, 0, 10)).toBeCloseTo(1, 6);
    expect(integral({ family: 'beta', parameters: { a: 2.5, b: 3.5 } }, 0, 1)).toBeCloseTo(1, 7);
  });

  test('beta(1, 1) is flat up to the very ends', () => {
    const flat: EvaluatedPrior = { family: 'beta', parameters: { a: 1, b: 1 } };
    for (const p of [0, 1e-300, 0.5, 1]) expect(density(flat, p)).toBeCloseTo(1, 14);
  });

  test('beta(1, 9) keeps its digits where 1 − p is 1e-30', () => {
    const at = { value: 1, probability: probability(1, 1e-30) };
    expect(logPriorDensity({ family: 'beta', parameters: { a: 1, b: 9 } }, at)).toBeCloseTo(
      Math.log(9) + 8 * Math.log(1e-30),
      11,
    );
  });
});

/** Every family, with an independent formula of its density up to a factor, and the whole of its support. */
const FAMILIES: readonly {
  readonly prior: EvaluatedPrior;
  readonly shape: (x: number) => number;
}[] = [
  {
    prior: { family: 'normal', parameters: { mean: 1, sd: 0.7 } },
    shape: (x) => Math.exp(-((x - 1) ** 2) / 0.98),
  },
  {
    prior: { family: 'half_normal', parameters: { sd: 0.7 } },
    shape: (x) => Math.exp(-(x ** 2) / 0.98),
  },
  {
    prior: { family: 'lognormal', parameters: { mu: 0.3, sigma: 0.5 } },
    shape: (x) => Math.exp(-2 * (Math.log(x) - 0.3) ** 2) / x,
  },
  { prior: { family: 'exponential', parameters: { rate: 1.5 } }, shape: (x) => Math.exp(-1.5 * x) },
  {
    prior: { family: 'cauchy', parameters: { location: 1, scale: 0.5 } },
    shape: (x) => 1 / (1 + 4 * (x - 1) ** 2),
  },
  { prior: { family: 'half_cauchy', parameters: { scale: 0.5 } }, shape: (x) => 1 / (1 + 4 * x ** 2) },
  {
    prior: { family: 'gamma', parameters: { shape: 2.5, rate: 3 } },
    shape: (x) => x ** 1.5 * Math.exp(-3 * x),
  },
  {
    prior: { family: 'inv_gamma', parameters: { shape: 2.5, scale: 3 } },
    shape: (x) => x ** -3.5 * Math.exp(-3 / x),
  },
  {
    prior: { family: 'student_t', parameters: { df: 3, location: 1, scale: 0.5 } },
    shape: (x) => (1 + (4 / 3) * (x - 1) ** 2) ** -2,
  },
  {
    prior: { family: 'half_student_t', parameters: { df: 3, scale: 0.5 } },
    shape: (x) => (1 + (4 / 3) * x ** 2) ** -2,
  },
  {
    prior: { family: 'scaled_beta', parameters: { a: 2.5, b: 3.5, lo: -1, hi: 3 } },
    shape: (x) => (x + 1) ** 1.5 * (3 - x) ** 2.5,
  },
];

const RANGES: readonly Ends<number>[] = [
  { lo: 0.5, hi: 2 },
  { lo: 0.25, hi: null },
  { lo: null, hi: 1.75 },
];

const truncations: EvaluatedPrior[] = FAMILIES.flatMap(({ prior }) =>
  RANGES.map((truncation) => ({ ...prior, truncation })),
);

/** Of the density over the whole line, on the scale where the tails are light: ∫ p(x(u)) |dx/du| du. */
function wholeIntegral(prior: EvaluatedPrior): number {
  const pieces = 20_000;
  const width = 120 / pieces;
  let sum = 0;
  for (let i = 0; i < pieces; i++) {
    const at = transform(
      prior,
      { isProbability: false, isNonCentred: false, standard: AS_IT_IS },
      -60 + (i + 0.5) * width,
    );
    const logDensity = logPriorDensity(prior, at) + at.logJacobian;
    if (!Number.isNaN(logDensity)) sum += Math.exp(logDensity) * width;
  }
  return sum;
}

const title = (prior: EvaluatedPrior) => {
  const { lo, hi } = prior.truncation ?? {};
  return prior.truncation === undefined
    ? prior.family
    : `${prior.family} from ${lo ?? '-inf'} to ${hi ?? 'inf'}`;
};

describe('the density of a family', () => {
  test.each(FAMILIES.map((each) => [title(each.prior), each] as const))(
    'has its form: %s',
    (_, { prior, shape }) => {
      for (const [x, y] of [
        [0.2, 0.9],
        [0.9, 1.6],
        [1.6, 2.9],
      ] as const) {
        expect(density(prior, x) / density(prior, y)).toBeCloseTo(shape(x) / shape(y), 10);
      }
    },
  );

  test.each(
    [...FAMILIES.map(({ prior }) => prior), ...truncations].map((prior) => [title(prior), prior] as const),
  )('integrates to 1: %s', (_, prior) => {
    expect(wholeIntegral(prior)).toBeCloseTo(1, 7);
  });

  test.each(truncations.map((prior) => [title(prior), prior] as const))(
    'is cut off and nothing else: %s',
    (_, prior) => {
      const { truncation: _range, ...rest } = prior;
      const whole = rest as EvaluatedPrior;
      const rise = (x: number) => density(prior, x) / density(whole, x);
      expect(rise(0.6)).toBeGreaterThan(1);
      expect(rise(1.7)).toBeCloseTo(rise(0.6), 10);
    },
  );

  test('of a family truncated far out in a tail has the digits that the difference of two tails has not', () => {
    const far: EvaluatedPrior = {
      family: 'normal',
      parameters: { mean: 0, sd: 1 },
      truncation: { lo: 30, hi: 31 },
    };
    const at = { value: 30.5, probability: null };
    expect(logPriorDensity(far, at)).toBeCloseTo(-0.5 * 30.5 ** 2 - 0.5 * Math.log(2 * Math.PI) - LN_TAIL, 9);
  });

  test('is that of a range of no width nowhere', () => {
    const range = (lo: number, hi: number) =>
      ({ family: 'half_normal', parameters: { sd: 1 }, truncation: { lo, hi } }) as const;
    expect([range(1, 1), range(2, 1), range(-2, -1), range(0, Number.NaN)].map(isProper)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    // Below 0 there is nothing to cut off.
    expect(isProper(range(-2, 1))).toBe(true);
    expect(logPriorDensity(range(-2, 1), { value: 0.5, probability: null })).toBeCloseTo(
      logPriorDensity(range(0, 1), { value: 0.5, probability: null }),
      14,
    );
  });
});

describe('a support', () => {
  test('of a uniform holds its ends and nothing beyond', () => {
    const prior: EvaluatedPrior = { family: 'uniform', parameters: { lo: 2, hi: 6 } };
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
    expect(
      [-1e-9, 0, 1e9].map((x) => isInSupport({ family: 'half_normal', parameters: { sd: 1 } }, x)),
    ).toEqual([false, true, true]);
    expect(
      [-0.1, 0, 1, 1.1].map((x) => isInSupport({ family: 'beta', parameters: { a: 1, b: 1 } }, x)),
    ).toEqual([false, true, true, false]);
    expect(
      [-1e300, Infinity].map((x) => isInSupport({ family: 'normal', parameters: { mean: 0, sd: 1 } }, x)),
    ).toEqual([true, false]);
  });
});

test('a prior with an empty interval or a scale that is not positive is improper', () => {
  const improper: EvaluatedPrior[] = [
    { family: 'uniform', parameters: { lo: 1, hi: 1 } },
    { family: 'uniform', parameters: { lo: 2, hi: 1 } },
    { family: 'uniform', parameters: { lo: Number.NaN, hi: 1 } },
    { family: 'uniform', parameters: { lo: 0, hi: Infinity } },
    { family: 'normal', parameters: { mean: 0, sd: 0 } },
    { family: 'normal', parameters: { mean: Number.NaN, sd: 1 } },
    { family: 'half_normal', parameters: { sd: -1 } },
    { family: 'beta', parameters: { a: 0, b: 1 } },
    { family: 'beta', parameters: { a: 1, b: Number.NaN } },
  ];
  expect(improper.filter(isProper)).toEqual([]);
});
