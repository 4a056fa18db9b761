import { describe, expect, it } from 'vitest';
import type { SampledPosterior } from '../../../host/fit.ts';
import { column, fitAgent, ROWS } from './battery.ts';
import { type Profile, profileOf } from './profile.ts';

const fits = new Map<string, Promise<SampledPosterior>>();

async function profile(name: string): Promise<Profile> {
  const fitted = fits.get(name) ?? fitAgent(name);
  fits.set(name, fitted);
  return profileOf(await fitted);
}

const profiles = (names: readonly string[]) => Promise.all(names.map(profile));

// Figure 3 shows these agents.
describe('agents that act', () => {
  it.each([32, 40])('are found to navigate the less the noisier they are, with %s pixels', async (pixels) => {
    const found = await profiles([0, 0.3, 0.8, 0.9].map((noise) => `p${pixels}-nu${noise}`));
    for (let i = 1; i < found.length; i++) {
      expect(found[i]!.navigation.to).toBeLessThan(found[i - 1]!.navigation.from);
    }
  });

  it.each([0, 0.8])('are found to see the more the more pixels they have, at noise %s', async (noise) => {
    const [few, some, many] = await profiles([4, 20, 40].map((pixels) => `p${pixels}-nu${noise}`));
    expect(few!.acuity.mean).toBeLessThan(some!.acuity.mean);
    expect(some!.acuity.mean).toBeLessThan(many!.acuity.mean);
    if (noise === 0) expect(some!.acuity.to).toBeLessThan(many!.acuity.from);
  });

  it('leave their acuity the less certain the shorter they walk', async () => {
    const [still, clumsy] = await profiles(['p40-nu0', 'p40-nu0.8']);
    expect(clumsy!.acuity.sd).toBeGreaterThan(5 * still!.acuity.sd);
  });

  it('are told apart where they succeed equally often', async () => {
    const rate = (name: string) => column(ROWS, name).reduce((sum, each) => sum + each) / ROWS.length;
    const names = ['p16-nu0', 'p24-nu0.5'];
    expect(Math.abs(rate(names[0]!) - rate(names[1]!))).toBeLessThan(0.02);
    const [nearsighted, noisy] = await profiles(names);
    expect(nearsighted!.acuity.to).toBeLessThan(noisy!.acuity.from);
    expect(nearsighted!.navigation.from).toBeGreaterThan(noisy!.navigation.to);
  });
});
