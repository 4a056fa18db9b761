import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

const COUNTS = `layout Counts
demand load in [0, 2]
param rate ~ gamma(4, 1)
param slope ~ normal(0, 0.4)
param typical ~ lognormal(median = 5, spread = 0.4)
param bursts ~ lognormal(median = 0.5, spread = 0.5)
param a, b ~ lognormal(median = 2, spread = 0.4)
observe slips ~ poisson(rate * exp(slope * load))
observe clicks ~ neg_binomial(typical * exp(slope * load), dispersion = bursts)
observe found ~ beta_binomial(6, a, b)
`;

describe('counts', () => {
  it('are calibrated', async () => {
    await expectCalibrated(COUNTS, { demands: { kind: 'grid', rows: 30 } });
  });
});
