import { describe, it } from 'vitest';
import { PRINTED } from '../../stdlib/simulated/object-permanence-choice.ts';
import { WINDOWS } from '../../stdlib/simulated/propensity.ts';
import { expectRecovered, fitBattery } from '../../stdlib/simulated/recover.ts';

describe('sequential Monte Carlo finds, among several modes,', () => {
  it('the propensity that passed and failed a thousand windows', async () => {
    const found = await fitBattery(WINDOWS, { method: 'smc' });
    expectRecovered(found, WINDOWS.profile, { tendency: 0.05 });
  });

  it('the profile of object permanence with two outcomes, with demands added', async () => {
    const found = await fitBattery(PRINTED, { method: 'smc' });
    expectRecovered(found, PRINTED.profile, { opAbility: 2, flatNavAbility: 3, visualAcuity: 0.5 });
  });
});
