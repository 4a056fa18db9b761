/** Levels that sum to zero: the module against the interpreter, and both against the normal distribution on the plane. */
import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { bindModule } from './bound-module.ts';
import { testAgreement } from './persons-agreement.ts';

const layoutOf = (latents: readonly string[], mean: string) => `layout Plane
unit m
category person
demand d in [-3, 3]
param middle ~ normal(0.3, 1)
param spread ~ half_normal(1)
${latents.join('\n')}
observe y ~ normal(${mean}, 1)
`;

testAgreement('levels that sum to zero,', {
  'of one standard deviation': layoutOf(
    ['param a[person] ~ normal(0, 1.5) sum to zero'],
    'middle + d * a[person]',
  ),
  'of a population': layoutOf(['param a[person] ~ normal(0, spread) sum to zero'], 'middle + d * a[person]'),
  noncentred: layoutOf(
    ['param a[person] ~ normal(0, spread) sum to zero noncentred'],
    'middle + d * a[person]',
  ),
  centred: layoutOf(['param a[person] ~ normal(0, spread) sum to zero centred'], 'middle + d * a[person]'),
  'whose standard deviation the data know': layoutOf(
    ['param a[person] ~ normal(0, sd(d)) sum to zero'],
    'middle + a[person]',
  ),
  'in a unit, which others read': layoutOf(
    [
      'param a[person] : m ~ normal(0, spread * 1 m) sum to zero',
      'param b[person] ~ normal(a[person] / m, spread)',
      'report e[person] : m = a[person] * 2',
    ],
    'middle + d * b[person]',
  ),
  'of a dimension': layoutOf(
    [
      'dimension kind = p, q',
      'param sd_of[kind] ~ half_normal(1)',
      'param a[person, kind] ~ normal(0, sd_of[kind]) sum to zero',
    ],
    '(sum kind: a[person, kind]) + d * a[person, q]',
  ),
});

const ALONE = `layout Alone
category person
param a[person] ~ normal(0, 2) sum to zero
observe y ~ normal(a[person], 1)
`;

/** A table with a number of persons, each with one answer. */
const tableOf = (levels: number) => ({
  rows: levels,
  columns: {
    person: Float64Array.from({ length: levels }, (_, row) => row),
    y: Float64Array.from({ length: levels }, (_, row) => Math.cos(row)),
  },
});

describe('the transform of levels that sum to zero', () => {
  it.each([1, 2, 3, 4, 7, 64])(
    'with %d levels takes an orthonormal basis of n − 1 to the plane',
    async (n) => {
      const { bytes, manifest } = await compileToFit({ name: 'alone.ml', text: ALONE });
      const module = bindModule(bytes, manifest, tableOf(n));
      const zero = Float64Array.from({ length: n }, () => 0);
      const images = Array.from({ length: n }, (_, k) =>
        // The sampler's number is one of a standard deviation of the prior.
        module.constrain(zero.map((_, i) => (i === k ? 0.5 : 0))),
      );
      expect(Array.from(images[0]!)).toEqual(Array.from(zero));
      for (const [i, a] of images.entries()) {
        expect(a.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 14);
        for (const [j, b] of images.entries()) {
          const product = a.reduce((sum, value, level) => sum + value * b[level]!, 0);
          expect(product).toBeCloseTo(i === j && i > 0 ? 1 : 0, 13);
        }
      }
    },
  );

  it('of a single level is 0, and not −0', async () => {
    const { bytes, manifest } = await compileToFit({ name: 'alone.ml', text: ALONE });
    const [only] = bindModule(bytes, manifest, tableOf(1)).constrain([0.7]);
    expect(Object.is(only, 0)).toBe(true);
  });
});

describe('the density of levels that sum to zero', () => {
  /**
   * Of the first n − 1 levels the covariance is sd² (I − J / n), with the determinant sd^(2(n − 1)) / n. The surface of the plane is √n times
   * as large as its projection onto these levels.
   */
  it.each([2, 3, 5])('is that of the normal distribution on the plane of %d levels', (n) => {
    const sd = 2;
    const free = Array.from({ length: n - 1 }, (_, i) => Math.sin(3 * i + 1));
    const last = -free.reduce((sum, value) => sum + value, 0);
    const total = free.reduce((sum, value) => sum + value, 0);
    // The inverse of I − J / n among n − 1 levels is I + J.
    const quadratic = (free.reduce((sum, value) => sum + value ** 2, 0) + total ** 2) / sd ** 2;
    const logDeterminant = 2 * (n - 1) * Math.log(sd) - Math.log(n);
    const projected = -0.5 * (quadratic + logDeterminant + (n - 1) * Math.log(2 * Math.PI));
    const found = interpret(readLayout(ALONE), tableOf(n)).logPrior({ a: [...free, last] });
    expect(found).toBeCloseTo(projected - 0.5 * Math.log(n), 12);
  });
});
