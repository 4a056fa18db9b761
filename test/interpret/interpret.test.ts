import { describe, expect, test } from 'vitest';
import { interpret, type Point } from '../../compiler/interpret/interpret.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { standardsOf } from '../../compiler/interpret/standardise.ts';
import { readLayout } from './read-layout.ts';

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
/** Φ at the points of these tests, from 20 digits. */
const PHI = {
  '-2': 0.02275013194817921,
  '-1': 0.15865525393145705,
  '0.3': 0.6179114221889527,
  '0.4': 0.6554217416103242,
  '1.5': 0.9331927987311419,
};
const normalDensity = (x: number) => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
const logNormal = (x: number, mean: number, sd: number) =>
  -0.5 * ((x - mean) / sd) ** 2 - Math.log(sd * Math.sqrt(2 * Math.PI));

const JUMPS = `
layout Jumps
unit m, s
demand height : m in [0, 3]
demand wet    : flag
demand tries  : count
capability reach : m ~ uniform(0, max(height) + 1)
capability grip  : probability ~ beta(2, 3)
bias       mood  ~ normal(0.5, 2)
param      pace  : m / s ~ half_normal(1.5)
let gap   = reach + pace * 2 s - height
let jumps = margin(gap, 0, 1.5) and presence(grip, wet)
observe clears ~ bernoulli(mix(0.1, jumps or logistic(mood - tries), 1 - mean(clears)))
`;

const jumpsData: Data = {
  rows: 4,
  columns: {
    height: [0.5, 1, 2, 3],
    wet: [0, 1, 1, 0],
    tries: [0, 3, 1, 2],
    clears: [1, 1, 0, 1],
  },
};
const jumpsPoint = { reach: 1.2, grip: 0.3, mood: -0.4, pace: 0.7 };

/** The same layout, by hand. */
function jumpsProbability(row: number, { reach, grip, mood, pace }: typeof jumpsPoint): number {
  const [height, wet, tries] = [0.5, 1, 2, 3].map((h, i) => [h, [0, 1, 1, 0][i]!, [0, 3, 1, 2][i]!] as const)[
    row
  ]!;
  const jumps = logistic(1.5 * (reach + pace * 2 - height)) * (1 - (1 - grip) * wet);
  const either = 1 - (1 - jumps) * (1 - logistic(mood - tries));
  return 0.9 * either + 0.1 * 0.25;
}

describe('a layout on a data set', () => {
  const jumps = interpret(readLayout(JUMPS), jumpsData);
  const standards = standardsOf(readLayout(JUMPS), () => false);

  test('has the success probabilities that its text says', () => {
    const expected = [0, 1, 2, 3].map((row) => jumpsProbability(row, jumpsPoint));
    const actual = jumps.probabilities(jumpsPoint);
    for (const [row, p] of expected.entries()) expect(actual[row]).toBeCloseTo(p, 14);
  });

  test('has the Bernoulli log likelihood of each row', () => {
    const actual = jumps.pointwise(jumpsPoint);
    for (const [row, clears] of [1, 1, 0, 1].entries()) {
      const p = jumpsProbability(row, jumpsPoint);
      expect(actual[row]).toBeCloseTo(Math.log(clears === 1 ? p : 1 - p), 14);
    }
  });

  test('has the normalised log prior that its text says', () => {
    const expected =
      -Math.log(4) +
      Math.log(12 * 0.3 * 0.7 ** 2) +
      logNormal(-0.4, 0.5, 2) +
      (Math.LN2 + logNormal(0.7, 0, 1.5));
    expect(jumps.logPrior(jumpsPoint)).toBeCloseTo(expected, 13);
  });

  test('has the log density that is the sum of both', () => {
    const logLikelihood = jumps.pointwise(jumpsPoint).reduce((a, b) => a + b, 0);
    expect(jumps.logDensity(jumpsPoint)).toBeCloseTo(jumps.logPrior(jumpsPoint) + logLikelihood, 13);
  });

  test('lists its statistics in the order of appearance', () => {
    expect(jumps.statistics.map(({ expression, value }) => [expression.function, value])).toEqual([
      ['max', 3],
      ['mean', 0.75],
    ]);
  });

  test('has no density outside the support of a prior', () => {
    for (const outside of [{ reach: -0.01 }, { reach: 4.01 }, { grip: 1.1 }, { pace: -1 }]) {
      expect(jumps.logDensity({ ...jumpsPoint, ...outside })).toBe(-Infinity);
      expect(jumps.logPrior({ ...jumpsPoint, ...outside })).toBe(-Infinity);
    }
  });

  test('maps an unconstrained point by the transform of each prior', () => {
    // The middles of Beta(2, 3) and half-normal(1.5) on the scales of Φ and of the logarithm, and their spreads.
    const [grip, pace] = [standards.get('grip')!, standards.get('pace')!];
    const values = jumps.constrain([
      0.3,
      (-2 - grip.centre) / grip.spread,
      -0.4,
      (Math.log(0.7) - pace.centre) / pace.spread,
    ]);
    expect(values.reach).toBeCloseTo(4 * PHI[0.3], 14);
    expect(values.grip).toBeCloseTo(PHI['-2'], 14);
    expect(values.mood).toBe(0.5 + 2 * -0.4);
    expect(values.pace).toBeCloseTo(0.7, 14);
  });

  test('adds the log Jacobian on the unconstrained scale', () => {
    const [grip, pace] = [standards.get('grip')!, standards.get('pace')!];
    const u = [0.3, (-2 - grip.centre) / grip.spread, -0.4, (Math.log(0.7) - pace.centre) / pace.spread];
    const logJacobian =
      Math.log(4 * normalDensity(0.3)) +
      Math.log(grip.spread * normalDensity(-2)) +
      Math.log(2) +
      Math.log(pace.spread * 0.7);
    expect(jumps.logDensityUnconstrained(u)).toBeCloseTo(
      jumps.logDensity(jumps.constrain(u)) + logJacobian,
      12,
    );
  });
});

