import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { readLayout } from './read-layout.ts';

/** The density of one outcome, for a layout whose parameters are numbers. */
function density(distribution: string): (y: number) => number {
  const layout = readLayout(
    `layout L\nparam shift ~ normal(0, 1)\ncapability p : probability ~ beta(1, 1)\nobserve y ~ ${distribution}\n`,
  );
  return (y) =>
    Math.exp(interpret(layout, { rows: 1, columns: { y: [y] } }).pointwise({ shift: 0, p: 0.3 })[0]!);
}

interface Moments {
  readonly total: number;
  readonly mean: number;
  readonly variance: number;
}

function moments(
  at: (y: number) => number,
  points: readonly (readonly [y: number, weight: number])[],
): Moments {
  const sum = (f: (y: number) => number) =>
    points.reduce((total, [y, weight]) => total + weight * f(y) * at(y), 0);
  const mean = sum((y) => y);
  return { total: sum(() => 1), mean, variance: sum((y) => (y - mean) ** 2) };
}

const whole = (lo: number, hi: number) =>
  Array.from({ length: hi - lo + 1 }, (_, i): [number, number] => [lo + i, 1]);

/** The tanh-sinh rule on (0, 1): Takahasi & Mori (1974), Publications of RIMS 9, 721–741. */
const unit = Array.from({ length: 801 }, (_, i): [number, number] => {
  const t = (i - 400) / 100;
  const s = (Math.PI / 2) * Math.sinh(t);
  return [1 / (1 + Math.exp(-2 * s)), (0.01 * (Math.PI / 2) * Math.cosh(t)) / (2 * Math.cosh(s) ** 2)];
}).filter(([y, weight]) => y > 0 && y < 1 && weight > 0);

/** The same on the whole line, by y = ln(x / (1 − x)) stretched, and above 0. */
const line = unit.map(([x, w]): [number, number] => [20 * Math.log(x / (1 - x)), (20 * w) / (x * (1 - x))]);
const above = unit.map(([x, w]): [number, number] => [x / (1 - x), w / (1 - x) ** 2]);

