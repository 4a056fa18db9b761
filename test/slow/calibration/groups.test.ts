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

/** Items that sum to zero, in a population whose spread may be small. */
const AROUND_ZERO = `layout AroundZero
category person, item
demand effort in [-1, 1]
param center ~ normal(0, 1)
param spread ~ half_normal(1)
capability theta[person] ~ normal(center, 1)
param difficulty[item] ~ normal(0, spread) sum to zero
observe right ~ bernoulli(logistic(theta[person] - difficulty[item] + effort))
`;

describe('latents with a value for each level of a category,', () => {
  it('are calibrated where they sum to zero', async () => {
    const effort = Float64Array.from({ length: ROWS }, (_, row) => ((row * 7) % 11) / 5 - 1);
    const demands = new Map([
      ['effort', effort],
      ['person', codes(3, 1)],
      ['item', codes(6, 3)],
    ]);
    await expectCalibrated(AROUND_ZERO, { demands, targetAccept: 0.9 });
  });

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
