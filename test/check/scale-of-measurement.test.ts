import { describe, expect, it } from 'vitest';
import { scaleOf } from '../../compiler/check/measurement.ts';
import { readLayout } from '../interpret/read-layout.ts';

/** The scale of a latent in metres with this prior, among others that it may use. */
function scale(prior: string, type = ': m'): string {
  const { latents } = readLayout(`layout Course
unit m
demand height : m in [0, 3]
param best : m ~ half_normal(2)
param share : probability ~ beta(1, 1)
capability c ${type} ~ ${prior}
observe cleared ~ bernoulli(margin(best, height) and share)
`);
  return scaleOf(latents.find(({ name }) => name === 'c')!.prior);
}

describe('a scale of measurement', () => {
  it.each([
    'uniform(0, 4)',
    'uniform(-4, 4)',
    'scaled_beta(2, 2, 0, 2)',
    'normal(0, 1) in [-1, 1]',
    'half_normal(1) in [-inf, 3]',
    'lognormal(0, 1) in [0.1, 5]',
  ])('is ordinal where the prior ends on both sides: %s', (prior) => {
    expect(scale(prior)).toBe('ordinal');
  });

  it.each(['beta(1, 9)', 'uniform(0, 1)', 'normal(0.5, 1) in [0, 1]'])(
    'is ordinal for a probability: %s',
    (prior) => {
      expect(scale(prior, ': probability')).toBe('ordinal');
    },
  );

  it.each(['uniform(0, best)', 'uniform(min(height), max(height))', 'normal(0, 1) in [0, best]'])(
    'is ordinal whatever sets the bounds: %s',
    (prior) => {
      expect(scale(prior)).toBe('ordinal');
    },
  );

  it.each(['normal(0, 1)', 'cauchy(1, 2)', 'student_t(4, 0, 1)', 'normal(best, 1)'])(
    'is interval for all numbers: %s',
    (prior) => {
      expect(scale(prior)).toBe('interval');
    },
  );

  it.each([
    'normal(0, 1) in [1, inf]',
    'normal(0, 1) in [-1, inf]',
    'normal(0, 1) in [-inf, 0]',
    'normal(0, 1) in [best, inf]',
    'normal(0, 1) in [min(height), inf]',
  ])(
    'is interval where the prior ends on one side, but not at a zero that its values are above: %s',
    (prior) => {
      expect(scale(prior)).toBe('interval');
    },
  );

  it.each([
    'half_normal(1)',
    'lognormal(0, 1)',
    'gamma(2, 1)',
    'inv_gamma(2, 1)',
    'exponential(1)',
    'half_cauchy(1)',
    'half_student_t(4, 1)',
  ])('is ratio for positive values: %s', (prior) => {
    expect(scale(prior)).toBe('ratio');
  });

  it.each(['normal(0, 1) in [0, inf]', 'cauchy(0, 1) in [0 m, inf]', 'normal(1, 1) in [2 m - 2 m, inf]'])(
    'is ratio where a range begins at 0: %s',
    (prior) => {
      expect(scale(prior)).toBe('ratio');
    },
  );

  it.each(['half_normal(1) in [0.1, inf]', 'lognormal(0, 1) in [best, inf]'])(
    'stays ratio where positive values are cut off above 0: %s',
    (prior) => {
      expect(scale(prior)).toBe('ratio');
    },
  );
});
