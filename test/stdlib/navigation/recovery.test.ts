import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { column, fitOutcomes, ROWS, successProbability } from './battery.ts';
import { profileOf } from './profile.ts';

/** Fits outcomes that are drawn from the layout itself for a profile. */
function fitSimulated(acuity: number, navigation: number, seed: number) {
  const random = xoroshiro128plus(seed);
  const size = column(ROWS, 'goalSize');
  const outcomes = column(ROWS, 'goalDistance').map((distance, row) =>
    uniformFloat64(random) < successProbability(acuity, navigation, distance, size[row]!) ? 1 : 0,
  );
  return fitOutcomes(ROWS, outcomes, 1000);
}

describe('the navigation layout', () => {
  it.each([
    { acuity: 10, navigation: 35, seed: 1 },
    { acuity: 25, navigation: 20, seed: 2 },
    { acuity: 60, navigation: 30, seed: 3 },
    { acuity: 80, navigation: 40, seed: 4 },
  ])('recovers an acuity of $acuity and a navigation of $navigation m', async ({ seed, ...profile }) => {
    const fit = await fitSimulated(profile.acuity, profile.navigation, seed);
    expect(fit.verdict.status).toBe('converged');
    const { acuity, navigation } = profileOf(fit);
    // The priors' standard deviations are 63 and 12.5 m: the data have said where in them the profile is.
    expect(acuity.sd).toBeLessThan(0.35 * profile.acuity);
    expect(navigation.sd).toBeLessThan(0.1 * profile.navigation);
    expect(Math.abs(acuity.mean - profile.acuity) / acuity.sd).toBeLessThan(3);
    expect(Math.abs(navigation.mean - profile.navigation) / navigation.sd).toBeLessThan(3);
  });

  it('says that it does not know the acuity of one who reaches nothing but goals close by', async () => {
    const { acuity, navigation } = profileOf(await fitSimulated(60, 4, 5));
    expect(navigation.sd).toBeLessThan(1);
    expect(acuity.sd).toBeGreaterThan(40);
  });
});
