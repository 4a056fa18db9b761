import { describe, expect, it } from 'vitest';
import { knownSupport } from '../../compiler/check/measurement.ts';
import { readLayout } from '../interpret/read-layout.ts';

/** The support of a latent in metres with this prior, among others that it may use. */
function support(prior: string) {
  const { latents } = readLayout(`layout Course
unit m
demand height : m in [0, 3]
param best : m ~ half_normal(2)
capability c : m ~ ${prior}
observe cleared ~ bernoulli(margin(best, height) and margin(c, height))
`);
  return knownSupport(latents.find(({ name }) => name === 'c')!.prior);
}

describe('what the text says of where a latent ends', () => {
  it.each([
    ['uniform(0, 4.4)', { lo: 0, hi: 4.4 }],
    ['uniform(-2 * 3, 2 ^ 3)', { lo: -6, hi: 8 }],
    ['half_normal(2)', { lo: 0 }],
    ['normal(0, 1)', {}],
    ['normal(0, 1) in [-inf, 3]', { hi: 3 }],
    ['half_normal(1) in [0.5, 3]', { lo: 0.5, hi: 3 }],
    ['uniform(0, max(height))', { lo: 0 }],
    ['uniform(0, best)', { lo: 0 }],
  ])('is in numbers, or nothing: %s', (prior, ends) => {
    expect(support(prior)).toEqual(ends);
  });
});