describe('the density of an outcome has the total, the mean and the variance of', () => {
  // Where a drift of 0.4 leads from 0.3 between barriers 2 apart.
  const up = Math.expm1(-0.48) / Math.expm1(-1.6);
  const s = (x: number) => 1 / (1 + Math.exp(-x));
  // Cumulative probabilities of the ordered logistic below, from which its moments follow.
  const ordered = [1 - s(0.7 + 1), s(0.7 + 1) - s(0.7 - 0.5), s(0.7 - 0.5) - s(0.7 - 2), s(0.7 - 2)];
  const orderedMean = ordered.reduce((sum, p, k) => sum + p * (k + 1), 0);
  it.each<[distribution: string, points: [number, number][], mean: number, variance: number]>([
    ['bernoulli(p)', whole(0, 1), 0.3, 0.21],
    ['bernoulli_logit(0.4)', whole(0, 1), s(0.4), s(0.4) * s(-0.4)],
    ['binomial(7, p)', whole(0, 7), 2.1, 1.47],
    ['binomial_logit(7, -0.4)', whole(0, 7), 7 * s(-0.4), 7 * s(0.4) * s(-0.4)],
    // Johnson, Kemp & Kotz, Univariate Discrete Distributions, 3rd edition (2005), section 6.2.2.
    ['beta_binomial(6, 1.5, 2.5)', whole(0, 6), 2.25, (6 * 1.5 * 2.5 * 10) / (16 * 5)],
    ['beta_proportion(p, 9)', unit, 0.3, 0.021],
    [
      'inflated_beta(p, 9, 0.25)',
      [...unit, [0, 1], [1, 1]],
      0.3,
      // Within the part at the edges and the part between, which have one mean.
      0.25 * 0.3 * 0.7 + 0.75 * 0.021,
    ],
    ['normal(1.5, 2)', line, 1.5, 4],
    ['student_t(7, 1.5, 2)', line, 1.5, (4 * 7) / 5],
    ['poisson(3.5)', whole(0, 200), 3.5, 3.5],
    ['neg_binomial(3.5, 0.4)', whole(0, 900), 3.5, 3.5 + 0.4 * 3.5 ** 2],
    ['gamma(2.5, 2)', above, 1.25, 2.5 / 4],
    // Γ(3/2) = √π/2.
    ['weibull(2, 3)', above, 3 * Math.sqrt(Math.PI / 4), 9 * (1 - Math.PI / 4)],
    ['exponential(0.4)', above, 2.5, 6.25],
    ['lognormal(0.5, 0.4)', above, Math.exp(0.58), Math.expm1(0.16) * Math.exp(1.16)],
    ['wiener_choice(2, p, 0.4)', whole(0, 1), up, up * (1 - up)],
    [
      'ordered_logistic(0.7, -1, 0.5, 2)',
      whole(1, 4),
      orderedMean,
      ordered.reduce((sum, p, k) => sum + p * (k + 1 - orderedMean) ** 2, 0),
    ],
    // Proportional to 1, 2 and 4.
    // Each with its share: the variance is the mean of squares less the square of the mean.
    ['mixture {p: normal(1, 2), not p: normal(-1, 1)}', line, -0.4, 0.3 * 5 + 0.7 * 2 - 0.16],
    ['mixture {1: poisson(1), 3: poisson(5)}', whole(0, 200), 4, (2 + 3 * 30) / 4 - 16],
    [
      'mixture {1: exponential(2), 2: exponential(0.5), 1: gamma(2, 1)}',
      above,
      (0.5 + 2 * 2 + 2) / 4,
      (0.5 + 2 * 8 + 6) / 4 - 1.625 ** 2,
    ],
    ['mixture {p: bernoulli(0.9), not p: bernoulli(0.1)}', whole(0, 1), 0.34, 0.34 * 0.66],
    ['categorical_logit(0, log(2), log(4))', whole(1, 3), 17 / 7, 45 / 7 - (17 / 7) ** 2],
    ['partial_credit(log(2), 0, 0)', whole(1, 3), 17 / 7, 45 / 7 - (17 / 7) ** 2],
  ])('%s', (distribution, points, mean, variance) => {
    const found = moments(density(distribution), points);
    expect(found.total).toBeCloseTo(1, 8);
    expect(found.mean).toBeCloseTo(mean, 8);
    expect(found.variance).toBeCloseTo(variance, 7);
  });
});

describe('the density of an outcome', () => {
  it('keeps its digits where a category is hardly possible', () => {
    // σ(−49) − σ(−50) is e^−49 − e^−50, to 1e-21 of it.
    expect(Math.log(density('ordered_logistic(0, 49, 50)')(2))).toBeCloseTo(
      -49 + Math.log(-Math.expm1(-1)),
      12,
    );
    expect(Math.log(density('ordered_logistic(0, -50, -49)')(2))).toBeCloseTo(
      -49 + Math.log(-Math.expm1(-1)),
      12,
    );
  });

  it('is 1 for no success in trials that cannot succeed, and exactly 0 for one', () => {
    expect(density('binomial(3, 0)')(0)).toBeCloseTo(1, 13);
    expect(density('binomial(3, 0)')(1)).toBe(0);
    expect(density('binomial(3, 1)')(3)).toBeCloseTo(1, 13);
  });

  it.each([
    ['bernoulli(p)', 2],
    ['binomial(3, p)', 4],
    ['binomial(3, p)', 0.5],
    ['beta_binomial(3, 1, 1)', -1],
    ['beta_proportion(p, 3)', 1],
    ['inflated_beta(p, 3, 0.5)', 1.5],
    ['lognormal(0, 1)', 0],
    ['poisson(2)', 0.5],
    ['neg_binomial(2, 1)', -1],
    ['weibull(2, 1)', 0],
    ['normal(0, 1)', Number.POSITIVE_INFINITY],
    ['ordered_logistic(0, 1, 2)', 4],
    ['ordered_logistic(0, 1, 2)', 0],
    ['partial_credit(0, 1, 2)', 4],
    ['categorical_logit(0, 1)', 3],
    ['mixture {0.5: categorical_logit(0, 1), 0.5: ordered_logistic(0, 1)}', 3],
    ['mixture {0.5: gamma(2, 1), 0.5: exponential(1)}', 0],
  ])('of %s is not there at %d', (distribution, y) => {
    expect(() => density(distribution)(y)).toThrow('cannot be');
  });
});
