import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

/** Scores that may be exactly 0 or 1, and the weaker of two abilities. */
const SCORES = `layout Scores
demand length, depth in [-3, 3]
capability breadth ~ normal(0, 1.5)
capability insight ~ normal(0, 1.5)
param evenness ~ lognormal(median = 6, spread = 0.7)
param edges : probability ~ beta(2, 3)
let chance = at_most(margin(breadth, length), margin(insight, depth))
observe score ~ inflated_beta(chance, evenness, edges)
`;

describe('scores from 0 to 1, by the weaker of two abilities,', () => {
  it('are calibrated', async () => {
    await expectCalibrated(SCORES, { demands: { kind: 'random', rows: 60 }, targetAccept: 0.9 });
  });
});
