/** Correlated latents in a module, where their joint density is a product of priors, against the interpreter's joint density. */
import { expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { DATA, LEVELS, testAgreement } from './persons-agreement.ts';

const layoutOf = (latents: readonly string[], mean: string) => `layout Correlated
unit m
category person
demand d in [-3, 3]
param middle ~ normal(0.3, 1)
param spread ~ half_normal(1)
${latents.join('\n')}
observe y ~ normal(${mean}, 1)
`;

const LAYOUTS: Readonly<Record<string, string>> = {
  two: layoutOf(['param a[person], b[person] ~ normal(0, 1) correlated lkj(2)'], 'a[person] + d * b[person]'),
  'four of a population': layoutOf(
    ['param a[person], b[person], c[person], e[person] ~ normal(middle, spread) correlated lkj(1)'],
    'a[person] + d * b[person] + d ^ 2 * (c[person] - e[person])',
  ),
  'three in a unit, of which the data tell one': layoutOf(
    ['param a[person], b[person], c[person] : m ~ normal(middle * 1 m, 2) correlated lkj(0.5)'],
    'c[person] / m',
  ),
  'positive ones': layoutOf(
    ['param a[person], b[person], c[person] : m ~ lognormal(middle, spread) correlated lkj(3)'],
    'log(a[person] / m) + b[person] / m + d * log(c[person] / m)',
  ),
  'two groups, the one of which moves the other': layoutOf(
    [
      'param a[person], b[person] ~ normal(middle, 1) correlated lkj(2)',
      'param c[person], e[person] ~ normal(a[person], spread) correlated lkj(2)',
    ],
    'a[person] + d * b[person] + c[person] * e[person]',
  ),
  'with a mean by levels': layoutOf(
    ['param a[person], b[person] ~ normal(mean(d, by = person), sd(d)) correlated lkj(2)'],
    'a[person] + d * b[person]',
  ),
  'of a dimension, each with a location and a scale of its own': layoutOf(
    [
      'dimension kind = a, b, c',
      'param mean_of[kind] ~ normal(0, 1)',
      'param sd_of[kind] ~ half_normal(1)',
      'param x[person, kind] ~ normal(mean_of[kind] + middle, spread * sd_of[kind]) correlated lkj(2)',
    ],
    '(sum kind: x[person, kind]) + d * x[person, b]',
  ),
  noncentred: layoutOf(
    ['param a[person], b[person], c[person] ~ normal(middle, spread) correlated lkj(2) noncentred'],
    'a[person] + d * b[person] + c[person]',
  ),
  centred: layoutOf(
    ['param a[person], b[person], c[person] ~ normal(middle, spread) correlated lkj(2) centred'],
    'a[person] + d * b[person] + c[person]',
  ),
};

testAgreement('correlated latents,', LAYOUTS);

it('the correlations that are reported are those of the correlation matrix', () => {
  const text = layoutOf(
    ['param a[person], b[person], c[person] ~ normal(0, 1) correlated lkj(2)'],
    'a[person] + d * b[person] + c[person]',
  );
  const none = Array.from({ length: LEVELS }, () => 0);
  const point = {
    ...{ middle: 0, spread: 1, a: none, b: none, c: none },
    ...{ 'correlation.a.b': 0.6, 'correlation.a.c': 0.5, 'partial_correlation.b.c': -0.25 },
  };
  const found = interpret(readLayout(text), DATA).reports(point)['correlation.b.c'];
  expect(found).toBeCloseTo(-0.25 * Math.sqrt((1 - 0.36) * (1 - 0.25)) + 0.6 * 0.5, 14);
});
