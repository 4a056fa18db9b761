import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

const CHOICES = `layout Choices
demand hard in [-2, 2]
capability skill ~ normal(0, 1)
param pull2, pull3 ~ normal(0, 1)
param sharp ~ lognormal(0, 0.4)
param step2, step3 ~ normal(0, 1.5)
observe option in {a, b, c} ~ categorical_logit(0, pull2 - sharp * (skill - hard), pull3 - sharp * (skill - hard))
observe points ~ partial_credit(skill - hard, step2, step3)
`;

const ARENA = `layout Arena
category model = left, right
param spread ~ half_normal(1)
param threshold ~ half_normal(1)
capability strength[model] ~ normal(0, spread)
observe verdict ~ ordered_logistic(strength[left] - strength[right], -threshold, threshold)
`;

describe('choices', () => {
  it('between named values, and points for steps, are calibrated', async () => {
    await expectCalibrated(CHOICES, { demands: { kind: 'grid', rows: 40 }, targetAccept: 0.9 });
  });

  it('between two levels of one category are calibrated', async () => {
    await expectCalibrated(ARENA, {
      demands: { kind: 'random', rows: 60, levels: { model: 4 } },
      targetAccept: 0.95,
    });
  });
});
