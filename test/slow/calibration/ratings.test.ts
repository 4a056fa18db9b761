import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

/** Bands, ratings, and truncated priors, some of whose bounds are latents. */
const MOOD = `layout Mood
demand least in [-4, 1]
demand width in [1, 6]
demand difficulty in [-3, 3]
demand tries : count in [1, 6]
capability risk ~ normal(0, 2) in [-4, 4]
capability skill ~ normal(0, 1)
capability reach ~ normal(skill, 0.7) in [skill, inf]
param lowest ~ normal(-1, 0.7) in [-inf, 0]
param gap ~ half_normal(1.5) in [0.3, 4]
robustness slip : probability ~ exponential(6) in [0, 0.5]
capability care : probability ~ scaled_beta(2, 3, slip, 1)
param evenness ~ exponential(0.1) in [1, 60]
observe took ~ bernoulli(downscale(slip, band(risk, least, least + width)))
observe rating ~ ordered_logistic(skill - difficulty, lowest, lowest + gap)
observe passed ~ bernoulli_logit(reach - difficulty)
observe right ~ binomial(tries, care)
observe share ~ beta_proportion(between(0, 0.9, care), evenness)
`;

describe('bands and ratings, with truncated priors,', () => {
  it('are calibrated', async () => {
    await expectCalibrated(MOOD, { demands: { kind: 'random', rows: 60 }, targetAccept: 0.9 });
  });
});

/** Cut points and probabilities in order, of single latents and of the levels of a category. */
const ORDERED = `layout Ordered
category item
dimension grade = two, three, four
demand hard in [-3, 3]
capability skill ~ normal(0, 1)
param cut[item, grade] ~ normal(0, 1.5) ordered
robustness seldom, often : probability ~ beta(2, 2) ordered
observe rating in {never, rarely, often, always} ~ ordered_logistic(skill - hard, each grade: cut[item, grade])
observe slipped ~ bernoulli(mix(0.3, seldom, often))
observe left ~ bernoulli(seldom)
`;

describe('latents in order', () => {
  it('are calibrated', async () => {
    await expectCalibrated(ORDERED, {
      demands: { kind: 'crossed', rows: 120, levels: { item: 3 } },
      targetAccept: 0.9,
    });
  });
});
