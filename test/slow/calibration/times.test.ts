/** Decisions and their times, and times that are truncated to a range. */
import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

const DECISIONS = `layout Decisions
unit s
demand coherence in [-1, 1]
capability acuity ~ lognormal(median = 2, spread = 0.4)
param caution ~ lognormal(median = 2, spread = 0.2)
bias leaning : probability ~ beta(10, 10)
param delay : s ~ lognormal(median = 0.1, spread = 0.2)
observe right, time : s ~ wiener(caution, delay, leaning, acuity * coherence)
`;

const TRUNCATED = `layout Truncated
unit s
demand load in [0, 2]
param typical : s ~ lognormal(median = 1.5, spread = 0.3)
param slope ~ normal(0.3, 0.2)
param scatter ~ lognormal(median = 0.5, spread = 0.2)
observe time : s ~ lognormal(log(typical / s) + slope * load, scatter) in [0.5, 6]
`;

const DURATIONS = `layout Durations
unit s
demand load in [0, 2]
demand limit : s in [1, 20]
param slope ~ normal(0.3, 0.2)
param shape ~ lognormal(median = 1.5, spread = 0.3)
param bend ~ lognormal(median = 3, spread = 0.3)
param typical, patience, wait : s ~ lognormal(median = 3, spread = 0.4)
observe walk : s ~ weibull(shape, typical * exp(slope * load)) censored above limit
observe talk : s ~ gamma(bend, mean = patience * exp(slope * load))
observe queue : s ~ exponential(mean = wait) censored above limit
`;

const GUESSES = `layout Guesses
unit s
demand letters in [1, 9]
param lapse : probability ~ beta(2, 6)
param pace : s ~ lognormal(median = 1, spread = 0.3)
param scatter ~ lognormal(median = 0.3, spread = 0.2)
param quick : s ~ lognormal(median = 0.4, spread = 0.2)
observe time : s ~ mixture {lapse: exponential(mean = quick), not lapse: lognormal(log(pace * letters / s), scatter)} in [0.05, 12] censored above 9
`;

describe('times', () => {
  it('of which some are guesses, truncated and censored, are calibrated', async () => {
    await expectCalibrated(GUESSES, { demands: { kind: 'random', rows: 60 } });
  });

  it('of decisions, with their choices, are calibrated', async () => {
    await expectCalibrated(DECISIONS, { demands: { kind: 'random', rows: 40 }, targetAccept: 0.9 });
  });

  it('that are truncated to a range are calibrated', async () => {
    await expectCalibrated(TRUNCATED, { demands: { kind: 'random', rows: 40 } });
  });

  it('until something happens, of which some are not seen to end, are calibrated', async () => {
    await expectCalibrated(DURATIONS, { demands: { kind: 'random', rows: 40 } });
  });
});