describe('priors that read other latents and statistics', () => {
  const layout = readLayout(`
layout Nested
unit s
demand x : s in [0, 10]
capability inner : s ~ uniform(0, outer * 2)
capability outer : s ~ normal(mean(x), sd(x))
let scale = outer / 4
param width : s ~ half_normal(scale)
capability low : probability ~ uniform(0.25, high)
capability high : probability ~ uniform(0.5, 1)
observe y ~ bernoulli(margin(inner, x, 1 / width) and low)
`);
  const data: Data = { rows: 3, columns: { x: [1, 3, 8], y: [1, 0, 1] } };
  const nested = interpret(layout, data);
  const sd = Math.sqrt((9 + 1 + 16) / 2);

  test('are evaluated after what they read, whatever the order of declaration', () => {
    const point = { inner: 5, outer: 6, width: 0.8, low: 0.4, high: 0.75 };
    const expected =
      -Math.log(12) +
      logNormal(6, 4, sd) +
      (Math.LN2 + logNormal(0.8, 0, 1.5)) -
      Math.log(0.5) -
      Math.log(0.5);
    expect(nested.logPrior(point)).toBeCloseTo(expected, 13);
  });

  test('move the bounds of the transforms with them', () => {
    // `outer` is standardised by statistics of the data; `width` reads it, and is as it is.
    const u = [-1, (6 - 4) / sd, 0.2, 0.4, 1.5];
    const high = 0.5 + 0.5 * PHI[1.5];
    const expected = {
      inner: 12 * PHI['-1'],
      outer: 6,
      width: Math.exp(0.2),
      low: 0.25 + (high - 0.25) * PHI[0.4],
      high,
    };
    const values = nested.constrain(u);
    for (const [name, value] of Object.entries(expected)) expect(values[name]).toBeCloseTo(value, 13);
    const logJacobian = [
      12 * normalDensity(-1),
      sd,
      Math.exp(0.2),
      (high - 0.25) * normalDensity(0.4),
      0.5 * normalDensity(1.5),
    ].reduce((sum, slope) => sum + Math.log(slope), 0);
    expect(nested.logDensityUnconstrained(u)).toBeCloseTo(nested.logDensity(values) + logJacobian, 12);
  });

  test('have no density where they are improper', () => {
    expect(nested.logDensity({ inner: 0, outer: -1, width: 1, low: 0.3, high: 0.6 })).toBe(-Infinity);
    const below = (-1 - 4) / sd;
    expect(nested.logDensityUnconstrained([0, below, 0, 0, 0])).toBe(-Infinity);
    expect(nested.constrain([0, below, 0, 0, 0]).inner).toBeNaN();
  });
});

