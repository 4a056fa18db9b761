/** Latents in order in a module, against the interpreter, and their joint density against the definition. */
import { describe, expect, it } from 'vitest';
import { drawProfile } from '../../analysis/simulate/profile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { bindNames } from '../../compiler/interpret/scope.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { DATA, LEVELS, testAgreement } from './persons-agreement.ts';

const layoutOf = (latents: readonly string[], mean: string) => `layout Ordered
unit m
category person
demand d in [-3, 3]
param middle ~ normal(0.3, 1)
param spread ~ half_normal(1)
${latents.join('\n')}
observe y ~ normal(${mean}, 1)
`;

const OF_PERSONS = 'a[person] + d * b[person] + d ^ 2 * c[person]';

const LAYOUTS: Readonly<Record<string, string>> = {
  'of the whole table': layoutOf(['param a, b, c ~ normal(middle, spread) ordered'], 'a + d * b + d ^ 2 * c'),
  'of persons': layoutOf(
    ['param a[person], b[person], c[person] ~ normal(middle, spread) ordered'],
    OF_PERSONS,
  ),
  'of a dimension, in a unit': layoutOf(
    [
      'dimension step = low, middling, high',
      'param x[person, step] : m ~ student_t(3, middle * 1 m, 2) ordered',
    ],
    '(x[person, low] + d * x[person, middling] + d ^ 2 * x[person, high]) / m',
  ),
  'of two names of a dimension': layoutOf(
    ['dimension step = low, high', 'param x[person, step], z[person, step] ~ normal(0, 2) ordered'],
    'x[person, low] * z[person, low] + d * x[person, high] - z[person, high]',
  ),
  'above 0': layoutOf(['param a[person], b[person], c[person] ~ gamma(2, 1) ordered'], OF_PERSONS),
  'truncated below': layoutOf(
    ['param a[person], b[person], c[person] ~ normal(middle, spread) in [0, inf] ordered'],
    OF_PERSONS,
  ),
  'truncated above': layoutOf(
    ['param a[person], b[person], c[person] ~ normal(middle, 1) in [-inf, 4] ordered'],
    OF_PERSONS,
  ),
  'between two ends': layoutOf(
    ['param a[person], b[person], c[person] ~ uniform(-1, 2) ordered'],
    OF_PERSONS,
  ),
  'as probabilities': layoutOf(
    ['param a[person], b[person], c[person] : probability ~ beta(2, 3) ordered'],
    'a[person] + d * b[person] + d ^ 2 * c[person]',
  ),
};

testAgreement('latents in order,', LAYOUTS);

describe('three latents of one uniform prior in order', () => {
  const text = layoutOf(['param a[person], b[person], c[person] ~ uniform(0, 2) ordered'], OF_PERSONS);
  const layout = readLayout(text);
  const atPersons = (value: number) => Array.from({ length: LEVELS }, () => value);

  it('have 3! times the density that they have without an order, and none out of order', () => {
    const point = { middle: 0, spread: 1, a: atPersons(0.2), b: atPersons(0.7), c: atPersons(1.5) };
    const free = interpret(readLayout(text.replace(' ordered', '')), DATA);
    expect(interpret(layout, DATA).logDensity(point) - free.logDensity(point)).toBeCloseTo(
      LEVELS * Math.log(6),
      10,
    );
    expect(interpret(layout, DATA).logDensity({ ...point, b: atPersons(1.6) })).toBe(-Infinity);
  });

  it('are drawn with the means of order statistics, a quarter of the range apart', () => {
    const levels = new Map([['person', Array.from({ length: 4000 }, (_, i) => `p${i}`)]]);
    const scopeOf = bindNames(layout, { rows: 0, columns: {} }, new Map(), () => {
      throw new Error('no statistic is read');
    });
    const profile = drawProfile({ layout, scopeOf, levels }, 5n);
    for (const [name, mean] of [
      ['a', 0.5],
      ['b', 1],
      ['c', 1.5],
    ] as const) {
      const values = profile.get(name)!.map(({ value }) => value);
      // Order statistics of three uniform numbers are beta variables with standard deviations up to 0.224, here doubled.
      expect(Math.abs(values.reduce((sum, each) => sum + each, 0) / values.length - mean)).toBeLessThan(0.03);
    }
    const [a, b, c] = ['a', 'b', 'c'].map((name) => profile.get(name)!.map(({ value }) => value));
    expect(a!.every((value, i) => value < b![i]! && b![i]! < c![i]!)).toBe(true);
  });
});
