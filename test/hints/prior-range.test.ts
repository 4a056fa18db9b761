import { describe, expect, it } from 'vitest';
import { priorRange } from '../../host/hints/prior-range.ts';
import { bind } from './bind-layout.ts';

async function range(prior: string, at = 0.3) {
  const instance = await bind(
    `layout Course\ncapability c ~ ${prior}\ndemand x\nobserve y ~ bernoulli(logistic(c - x))\n`,
    { x: [1], y: [1] },
  );
  return priorRange(instance, [at], 0);
}

describe('the range of a prior on the unconstrained scale', () => {
  it.each([
    // The scale is standardised by the prior.
    ['normal(0, 1)', 0, 1],
    ['normal(5000, 0.001)', 0, 1],
    ['normal(-3, 400)', 0, 1],
    ['lognormal(2, 3)', 0, 1],
    // What is wider is vague, and its middle alone is known.
    ['lognormal(2, 30)', 0, 10],
    // On that of the normal distribution function.
    ['uniform(0, 12)', 0, 1],
  ])('is five standard deviations to either side for %s', async (prior, mode, sd) => {
    const found = (await range(prior))!;
    expect((found.mode - mode) / sd).toBeCloseTo(0, 2);
    for (const end of [mode - found.lo, found.hi - mode]) {
      expect(end / sd).toBeGreaterThan(4.85);
      expect(end / sd).toBeLessThanOrEqual(5.01);
    }
  });

  it.each(['half_cauchy(3)', 'gamma(0.1, 2)', 'exponential(40)', 'cauchy(1, 10)', 'student_t(1.5, 0, 2)'])(
    'has its peak inside for %s',
    async (prior) => {
      const { lo, mode, hi } = (await range(prior))!;
      expect(lo).toBeLessThan(mode);
      expect(mode).toBeLessThan(hi);
    },
  );

  it('is not there where a latent without spread leaves a density that never falls off', async () => {
    const instance = await bind(
      'layout L\nparam spread ~ half_normal(1)\ncapability c ~ normal(0, spread)\ndemand x\nobserve y ~ bernoulli(logistic(c - x))\n',
      { x: [1], y: [1] },
    );
    expect(priorRange(instance, [0, 0], 0)).toBeNull();
  });
});
