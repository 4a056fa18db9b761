import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

/** Persons whose abilities vary about a mean, by a spread that may be small: what a poor parametrisation does not reach. */
const GROUPS = `layout Groups
category person, item
demand effort in [-1, 1]
param center ~ normal(0, 1)
param spread ~ half_normal(1)
capability theta[person] ~ normal(center, spread)
param difficulty[item] ~ normal(0, 1)
robustness slip[item] : probability ~ beta(1, 9)
observe right ~ bernoulli(downscale(slip[item], logistic(theta[person] - difficulty[item] + effort)))
`;

const ROWS = 72;
const codes = (levels: number, every: number) =>
  Float64Array.from({ length: ROWS }, (_, row) => Math.floor(row / every) % levels);

describe('latents with a value for each level of a category,', () => {
  it('are calibrated', async () => {
    const effort = Float64Array.from({ length: ROWS }, (_, row) => ((row * 7) % 11) / 5 - 1);
    const demands = new Map([
      ['effort', effort],
      ['person', codes(6, 1)],
      ['item', codes(3, 6)],
    ]);
    await expectCalibrated(GROUPS, { demands, targetAccept: 0.9 });
  });
});
