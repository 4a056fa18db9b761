import { describe, it } from 'vitest';
import { expectCalibrated } from '../../calibration/expect-calibrated.ts';

/** Paces on three grounds vary about one of their own, by a scale that is to be learnt too. */
const COURSE = `layout Course
unit m, s
demand distance : m in [1, 20]
demand hill, mud : flag
param typical ~ normal(0, 0.5)
param scatter ~ lognormal(-0.7, 0.4)
capability flatPace, hillPace, mudPace ~ normal(typical, scatter)
param spread ~ gamma(4, 10)
param wobble : m ~ inv_gamma(4, 3)
bias lean : m ~ student_t(5, 0, 0.5)
param tails ~ uniform(2, 20)
param jitter : s ~ half_cauchy(0.5) in [-inf, 5]
let pace = flatPace * (1 - hill) * (1 - mud) + hillPace * hill * (1 - mud) + mudPace * mud
observe time : s ~ lognormal(log(distance / m) - pace, spread)
observe end : m ~ normal(distance + lean, wobble)
observe start : s ~ student_t(tails, 0, jitter)
`;

describe('measurements, with latents about another and scales to be learnt,', () => {
  it('are calibrated', async () => {
    await expectCalibrated(COURSE, { demands: { kind: 'grid', rows: 60 }, targetAccept: 0.9 });
  });
});