test('each statistic is that of the sample', () => {
  const layout = readLayout(`
layout Statistics
unit m
demand x : m
demand f : flag
param a : m ~ normal(min(x) + max(x), sd(x))
param b ~ normal(sum(x) / mean(x) - count(x), sum(f) + sd(f) + 1)
observe y ~ bernoulli(mix(mean(f), logistic(b + a / 1 m), mean(y)))
`);
  const { statistics } = interpret(layout, {
    rows: 4,
    columns: { x: [1, 2, 3, 6], f: [1, 0, 0, 0], y: [1, 1, 0, 1] },
  });
  const values = statistics.map(({ expression, value }) => `${expression.function} ${value.toFixed(12)}`);
  expect(values).toEqual([
    'min 1.000000000000',
    'max 6.000000000000',
    `sd ${Math.sqrt(14 / 3).toFixed(12)}`,
    'sum 12.000000000000',
    'mean 3.000000000000',
    'count 4.000000000000',
    'sum 1.000000000000',
    'sd 0.500000000000',
    'mean 0.250000000000',
    'mean 0.750000000000',
  ]);
});

test('arithmetic is that of the text', () => {
  const layout = readLayout(`
layout Arithmetic
demand x
param a ~ normal(0, 1)
observe y ~ bernoulli(logistic(-a ^ 2 + 2 * sqrt(x) / exp(a - 1) - log(x + 3) * 0.5))
`);
  const { probabilities } = interpret(layout, { rows: 2, columns: { x: [1, 4], y: [0, 1] } });
  const p = probabilities({ a: 0.7 });
  for (const [row, x] of [1, 4].entries()) {
    const expected = logistic(-(0.7 ** 2) + (2 * Math.sqrt(x)) / Math.exp(-0.3) - Math.log(x + 3) * 0.5);
    expect(p[row]).toBeCloseTo(expected, 14);
  }
});

describe('near certainty', () => {
  const layout = readLayout(`
layout Certain
demand x
capability able : probability ~ uniform(0, 1)
param a ~ normal(0, 100)
observe y ~ bernoulli(able and margin(a, x))
`);

  test('a failure costs the logarithm of the small complement, digit for digit', () => {
    const { pointwise } = interpret(layout, { rows: 1, columns: { x: [0], y: [0] } });
    const [logLikelihood] = pointwise({ able: { p: 1, complement: 3e-25 }, a: 60 });
    expect(logLikelihood).toBeCloseTo(Math.log(3e-25 + Math.exp(-60)), 13);
  });

  test('a probability that plain doubles would call 0 has a logarithm', () => {
    const { pointwise } = interpret(layout, { rows: 1, columns: { x: [2000], y: [1] } });
    expect(pointwise({ able: 0.5, a: 0 })[0]).toBeCloseTo(-2000 - Math.LN2, 10);
  });

  test('a probability latent is known on the unconstrained scale as far as doubles reach', () => {
    const { logDensityUnconstrained } = interpret(layout, { rows: 1, columns: { x: [0], y: [0] } });
    const atThirty = logDensityUnconstrained([30, 6]);
    // The outcome has probability Φ(−30), whose logarithm this is; the Jacobian is φ(30), the prior of `a` is standard normal there.
    expect(atThirty).toBeCloseTo(-454.3212439563432 + logNormal(30, 0, 1) + logNormal(6, 0, 1), 10);
  });
});

describe('data and points that do not fit', () => {
  const layout = readLayout(JUMPS);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(jumpsData.columns).filter(([other]) => other !== name));

  test('a missing column is named', () => {
    expect(() => interpret(layout, { rows: 4, columns: without('wet') })).toThrow(
      'Column `wet` has no rows of 4.',
    );
  });

  test('a column of another length is named', () => {
    const columns = { ...jumpsData.columns, tries: [1, 2] };
    expect(() => interpret(layout, { rows: 4, columns })).toThrow('Column `tries` has 2 rows of 4.');
  });

  test('an outcome other than 0 and 1 is named', () => {
    const columns = { ...jumpsData.columns, clears: [0, 1, 2, 1] };
    expect(() => interpret(layout, { rows: 4, columns })).toThrow('Outcome `clears` is 2');
  });

  test('a point without a latent is refused', () => {
    const jumps = interpret(layout, jumpsData);
    const lacking: Point = { reach: 1, grip: 0.5, mood: 0 };
    expect(() => jumps.logDensity(lacking)).toThrow('The point lacks `pace`.');
    expect(() => jumps.constrain([0, 0])).toThrow('The unconstrained point lacks `mood`.');
    expect(() => jumps.logPrior({ ...jumpsPoint, mood: { p: 0, complement: 1 } })).toThrow(
      '`mood` is no probability',
    );
    expect(() => jumps.probabilities(jumpsPoint, 'other')).toThrow('The layout observes no `other`.');
  });
});
